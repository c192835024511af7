package topofile

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"collsim/fabric"
)

// TestScripts plays the transcripts under testdata. Below "graph" stands a graph file: it is read, built and drawn. Below
// "import" stands a file of another program; what becomes of it is printed as a graph file. ESC stands for the escape
// character, TAB for a tab. Run with -rewrite to renew them, and read the difference.
func TestScripts(t *testing.T) {
	datadriven.Walk(t, "testdata/script", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "graph":
				return graphScript(d)
			case "import":
				return importScript(t, d)
			case "export":
				return exportScript(t, d)
			}
			t.Fatalf("%s: no such command: %s", d.Pos, d.Cmd)
			return ""
		})
	})
}

// load reads a graph file as a scenario does that names it.
func load(data []byte) (*Document, error) {
	root, problems := Parse("f", data)
	if root != nil {
		d, more := Read(root, "")
		if problems = append(problems, more...); len(problems) == 0 {
			return d, nil
		}
	}
	return nil, problems.Sorted()
}

func graphScript(d *datadriven.TestData) string {
	document, err := load([]byte(d.Input + "\n"))
	if err != nil {
		return err.Error() + "\n"
	}
	w, problems := document.Wiring()
	if len(problems) > 0 {
		return problems.Error() + "\n"
	}
	g, warnings, err := fabric.Wired(w)
	if err != nil {
		return err.Error() + "\n"
	}
	var out strings.Builder
	for _, r := range warnings {
		fmt.Fprintf(&out, "warning: %s: %s\n", r.Where, r.Text)
	}
	out.WriteString(tree(g))
	return out.String()
}

func tree(g *fabric.Graph) string {
	var out strings.Builder
	for _, l := range Sketch(g) {
		fmt.Fprintf(&out, "%s\n", strings.TrimRight(fmt.Sprintf("%s%s  %s", l.Branch, l.Text, l.Link), " "))
	}
	return out.String()
}

func importScript(t *testing.T, d *datadriven.TestData) string {
	var o Import
	d.MaybeScanArgs(t, "format", &o.Format)
	d.MaybeScanArgs(t, "gpu", &o.GPU)
	d.MaybeScanArgs(t, "nodes", &o.Nodes)
	input := strings.NewReplacer("ESC", "\x1b", "TAB", "\t").Replace(d.Input)
	document, err := o.Read("f", []byte(input))
	if err != nil {
		return err.Error() + "\n"
	}
	if !d.HasArg("notes") {
		document.Notes = nil
	}
	return string(document.YAML())
}

func exportScript(t *testing.T, d *datadriven.TestData) string {
	s := fabric.Spec{Nodes: 1}
	form := "yaml"
	d.ScanArgs(t, "preset", &s.Preset)
	d.MaybeScanArgs(t, "nodes", &s.Nodes)
	d.MaybeScanArgs(t, "network", &s.Network)
	d.MaybeScanArgs(t, "format", &form)
	g, _, err := fabric.Build(s)
	if err != nil {
		return err.Error() + "\n"
	}
	if form == "yaml" {
		return string(Of(g, s.Preset).YAML())
	}
	data, lost, err := NCCL(g, s.Preset)
	if err != nil {
		return err.Error() + "\n"
	}
	for _, what := range lost {
		data = append(data, "lost: "+what+"\n"...)
	}
	return string(data)
}
