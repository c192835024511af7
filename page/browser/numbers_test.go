//go:build browser

package browser

import (
	"bytes"
	"encoding/json"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// flags are a question, as names and values of the command line.
type flags [][2]string

// address is where the page asks a question.
func (f flags) address() string {
	address := "#/explore?explore.curves=off"
	for _, nv := range f {
		name, value := nv[0], nv[1]
		if name == "set" {
			name, value, _ = strings.Cut(value, "=")
			name = "set." + name
		}
		address += "&" + name + "=" + url.QueryEscape(value)
	}
	return address
}

// asked are questions of all kinds.
var asked = map[string]flags{
	"ring":         {{"fabric", "hgx-h100"}, {"nodes", "2"}, {"collective", "all_reduce"}, {"algorithm", "ring"}, {"bytes", "64 MiB"}, {"library", "mpi"}},
	"barrier":      {{"fabric", "hgx-a100"}, {"nodes", "4"}, {"collective", "barrier"}, {"algorithm", "dissemination"}, {"library", "mpi"}, {"set", "ranks.3.start=70 us"}},
	"straggler":    {{"fabric", "hgx-h100"}, {"collective", "all_reduce"}, {"algorithm", "ring"}, {"bytes", "1 MiB"}, {"set", "ranks.5.slow=1.7"}, {"set", "ranks.5.start=3 us"}},
	"noise":        {{"fabric", "hgx-h100"}, {"nodes", "2"}, {"collective", "all_reduce"}, {"algorithm", "tree"}, {"bytes", "256 KiB"}, {"set", "jitter.mean=2 us"}, {"set", "jitter.distribution=exponential"}, {"seed", "7"}},
	"hierarchical": {{"fabric", "hgx-h100"}, {"nodes", "8"}, {"collective", "all_reduce"}, {"algorithm", "hierarchical"}, {"inter", "tree"}, {"bytes", "8 MiB"}, {"fidelity", "message"}},
	"nccl":         {{"fabric", "hgx-h100"}, {"nodes", "2"}, {"collective", "all_reduce"}, {"bytes", "16 MiB"}, {"library", "nccl"}},
	"packets":      {{"fabric", "hgx-h100"}, {"collective", "all_to_all"}, {"algorithm", "pairwise"}, {"bytes", "2 MiB"}, {"fidelity", "packet"}},
}

// cli runs a command line of collsim in a directory.
func cli(t testing.TB, dir, command string) []byte {
	t.Helper()
	rest, ok := strings.CutPrefix(command, "collsim ")
	if !ok {
		t.Fatalf("not a command line of collsim: %q", command)
	}
	c := exec.Command("sh", "-c", "exec "+program+" "+rest)
	c.Dir = dir
	var complaint bytes.Buffer
	c.Stderr = &complaint
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", command, err, &complaint)
	}
	return out
}

// answered is the engine's answer to run.
type answered struct {
	Result  json.RawMessage
	YAML    string
	Command string
}

// figure is what tests read of a result.
type figure struct {
	TotalPs      int64            `json:"total_ps"`
	CriticalPath map[string]int64 `json:"critical_path"`
}

func decode[T any](t testing.TB, data []byte) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatalf("%v: %s", err, abridged(string(data)))
	}
	return v
}

// TestNumbersAreThoseOfTheCommandLine compares all bytes of results, of both carriers, with what the command line prints that
// the page gives, and with what the file that it gives prints; and the total that the page shows.
func TestNumbersAreThoseOfTheCommandLine(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, c carrier) {
		t.Parallel()
		b := open(t, c, "#/explore?explore.curves=off")
		for name, f := range asked {
			text := run[string](b, "probe.ask({do: 'run', flags: %s})", f)
			got := decode[answered](t, []byte(text))
			if got.Result == nil {
				t.Errorf("%s: there is no result: %s", name, abridged(text))
				continue
			}
			want := cli(t, t.TempDir(), got.Command+" --output json")
			if !bytes.Equal(bytes.TrimSpace(got.Result), bytes.TrimSpace(want)) {
				t.Errorf("%s: %s gives other bytes than the page:\n%s\n%s", name, got.Command, want, got.Result)
			}
			b.turn(f.address())
			shown := run[[]int64](b, "probe.answer().ps")
			if total := decode[figure](t, want).TotalPs; len(shown) != 1 || shown[0] != total {
				t.Errorf("%s: the page shows %d ps, the command line %d", name, shown, total)
			}
			if command := run[string](b, "probe.text(probe.one('#command'))"); command != got.Command {
				t.Errorf("%s: the page shows the command %q, not %q", name, command, got.Command)
			}
			if yaml := run[string](b, "probe.one('textarea.yaml').value"); yaml != got.YAML {
				t.Errorf("%s: the page shows other YAML than the engine gave:\n%s", name, yaml)
			}
			again := fromFile(t, got.YAML)
			if first := decode[figure](t, want); again.TotalPs != first.TotalPs {
				t.Errorf("%s: the file of the page takes %d ps, the command line %d", name, again.TotalPs, first.TotalPs)
			}
		}
	})
}

// fromFile is what the command line says of a scenario in a file.
func fromFile(t testing.TB, yaml string) figure {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "scenario.yaml"), []byte(yaml), 0o666); err != nil {
		t.Fatal(err)
	}
	return decode[figure](t, cli(t, dir, "collsim run scenario.yaml --output json"))
}

// TestLinkReproducesTheNumbers changes controls, and opens the address that comes of it in a new page of either carrier.
func TestLinkReproducesTheNumbers(t *testing.T) {
	t.Parallel()
	b := open(t, carriers[1], "#/explore?explore.curves=off")
	first := run[json.RawMessage](b, "probe.answer()")
	for name, value := range map[string]string{"fabric": "hgx-a100", "bytes": "3 MiB", "algorithm": "tree", "channels": "4", "straggler.start": "12 us", "set.jitter.mean": "500 ns"} {
		run[bool](b, "probe.choose(%s, %s)", name, value)
	}
	changed := run[json.RawMessage](b, "probe.answer()")
	if bytes.Equal(first, changed) {
		t.Fatalf("the controls changed nothing: %s", first)
	}
	address := run[string](b, "location.hash")
	for _, other := range carriers {
		if again := run[json.RawMessage](open(t, other, address), "probe.answer()"); !bytes.Equal(changed, again) {
			t.Errorf("%s gives at %s\n%s, not\n%s", other.name, address, again, changed)
		}
	}
}
