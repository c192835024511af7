package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"collsim/scenarios"
	"collsim/scenarios/compare"
)

// TestCompareInterrupted: what was played is there, marked as partial, and no figure is drawn.
func TestCompareInterrupted(t *testing.T) {
	for _, study := range []string{"wiring", "grid", "crossings"} {
		for _, output := range []string{"table", "json", "csv"} {
			plot := filepath.Join(t.TempDir(), "picture.svg")
			ctx, stop := context.WithCancel(context.Background())
			w := newWatch()
			w.saw = func(p scenarios.Progress) {
				if p.Study == study {
					stop()
				}
			}
			var out, complaint bytes.Buffer
			code := execute(withWatch(ctx, w), []string{"compare", "--fabric", "hgx-h100", "--collective", "all_reduce", "--algorithms", "ring,tree", "--nodes", "2",
				"--bytes", "64KiB,16MiB", "--fidelity", "message", "--output", output, "--plot", plot}, streams{strings.NewReader(""), &out, &complaint})
			if code != exitInterrupted || !strings.HasPrefix(complaint.String(), "collsim: interrupted: ") {
				t.Errorf("%s, %s: exit %d, stderr %q", study, output, code, complaint.String())
			}
			if _, err := os.Stat(plot); !os.IsNotExist(err) {
				t.Errorf("%s, %s: a figure was written: %v", study, output, err)
			}
			partial := study != "wiring" && output != "csv"
			if marked := strings.HasSuffix(complaint.String(), "; what is known so far is marked as partial\n"); marked != partial || (out.Len() > 0) != partial {
				t.Errorf("%s, %s: stdout %q, stderr %q", study, output, out.String(), complaint.String())
			}
			if !partial || output == "table" {
				continue
			}
			var c compare.Comparison
			if err := json.Unmarshal(out.Bytes(), &c); err != nil || c.Partial == "" || len(c.Places) != 2 {
				t.Errorf("%s: %v: %s", study, err, out.String())
			}
		}
	}
}

// TestShortNames: names of columns are short and tell all apart.
func TestShortNames(t *testing.T) {
	names := []string{"ring", "tree", "double_binary_tree", "hierarchical", "hierarchical/tree", "hierarchical/ring", "direct", "dbt", "halving_doubling", "nvls-tree"}
	keys := shortNames(names)
	want := []string{"ring", "tree", "dbt3", "hier.", "hie5", "hie6", "dire.", "dbt", "hd", "nt"}
	if !slices.Equal(keys, want) {
		t.Errorf("%q, not %q", keys, want)
	}
}

func TestFactor(t *testing.T) {
	for m, want := range map[int64]string{1000: "1.00x", 1234: "1.23x", 9999: "9.99x", 10_000: "10.0x", 99_999: "99.9x", 100_000: "100x", 1_234_567: "1234x"} {
		if got := factor(m); got != want {
			t.Errorf("%d: %s, not %s", m, got, want)
		}
	}
}

// TestMatrixColumns: cells stand under their heads, and no line is wider than the screen.
func TestMatrixColumns(t *testing.T) {
	var out, complaint bytes.Buffer
	execute(context.Background(), []string{"compare", "--fabric", "star", "--collective", "all_reduce", "--algorithms", "ring,tree", "--ranks", "2..16", "--bytes", "8B,1MiB",
		"--fidelity", "message"}, streams{strings.NewReader(""), &out, &complaint})
	rows := strings.Split(out.String(), "\n")
	i := slices.IndexFunc(rows, func(r string) bool { return strings.Contains(r, " size ") })
	if i < 0 {
		t.Fatal(out.String(), complaint.String())
	}
	for _, scale := range []string{"2 ranks", "4 ranks", "8 ranks", "16 ranks"} {
		at := strings.Index(rows[i], scale)
		for _, row := range rows[i+1 : i+3] {
			if at < 2 || row[at-1] != ' ' || row[at] == ' ' {
				t.Errorf("no cell stands under %s:\n%s\n%s", scale, rows[i], row)
			}
		}
	}
	for _, row := range rows {
		if letters(row) > screen {
			t.Errorf("wider than the screen: %q", row)
		}
	}
}
