package measured

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"collsim/algo"
	"collsim/sim/input"
)

// Logs of every kind that has been met, in shape: none is a copy of one.
func TestParse(t *testing.T) {
	datadriven.RunTest(t, "testdata/parse.txt", func(t *testing.T, d *datadriven.TestData) string {
		want := ""
		d.MaybeScanArgs(t, "want", &want)
		l, err := Parse("f", []byte(d.Input), algo.Collective(want))
		if err != nil {
			return strings.TrimPrefix(err.Error(), "f: ") + "\n"
		}
		return summary(l)
	})
}

func summary(l *Log) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s, %s on %d nodes, NCCL %s%s\n", l.Collective, after(" by ", l.Program), count(l.Ranks), l.Nodes, or(l.Version, "unknown"), after(", nccl-tests ", l.Tests))
	if s := l.Setup; s != (Setup{}) {
		step := fmt.Sprint("factor ", s.StepFactor)
		if s.StepFactor == 0 {
			step = s.StepBytes.Exact()
		}
		fmt.Fprintf(&b, "asked: %d threads x %d GPUs, %d to %d B by %s, %d + %d x %d iterations, validation %d, graph %d\n",
			s.Threads, s.GPUs, s.MinBytes, s.MaxBytes, step, s.Warmup, s.Iterations, s.Aggregated, s.Validation, s.Graph)
	}
	for _, r := range l.Rows {
		fmt.Fprintf(&b, "%d: %d B, %d x %s%s, root %d: %s%s\n", r.Line, r.Bytes, r.Count, r.Type, after(" ", r.Redop), r.Root, or(half(r.OutOfPlace), "not measured"), after(", in place ", half(r.InPlace)))
		if x := r.Chosen; x != (Chosen{}) {
			fmt.Fprintf(&b, "    NCCL took %s, %s, %d channels\n", x.Algorithm, x.Protocol, x.Channels)
		}
	}
	for _, p := range l.Problems {
		b.WriteString(p.String() + "\n")
	}
	return b.String()
}

func half(s Sample) string {
	switch {
	case !s.Measured:
		return ""
	case s.Wrong == Unchecked:
		return s.Time.String() + " (unchecked)"
	}
	return fmt.Sprint(s.Time, " (", s.Wrong, " wrong)")
}

func count(ranks int) string {
	if ranks == 0 {
		return "ranks unknown"
	}
	return fmt.Sprint(ranks, " ranks")
}

func or(text, instead string) string {
	if text == "" {
		return instead
	}
	return text
}

func after(before, text string) string {
	if text == "" {
		return ""
	}
	return before + text
}

// A refusal names the file, so that it can be told by itself.
func TestRefusalsArePlaced(t *testing.T) {
	_, err := Parse("some.log", nil, "")
	if p, ok := err.(input.Problems); !ok || p[0].Where.File != "some.log" {
		t.Errorf("%v", err)
	}
}
