package measured

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/algo"
	"collsim/sim/units"
)

// sampled is a log as a run of 4 ranks on 2 nodes would leave it, with times of many lengths.
func sampled(c algo.Collective) *Log {
	l := &Log{
		Name: "f", Program: program(c), Collective: c, Ranks: 4, Nodes: 2, Version: "2.29.2", Tests: "2.19.6",
		Setup: Setup{Threads: 1, GPUs: 1, MinBytes: 64, MaxBytes: 1 << 34, StepFactor: 8, Warmup: 1, Iterations: 20, Aggregated: 1, Validation: 1},
	}
	for i := range 4 {
		l.Devices = append(l.Devices, Device{Rank: i, Process: 4700 + i, Host: fmt.Sprintf("node%d", i/2), Index: i % 2, Bus: fmt.Sprintf("0000:%02x:00", i), Name: "NVIDIA H100 80GB HBM3"})
	}
	d := 7_654_321 * units.Picosecond
	for n := units.Bytes(64); n <= 1<<34; n *= 8 {
		r := Row{Bytes: n, Count: Count(c, 4, n, 4), Type: "float", Redop: Redop(c), Root: Root(c)}
		r.OutOfPlace, r.InPlace = Sample{Measured: true, Time: d}, Sample{Measured: true, Time: d - 321}
		if c == algo.AllToAll || c == algo.SendRecv {
			r.InPlace.Wrong = Unchecked
		}
		l.Rows = append(l.Rows, r)
		d = d*4 + d/3
	}
	return l
}

// printed are the rows as text gives them back: times have as many digits as fit, and lines and bandwidths are the text's own.
func printed(rows []Row) []Row {
	all := make([]Row, len(rows))
	for i, r := range rows {
		for _, s := range []*Sample{&r.OutOfPlace, &r.InPlace} {
			if s.Measured {
				s.Time, _ = microseconds(strings.TrimSpace(fit(inMicroseconds(s.Time), 7)))
			}
		}
		all[i] = bare(r)
	}
	return all
}

func bare(r Row) Row {
	r.Chosen = Chosen{} // which is not written
	r.Line, r.OutOfPlace.Algbw, r.OutOfPlace.Busbw, r.InPlace.Algbw, r.InPlace.Busbw = 0, 0, 0, 0, 0
	return r
}

func bares(rows []Row) []Row {
	all := make([]Row, len(rows))
	for i, r := range rows {
		all[i] = bare(r)
	}
	return all
}

// What is written is read back, for every test there is: all of it.
func TestRoundTrip(t *testing.T) {
	for _, test := range tests {
		l := sampled(test.collective)
		back, err := Parse("f", Text(l), "")
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if diff := cmp.Diff(printed(l.Rows), bares(back.Rows)); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
		data, err := JSON(l)
		if err != nil {
			t.Fatal(err)
		}
		exact, err := Parse("f", data, test.collective)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if diff := cmp.Diff(bares(l.Rows), bares(exact.Rows)); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
		for _, o := range []*Log{back, exact} {
			o.Rows, o.Args = l.Rows, nil
			if data[0] == '{' && o == exact {
				o.Tests = l.Tests // JSON does not say it
			}
			if diff := cmp.Diff(l, o); diff != "" {
				t.Errorf("%s: %s", test.name, diff)
			}
		}
	}
}

