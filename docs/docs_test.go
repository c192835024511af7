// Package docs_test keeps the generated pages of this directory true to the code.
package docs_test

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/fabric"
	"collsim/fabric/host"
)

var update = flag.Bool("update", false, "write the pages anew")

// TestModelPage fails when docs/model.md is not what the code says. Renew it with
//
//	go test ./docs -update
func TestModelPage(t *testing.T) {
	var page bytes.Buffer
	page.WriteString(introduction)
	check(t, fabric.WritePresets(&page))
	page.WriteByte('\n')
	check(t, fabric.WriteParameters(&page, "Fabric parameters", presets(), fabric.Parameters()))
	page.WriteString("\n## Libraries\n")
	for _, l := range host.Libraries() {
		page.WriteString("\n### `" + l.Name + "`\n\n" + l.Doc + "\n")
	}
	page.WriteByte('\n')
	check(t, fabric.WriteParameters(&page, "Host parameters", libraries(), host.Parameters()))
	if *update {
		check(t, os.WriteFile("model.md", page.Bytes(), 0o644))
	}
	got, err := os.ReadFile("model.md")
	check(t, err)
	if diff := cmp.Diff(string(got), page.String()); diff != "" {
		t.Errorf("docs/model.md is stale; run go test ./docs -update\n%s", diff)
	}
}

func presets() []string {
	var names []string
	for _, p := range fabric.Presets() {
		names = append(names, p.Name)
	}
	return names
}

func libraries() []string {
	var names []string
	for _, l := range host.Libraries() {
		names = append(names, l.Name)
	}
	return names
}

const introduction = `# The model's figures

<!-- Written by go test ./docs -update. Change the code, not this page. -->

Every figure that the model rests on: its default in each preset, where it comes from, and how far it may be off. A
source that says "prior, to be verified" is an educated guess; do not rest a purchase on it. Set any of them in a
scenario file under ` + "`fabric: set:`" + ` or with ` + "`--set name=value`" + `; a setting that changes nothing is reported. A dash
means that a preset or library has no such part. One link alone is set by its name and figure:
` + "`node0/nic3>leaf0.rate`" + `.

`

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
