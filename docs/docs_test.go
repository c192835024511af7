// Package docs_test keeps the generated pages of this directory true to the code.
package docs_test

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/fabric"
)

var update = flag.Bool("update", false, "write the pages anew")

// TestModelPage fails when docs/model.md is not what the code says. Renew it with
//
//	go test ./docs -update
func TestModelPage(t *testing.T) {
	var page bytes.Buffer
	page.WriteString(introduction)
	check(t, fabric.WritePresets(&page))
	for _, table := range tables {
		page.WriteByte('\n')
		check(t, fabric.WriteParameters(&page, table.title, fabric.PresetsOf(table.parameters), table.parameters))
	}
	if *update {
		check(t, os.WriteFile("model.md", page.Bytes(), 0o644))
	}
	got, err := os.ReadFile("model.md")
	check(t, err)
	if diff := cmp.Diff(string(got), page.String()); diff != "" {
		t.Errorf("docs/model.md is stale; run go test ./docs -update\n%s", diff)
	}
}

// tables are all parameters there are, by the package that uses them.
var tables = []struct {
	title      string
	parameters []fabric.Parameter
}{
	{"Fabric parameters", fabric.Parameters()},
}

const introduction = `# The model's figures

<!-- Written by go test ./docs -update. Change the code, not this page. -->

Every figure that the model rests on: its default in each preset, where it comes from, and how far it may be off. A
source that says "prior, to be verified" is an educated guess; do not rest a purchase on it. Set any of them in a
scenario file under ` + "`fabric: set:`" + ` or with ` + "`--set name=value`" + `; a setting that changes nothing is reported. One link alone is set
by its name and figure: ` + "`node0/nic3>leaf0.rate`" + `.

`

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
