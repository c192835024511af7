package algo

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// TestDrawings prints schedules and counts as testdata asks for them: draw and rounds, with what a call has as
// arguments. Run with -rewrite to update.
func TestDrawings(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			var out strings.Builder
			var err error
			switch d.Cmd {
			case "draw":
				err = drawn(&out, d)
			case "rounds":
				err = counted(&out, d)
			default:
				t.Fatalf("unknown command %q", d.Cmd)
			}
			if err != nil {
				return "error: " + err.Error() + "\n"
			}
			return out.String()
		})
	})
}

// argument scans an argument if it is there.
func argument[T any](d *datadriven.TestData, name string, into *T) {
	if d.HasArg(name) {
		for _, a := range d.CmdArgs {
			if a.Key == name {
				fmt.Sscan(a.Vals[0], into)
			}
		}
	}
}

func callOf(d *datadriven.TestData) (call Call) {
	argument(d, "ranks", &call.Ranks)
	argument(d, "node", &call.PerNode)
	argument(d, "root", &call.Root)
	argument(d, "channels", &call.Channels)
	argument(d, "slices", &call.Slices)
	argument(d, "batch", &call.Batch)
	argument(d, "lone", &call.Lone)
	argument(d, "together", &call.Together)
	argument(d, "peers", &call.Peers)
	argument(d, "inter", &call.Inter)
	argument(d, "bytes", (*int64)(&call.Bytes))
	return call
}

func drawn(out *strings.Builder, d *datadriven.TestData) error {
	collective, name, _ := strings.Cut(d.CmdArgs[0].Key, "/")
	a, ok := Find(Collective(collective), name)
	if !ok {
		return fmt.Errorf("no algorithm %s", d.CmdArgs[0].Key)
	}
	s, err := a.Build(callOf(d))
	if err != nil {
		return err
	}
	return Draw(out, s)
}

func counted(out *strings.Builder, d *datadriven.TestData) error {
	from, to := 1, 1
	argument(d, "from", &from)
	argument(d, "to", &to)
	rows, err := CountTable(Collective(d.CmdArgs[0].Key), from, to, callOf(d))
	if err != nil {
		return err
	}
	return PrintCountTable(out, rows)
}

// TestEveryAlgorithmIsExplained: a doc for newcomers in two sentences at most, a source with a year or a repository, a
// golden drawing for 4 ranks, and a drawing and that source in the comment above its register line.
func TestEveryAlgorithmIsExplained(t *testing.T) {
	comments := registerComments(t)
	for _, a := range All() {
		name := string(a.Collective) + "/" + a.Name
		if n := strings.Count(a.Doc, ". ") + 1; !strings.HasSuffix(a.Doc, ".") || n > 2 {
			t.Errorf("%s: the doc must be a sentence or two: %q", name, a.Doc)
		}
		if !strings.ContainsAny(a.Source, "0123456789/") {
			t.Errorf("%s: the source must name a paper or a repository: %q", name, a.Source)
		}
		golden, err := os.ReadFile(filepath.Join("testdata", string(a.Collective)+"_"+a.Name+".txt"))
		if err != nil || !strings.Contains(string(golden), "draw "+name+" ranks=4\n") || !strings.Contains(string(golden), "4 ranks") {
			t.Errorf("%s: no golden drawing for 4 ranks (%v)", name, err)
		}
		comment := comments[name]
		if !strings.Contains(comment, "\n\t") || !strings.Contains(comment, "round") && !strings.Contains(comment, "tree") {
			t.Errorf("%s: no drawing in the comment above its register line", name)
		}
	}
}

// registerComments finds the comment above each register line, by collective/name.
func registerComments(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	comments := map[string]string{}
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range parsed.Decls {
			g, ok := decl.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR || !strings.Contains(file, "_") {
				continue
			}
			stem := strings.TrimSuffix(file, ".go")
			for _, a := range All() {
				if stem == string(a.Collective)+"_"+a.Name || stem == string(a.Collective) {
					comments[string(a.Collective)+"/"+a.Name] = g.Doc.Text()
				}
			}
		}
	}
	return comments
}

// TestCommentsDrawWhatSchedulesDo: every "0 --c1--> 2" in a comment is a message of the schedule for 4 ranks.
func TestCommentsDrawWhatSchedulesDo(t *testing.T) {
	for name, comment := range registerComments(t) {
		collective, algorithm, _ := strings.Cut(name, "/")
		a, _ := Find(Collective(collective), algorithm)
		call := Call{Ranks: 4}
		if algorithm == "hierarchical" || algorithm == "nvls_tree" || algorithm == "collnet_chain" {
			call.PerNode = 2
		}
		s, err := a.Build(call)
		if err != nil {
			t.Fatal(err)
		}
		d, err := Play(s)
		if err != nil {
			t.Fatal(err)
		}
		var messages []string
		for _, r := range d.Rounds {
			for _, m := range r.Messages {
				messages = append(messages, fmt.Sprintf("%s %s %s", brief(m.From, d.Ranks), m.What, brief(m.To, d.Ranks)))
			}
		}
		for _, m := range arrows(comment) {
			if !slices.Contains(messages, m) {
				t.Errorf("%s: the comment draws %q, which the schedule does not send", name, m)
			}
		}
	}
}

// arrows finds "0 --c0,1--> 2" and "0 -c0-> 2" in a drawing, as "0 c0 c1 2".
func arrows(comment string) (found []string) {
	words := strings.Fields(comment)
	for i := 1; i+1 < len(words); i++ {
		label := strings.TrimRight(strings.TrimLeft(words[i], "-"), "->")
		if !strings.HasPrefix(words[i], "-") || !strings.HasPrefix(label, "c") || len(words[i-1]) > 2 {
			continue
		}
		chunks := strings.Split(strings.TrimPrefix(label, "c"), ",")
		found = append(found, fmt.Sprintf("%s c%s %s", words[i-1], strings.Join(chunks, " c"), words[i+1]))
	}
	return found
}
