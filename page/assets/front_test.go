package assets

import (
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"
)

// own are the files of the page that are the project's own, by name.
func own(t *testing.T, endings ...string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	err := fs.WalkDir(Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(name, "vendor/") {
			return err
		}
		for _, ending := range endings {
			if path.Ext(name) == ending {
				data, err := fs.ReadFile(Files, name)
				texts[name] = string(data)
				return err
			}
		}
		return nil
	})
	if err != nil || len(texts) == 0 {
		t.Fatalf("no files that end in %v: %v", endings, err)
	}
	return texts
}

var references = map[string]*regexp.Regexp{
	".js":   regexp.MustCompile(`(?:from |import\(|styled\()['"](?:\./)?([\w./-]+\.(?:js|css))['"]`),
	".html": regexp.MustCompile(`(?:href|src)="([^"#]+)"`),
}

// TestReferencesHold: what a module imports and the page links to is among the assets, by a relative path.
func TestReferencesHold(t *testing.T) {
	found := 0
	for name, text := range own(t, ".js", ".html") {
		for _, m := range references[path.Ext(name)].FindAllStringSubmatch(text, -1) {
			found++
			if _, err := fs.Stat(Files, m[1]); err != nil {
				t.Errorf("%s refers to %s: %v", name, m[1], err)
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d references were recognised", found)
	}
}

// refused are what the page's policy forbids, or what would fetch something from another host.
var refused = []struct {
	what, endings string
	pattern       *regexp.Regexp
}{
	{"an inline style, which the policy refuses", ".html .svg", regexp.MustCompile(`\sstyle=|<style`)},
	{"an inline script, which the policy refuses", ".html", regexp.MustCompile(`<script(?:[^>]*)>[^<]|\son\w+=`)},
	{"text that is run as code or as HTML", ".js", regexp.MustCompile(`\beval\(|new Function|innerHTML|outerHTML|insertAdjacentHTML|document\.write`)},
	{"another host", ".js .html .css .svg", regexp.MustCompile(`(?:https?:)?//(?:[\w-]+\.)+[a-z]{2,}`)},
}

// TestPolicyHolds: nothing of the page is what its content security policy refuses.
func TestPolicyHolds(t *testing.T) {
	for name, text := range own(t, ".js", ".html", ".css", ".svg") {
		text = strings.ReplaceAll(text, "http://www.w3.org/2000/svg", "") // a name, not a place
		for _, r := range refused {
			if !strings.Contains(r.endings, path.Ext(name)) {
				continue
			}
			if m := r.pattern.FindString(text); m != "" {
				t.Errorf("%s has %s: %q", name, r.what, m)
			}
		}
	}
}

// TestModulesAreShort keeps modules to what a reader takes in at once.
func TestModulesAreShort(t *testing.T) {
	for name, text := range own(t, ".js") {
		if n := strings.Count(text, "\n"); n > 300 {
			t.Errorf("%s has %d lines; valid: 300 at most", name, n)
		}
	}
}
