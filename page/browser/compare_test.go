//go:build browser

package browser

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestCompare sets two questions side by side, and reads the difference from the command line.
func TestCompare(t *testing.T) {
	t.Parallel()
	const address = "#/compare?fabric=hgx-h100&nodes=2&collective=all_reduce&algorithm=ring&bytes=1+MiB&library=mpi&b.fabric=hgx-h100&b.nodes=2&b.collective=all_reduce&b.algorithm=tree&b.bytes=1+MiB&b.library=mpi"
	b := open(t, carriers[0], address)
	dir := t.TempDir()
	var want []int64
	for _, name := range []string{"ring", "tree"} {
		text := cli(t, dir, "collsim run --fabric hgx-h100 --nodes 2 --collective all_reduce --algorithm "+name+" --bytes 1MiB --library mpi --output json")
		if err := os.WriteFile(filepath.Join(dir, name+".json"), text, 0o666); err != nil {
			t.Fatal(err)
		}
		want = append(want, decode[figure](t, text).TotalPs)
	}
	if got := run[[]int64](b, "probe.answer().ps"); !slices.Equal(got, want) {
		t.Errorf("the page shows %d ps, the command line says %d", got, want)
	}
	question := func(algorithm string) flags {
		return flags{{"fabric", "hgx-h100"}, {"nodes", "2"}, {"collective", "all_reduce"}, {"algorithm", algorithm}, {"bytes", "1MiB"}, {"library", "mpi"}}
	}
	got := decode[struct {
		Difference struct{ Pairs json.RawMessage }
	}](t, []byte(run[string](b, "probe.ask({do: 'compare', a: {flags: %s}, b: {flags: %s}})", question("ring"), question("tree"))))
	command := decode[struct{ Pairs json.RawMessage }](t, cli(t, dir, "collsim compare ring.json tree.json --output json"))
	if string(got.Difference.Pairs) != string(command.Pairs) {
		t.Errorf("the page says of the difference\n%s, the command line\n%s", got.Difference.Pairs, command.Pairs)
	}
	run[bool](b, "probe.press('Swap')")
	slices.Reverse(want)
	if got := run[[]int64](b, "probe.answer().ps"); !slices.Equal(got, want) {
		t.Errorf("swapped, the page shows %d ps, not %d", got, want)
	}
}

// TestScenariosAsYAML types a scenario, breaks it, mends it, saves it and loads it again.
func TestScenariosAsYAML(t *testing.T) {
	t.Parallel()
	const good = "schema: collsim.scenario/v1\nfabric: {preset: hgx-h100}\ncollective: all_gather\nalgorithm: ring\nbytes: 2 MiB\nlibrary: raw\n"
	bad := strings.Replace(good, "bytes: 2 MiB", "bytes: 2 elephants", 1)
	b := open(t, carriers[1], "#/explore?explore.curves=off")
	use := func(text string) {
		t.Helper()
		run[bool](b, "probe.opened('.editor')")
		run[any](b, "probe.set(probe.one('textarea.yaml'), %s)", text)
		run[bool](b, "probe.press('Run this')")
	}
	use(good)
	want := fromFile(t, good).TotalPs
	if got := run[[]int64](b, "probe.answer().ps"); !slices.Equal(got, []int64{want}) {
		t.Errorf("the page shows %d ps, the command line %d", got, want)
	}
	use(bad)
	problems := run[[]string](b, "probe.all('.problems li').map(probe.text)")
	if len(problems) != 1 || !strings.Contains(problems[0], "line 5:") || !strings.Contains(problems[0], "elephants") {
		t.Errorf("the page says of line 5: %q", problems)
	}
	if marked := run[[]string](b, "probe.all('.gutter mark').map(probe.text)"); !slices.Equal(marked, []string{"5"}) {
		t.Errorf("lines %q are marked", marked)
	}
	if text := run[string](b, "probe.one('textarea.yaml').value"); text != bad {
		t.Errorf("what was written is gone: %q", text)
	}
	run[any](b, "probe.one('.problems button').click()")
	if at := run[string](b, "(e => e.value.slice(e.selectionStart, e.selectionEnd))(document.activeElement)"); !strings.Contains(at, "2 elephants") {
		t.Errorf("the place of the problem is %q", at)
	}
	use(good)
	if problems := run[[]string](b, "probe.all('.problems li').map(probe.text)"); len(problems) > 0 {
		t.Errorf("mended, the page still says %q", problems)
	}
	saved := run[string](b, "probe.saved()")
	if again := fromFile(t, saved); again.TotalPs != want {
		t.Errorf("saved, it takes %d ps, not %d", again.TotalPs, want)
	}
	run[bool](b, "probe.turn('#/explore?explore.curves=off')")
	run[bool](b, "probe.load(%s)", saved)
	if got := run[[]int64](b, "probe.answer().ps"); !slices.Equal(got, []int64{want}) {
		t.Errorf("loaded again, the page shows %d ps, not %d", got, want)
	}
}