// A log may be cut anywhere: all rows whose out-of-place half is whole are there, as they are in the whole log, and no other.
func TestCutLogs(t *testing.T) {
	l := sampled(algo.AllReduce)
	l.Devices = l.Devices[3:]
	text := string(Text(l))
	whole, err := Parse("f", []byte(text), algo.AllReduce)
	if err != nil {
		t.Fatal(err)
	}
	ends := ends(text, whole.Rows)
	for cut := range text {
		got, err := Parse("f", []byte(text[:cut]), algo.AllReduce)
		want := 0
		for want < len(ends) && ends[want] <= cut {
			want++
		}
		if err != nil {
			if want > 0 {
				t.Fatalf("cut at %d: %v", cut, err)
			}
			continue
		}
		if len(got.Rows) != want {
			t.Fatalf("cut at %d: %d rows, not %d", cut, len(got.Rows), want)
		}
		for i, r := range got.Rows {
			if r.Bytes != whole.Rows[i].Bytes || r.OutOfPlace.Time != whole.Rows[i].OutOfPlace.Time {
				t.Fatalf("cut at %d: row %v, not %v", cut, r, whole.Rows[i])
			}
			if r.InPlace.Measured && r.InPlace.Time != whole.Rows[i].InPlace.Time {
				t.Fatalf("cut at %d: in place %v, not %v", cut, r, whole.Rows[i])
			}
		}
	}
	for cut := range text {
		got, err := Parse("f", []byte(text[cut:]), algo.AllReduce)
		if err != nil {
			continue
		}
		for _, r := range got.Rows {
			if !holds(whole.Rows, r) {
				t.Fatalf("begun at %d: row %v is not of the log", cut, r)
			}
		}
	}
}

// ends are where in a text the out-of-place halves of its rows are complete.
func ends(text string, rows []Row) []int {
	var all []int
	at := 0
	for i, line := range strings.SplitAfter(text, "\n") {
		for _, r := range rows {
			if words := tokens(strings.TrimSuffix(line, "\n")); r.Line == i+1 {
				all = append(all, at+words[8].end)
			}
		}
		at += len(line)
	}
	return all
}

func holds(rows []Row, r Row) bool {
	for _, o := range rows {
		if r.Bytes == o.Bytes && r.Count == o.Count && r.OutOfPlace.Time == o.OutOfPlace.Time {
			return true
		}
	}
	return false
}

// Messages of NCCL and labels of launchers may stand anywhere, right behind what was printed last as well: the rows are the same.
func TestInterleavedLogs(t *testing.T) {
	l := sampled(algo.AllGather)
	text := strings.TrimSuffix(string(Text(l)), "\n")
	want, err := Parse("f", []byte(text), algo.AllGather)
	if err != nil {
		t.Fatal(err)
	}
	const message = "9lives:77:78 [1] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM"
	for name, change := range map[string]func(line string) string{
		"messages between":   func(line string) string { return line + "\n" + message },
		"mpirun":             func(line string) string { return "[1,0]<stdout>:" + line },
		"mpirun 5":           func(line string) string { return "[prterun-a-1@1,0]<stdout>: " + line },
		"srun":               func(line string) string { return " 0: " + line },
		"times of day":       func(line string) string { return "2025-11-30T06:17:44.5Z " + line },
		"carriage returns":   func(line string) string { return line + "\r" },
		"colours":            func(line string) string { return "\x1b[32m" + line + "\x1b[0m" },
		"cut at the root":    func(line string) string { return cutAfter(line, 5, message) },
		"cut in the middle":  func(line string) string { return cutAfter(line, 9, message) },
		"cut at both places": func(line string) string { return cutAfter(cutAfter(line, 9, message), 5, message) },
	} {
		var lines []string
		for _, line := range strings.Split(text, "\n") {
			lines = append(lines, change(line))
		}
		got, err := Parse("f", []byte(strings.Join(lines, "\n")), algo.AllGather)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(bares(want.Rows), bares(got.Rows)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if got.Ranks != want.Ranks || got.Nodes != want.Nodes || got.Setup != want.Setup || got.Version != want.Version || len(got.Problems) > 0 {
			t.Errorf("%s: %s", name, summary(got))
		}
	}
}

// cutAfter prints a message right behind so many columns of a row, and a line of it whole.
func cutAfter(line string, columns int, message string) string {
	words := tokens(line)
	if strings.HasPrefix(line, "#") || len(words) < columns {
		return line
	}
	at := words[columns-1].end
	return line[:at] + message + "\n" + message + "\n" + line[at:]
}
