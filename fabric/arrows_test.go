package fabric

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// arrows is the house: for each package, what it may import of this module. A name that ends in /... stands for all
// packages below it. Whoever adds a package says here where it stands.
var arrows = map[string][]string{
	"sim/units":  {},
	"sim/words":  {},
	"sim/input":  {"sim/units", "sim/words"},
	"sim":        {"sim/units"},
	"sim/ledger": {"sim", "sim/units"},

	"fabric":            {"sim/..."},
	"fabric/topofile":   {"fabric", "sim/..."},
	"fabric/packet":     {"fabric", "sim/..."},
	"fabric/message":    {"fabric", "sim/..."},
	"fabric/flow":       {"fabric", "sim/..."},
	"fabric/postal":     {"fabric", "sim/..."},
	"fabric/loss":       {"fabric", "sim/..."},
	"fabric/fabrictest": {"fabric", "sim/..."},
	"fabric/host":       {"fabric", "sim/..."},

	"algo":         {"sim/units"},
	"algo/program": {"algo", "sim/units"},
	"algo/goal":    {"algo", "sim/units", "sim/input", "sim/words"},
	"algo/msccl":   {"algo", "sim/units", "sim/input", "sim/words"},
	"algo/nccl":    {"algo", "sim/units"},
	"algo/exec":    {"algo", "fabric", "fabric/host", "sim/..."},

	"scenarios":             {"scenarios/calibration", "algo/...", "fabric/...", "sim/..."},
	"scenarios/calibration": {"fabric/...", "sim/..."},
	"scenarios/...":         {"scenarios/...", "algo/...", "fabric/...", "sim/..."},
	"plots":                 {"plots/palette", "scenarios/...", "fabric/...", "sim/..."},
	"plots/...":             {"plots", "scenarios/...", "sim/..."},
	"page":                  {"scenarios/...", "plots/palette", "algo/...", "fabric/...", "sim/..."},
	"page/assets":           {},
	"page/browser":          {}, // tests alone, which drive a browser
	"cmd/collsim":           {"..."},
	"cmd/collsim/...":       {"..."},
	"cmd/collsim-wasm":      {"page", "scenarios/..."},
	"cmd/...":               {"scenarios/...", "plots/...", "algo/...", "fabric/...", "sim/..."},
}

// outside lists what no package below cmd may import: all files come in as bytes or io/fs.FS, all time is simulated.
var outside = []string{"os", "os/...", "net", "net/...", "time", "syscall", "math/rand", "math/rand/v2", "unsafe"}

func TestArrowsPointDown(t *testing.T) {
	for _, p := range list(t) {
		name, ok := strings.CutPrefix(p.ImportPath, module)
		if !ok {
			continue
		}
		allowed, ok := permitted(name)
		if !ok && len(p.GoFiles) > 0 {
			t.Errorf("%s is not in the table of arrows", name)
		}
		for _, target := range p.Imports {
			if to, ok := strings.CutPrefix(target, module); ok && !slices.ContainsFunc(allowed, func(a string) bool { return covers(a, to) }) {
				t.Errorf("%s imports %s; it may import %s", name, to, strings.Join(allowed, ", "))
			}
			if !strings.HasPrefix(name, "cmd/") && slices.ContainsFunc(outside, func(a string) bool { return covers(a, target) }) {
				t.Errorf("%s imports %s; below cmd nothing may", name, target)
			}
		}
	}
}

const module = "collsim/"

// permitted is what a package may import: by its own name in the table, or else by the longest pattern over it.
func permitted(name string) (allowed []string, ok bool) {
	if allowed, ok = arrows[name]; ok {
		return allowed, true
	}
	longest := ""
	for pattern := range arrows {
		if covers(pattern, name) && len(pattern) > len(longest) {
			longest = pattern
		}
	}
	allowed, ok = arrows[longest]
	return allowed, ok
}

// covers says whether a pattern of the table stands for a package.
func covers(pattern, name string) bool {
	prefix, open := strings.CutSuffix(pattern, "...")
	if !open {
		return pattern == name
	}
	return strings.HasPrefix(name, prefix) || name+"/" == prefix
}

type listed struct {
	ImportPath string
	GoFiles    []string
	Imports    []string
}

// list asks the go command for all packages of the module and what they need.
func list(t *testing.T) []listed {
	cmd := exec.Command("go", "list", "-pgo=off", "-e", "-deps", "-json=ImportPath,GoFiles,Imports", "./...")
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if len(all) < 10 {
		t.Fatalf("go list names %d packages only", len(all))
	}
	return all
}

func TestArrowsAreRead(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"sim/...", "sim", true}, {"sim/...", "sim/units", true}, {"sim/...", "simulator", false},
		{"sim", "sim/units", false}, {"...", "fabric", true}, {"net/...", "net/http", true}, {"os", "os/exec", false},
	} {
		if got := covers(c.pattern, c.name); got != c.want {
			t.Errorf("%s covers %s: %v", c.pattern, c.name, got)
		}
	}
	if a, ok := permitted("algo"); !ok || slices.Contains(a, "fabric") {
		t.Error("algo may import sim/units only")
	}
}
