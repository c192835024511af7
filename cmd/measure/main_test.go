//go:build linux

package main

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The line through points of a power is that power, whatever its factor; a point beside it shows.
func TestFit(t *testing.T) {
	for _, exponent := range []float64{0, 0.5, 1, 2, -1} {
		var x, y []float64
		for _, v := range []float64{2, 4, 8, 64, 1024} {
			x, y = append(x, v), append(y, 7*math.Pow(v, exponent))
		}
		l := fit(x, y)
		if math.Abs(l.exponent-exponent) > 1e-12 || math.Abs(l.factor-7) > 1e-9 || l.off > 1e-12 {
			t.Errorf("7 x^%v: %+v", exponent, l)
		}
		y[2] *= 2
		if l := fit(x, y); l.off < 0.5 {
			t.Errorf("7 x^%v with one point twice as high: %+v", exponent, l)
		}
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 33546240: "33,546,240", 1234567890123: "1,234,567,890,123"} {
		if got := grouped(n); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
}

// Our side of the comparison: the program does the works, moves what they have, and ends when the closed form says.
func TestOurSide(t *testing.T) {
	program := filepath.Join(t.TempDir(), "collsim")
	if text, err := exec.Command("go", "build", "-pgo=off", "-o", program, "collsim/cmd/collsim").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	o := options{programs: programs{collsim: program}, runs: 1, ranks: []int{2, 8}, packets: work{ranks: 4, bytes: 1 << 20, packets: true}}
	text, err := peers(&o)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| ring, 8 ranks, 8 MiB: 112 messages | collsim run | 299.201280 |", "| ring, 4 ranks, 1 MiB: 1,536 packets | collsim run | 33.857280 |"} {
		if !strings.Contains(text, want) {
			t.Errorf("no row begins with %s:\n%s", want, text)
		}
	}
	lie := contestant{"lie", func(w work) (outcome, error) {
		r, err := o.program(w)
		r.simulated++
		return r, err
	}, work.simulated}
	if _, err := contest(o.packets, []contestant{lie}, 1); err == nil || !strings.Contains(err.Error(), "33857281 ps") {
		t.Errorf("a picosecond too much: %v", err)
	}
	small := []foldable{{"ring", 8, true, starRing + " --bytes 8MiB"}, {"ring", 4096, false, starRing + " --bytes 4GiB"}}
	if text, err = folded(&o, small); err != nil || !strings.Contains(text, "| ring | 8 | 112 | 299.201280 |") || !strings.Contains(text, "| 33,546,240 | 175,032.748800 |") {
		t.Errorf("folded: %v\n%s", err, text)
	}
}

// What ns-3 simulates is what its model says: these were taken from its program, over 64 ranks.
func TestPeersAreExplained(t *testing.T) {
	w := work{ranks: 64, bytes: 64 << 20, packets: true}
	for name, c := range map[string]struct{ got, want int64 }{
		"wired": {wired(w), 2_704_428_720}, "bridge": {bridged(w), 2_703_133_440}, "ours": {w.simulated(), 2_692_811_520},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d ps, the program said %d", name, c.got, c.want)
		}
	}
}

// The script and the sources that it names are there and can be read by who has to read them.
func TestScript(t *testing.T) {
	script := filepath.Join("..", "..", ".ci", "peers")
	if text, err := exec.Command("bash", "-n", script).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
	text, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	sources, err := filepath.Glob(filepath.Join("..", "..", "testdata", "peers", "*.cpp"))
	if err != nil || len(sources) == 0 {
		t.Fatal(sources, err)
	}
	for _, source := range sources {
		name := strings.TrimSuffix(filepath.Base(source), ".cpp")
		if !strings.Contains(string(text), "compile "+name+" ") {
			t.Errorf("%s does not build %s", script, name)
		}
	}
}

// The fits in the page are those of the points in the page, and each rate is its count over its CPU.
func TestPage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "performance.md"))
	if err != nil {
		t.Fatal(err)
	}
	from, to, err := between(string(page), "growth")
	if err != nil {
		t.Fatal(err)
	}
	text := string(page[from:to])
	points := read(t, text)
	if len(points) < 20 {
		t.Fatalf("%d points", len(points))
	}
	if !strings.Contains(text, fits(points)) {
		t.Errorf("the fits are not those of the points, which would be\n%s", fits(points))
	}
	if from, to, err = between(string(page), "peers"); err != nil {
		t.Fatal(err)
	}
	if _, _, err = between(string(page), "folded"); err != nil {
		t.Error(err)
	}
	if rows := ratios(t, string(page[from:to])); rows < 6 {
		t.Errorf("%d rows of peers", rows)
	}
}

// read is the inverse of row.
func read(t *testing.T, text string) (points []point) {
	for line := range strings.Lines(text) {
		cells := strings.Split(strings.Trim(line, "| \n"), " | ")
		if len(cells) != 7 || cells[0] != "message" && cells[0] != "packet" || !strings.ContainsAny(cells[1][:1], "0123456789") {
			continue
		}
		p := point{level: cells[0], ranks: whole(t, cells[1]), bytes: whole(t, cells[2]), links: whole(t, cells[3]), moved: whole(t, cells[4]), cpu: 1000 * whole(t, cells[5])}
		if p.row() != line {
			t.Errorf("%q should be %q", line, p.row())
		}
		points = append(points, p)
	}
	return points
}

func whole(t *testing.T, s string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(strings.ReplaceAll(s, ",", ""), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// ratios checks that each ratio to the first row of a work is that of the rates, as near as they are printed.
func ratios(t *testing.T, text string) (rows int) {
	var first float64
	for line := range strings.Lines(text) {
		cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "| "), " |\n"), " | ")
		if len(cells) != 7 || cells[0] == "work" {
			continue
		}
		rate := float64(whole(t, cells[5]))
		if cells[0] != "" {
			first = rate
		}
		if ratio, err := strconv.ParseFloat(cells[6], 64); err != nil || math.Abs(ratio-rate/first) > 0.06 {
			t.Errorf("%q: the ratio is %.1f", line, rate/first)
		}
		rows++
	}
	return rows
}
