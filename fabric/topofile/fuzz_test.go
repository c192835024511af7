package topofile

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"collsim/fabric"
	"collsim/sim/input"
)

// inputs are those of the transcripts that files of other programs come by.
func inputs(f *testing.F) {
	paths, err := filepath.Glob("testdata/script/*.txt")
	if err != nil || len(paths) == 0 {
		f.Fatal(paths, err)
	}
	escaped := strings.NewReplacer("ESC", "\x1b", "TAB", "\t")
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range regexp.MustCompile(`(?ms)^import[^\n]*\n(.*?)^----$`).FindAllStringSubmatch(string(data), -1) {
			f.Add([]byte(escaped.Replace(part[1])))
		}
	}
}

// placed wants every problem at a place of the file.
func placed(t *testing.T, err error) {
	var problems input.Problems
	if !errors.As(err, &problems) {
		t.Fatalf("a refusal without a place: %v", err)
	}
	for _, p := range problems {
		if p.Where.Line < 1 || p.Where.Column < 1 || p.Where.File != "f" {
			t.Fatalf("a refusal without a place: %v", p)
		}
	}
}

// sound wants what was read to be written and read again as the same, and to be built or refused.
func sound(t *testing.T, d *Document) {
	text := d.YAML()
	again, err := load(text)
	if err != nil {
		t.Fatalf("what was read is refused when it is written: %v\n%s", err, text)
	}
	again.Notes = d.Notes
	if back := again.YAML(); string(back) != string(text) {
		t.Fatalf("%s\ncomes back as\n%s", text, back)
	}
	w, problems := d.Wiring()
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if len(w.Devices) > 256 || len(w.Links) > 1024 {
		return // it would take too long
	}
	if g, _, err := fabric.Wired(w); err == nil {
		Sketch(g)
		_, _ = g.Bisection()
		_, _, _ = NCCL(g, w.Preset)
	}
}

func FuzzImport(f *testing.F) {
	inputs(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, o := range []Import{{}, {GPU: "b200", Nodes: 2}} {
			if d, err := o.Read("f", data); err != nil {
				placed(t, err)
			} else {
				sound(t, d)
			}
		}
	})
}
