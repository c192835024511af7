package nccl

import (
	"fmt"
	"slices"
	"strings"

	"collsim/algo"
	"collsim/sim/units"
)

// Table prints what the model expects at each size, as `collsim perf --explain` does: a line a size, a column for each
// combination that is available, the choice marked with *, in microseconds. Below it stands why the others are not.
func (t *Tuning) Table(coll algo.Collective, sizes []units.Bytes) string {
	if _, ok := index(coll); !ok {
		return fmt.Sprintf("NCCL has no model of %s: it goes by sends and receives, LL up to 16 KiB a channel.\n", coll)
	}
	var b strings.Builder
	list := t.Predict(coll, 1)
	fmt.Fprintf(&b, "%12s", "bytes")
	for _, x := range list {
		if x.Available() {
			fmt.Fprintf(&b, " %14s", x.Method.String()+"/"+x.Protocol.Word())
		}
	}
	b.WriteString("\n")
	for _, n := range sizes {
		t.line(&b, coll, n)
	}
	for _, r := range absent(list) {
		fmt.Fprintf(&b, "%s\n", r)
	}
	return b.String()
}

func (t *Tuning) line(b *strings.Builder, coll algo.Collective, n units.Bytes) {
	list := t.Predict(coll, n)
	first, _ := best(list)
	fmt.Fprintf(b, "%12d", n)
	for i := range list {
		x := &list[i]
		if !x.Available() {
			continue
		}
		mark := ""
		if x == first {
			mark = "*"
		}
		fmt.Fprintf(b, " %14s", microseconds(x.Time)+mark)
	}
	b.WriteString("\n")
}

// absent says why combinations are not available, a line a reason: by the algorithm alone if none of its protocols is.
func absent(list []Prediction) []string {
	var reasons, names []string
	for _, x := range list {
		if x.Available() || x.Why == speaksSimple {
			continue
		}
		name := x.Method.String()
		if someOf(list, x.Method) {
			name += "/" + x.Protocol.Word()
		}
		i := slices.Index(reasons, x.Why)
		switch {
		case i < 0:
			reasons, names = append(reasons, x.Why), append(names, name)
		case names[i] != name && !strings.HasSuffix(names[i], ", "+name):
			names[i] += ", " + name
		}
	}
	for i := range names {
		names[i] += ": " + reasons[i]
	}
	return names
}

// someOf says whether an algorithm is available by some protocol.
func someOf(list []Prediction, a Algorithm) bool {
	return slices.ContainsFunc(list, func(x Prediction) bool { return x.Method == a && x.Available() })
}

// CSV lists the choices over a range of sizes in the columns of NCCL's example tuner plugin, one line for each stretch of
// sizes that go alike: collective, smallest and largest size, algorithm, protocol, channels (-1 = as NCCL counts them),
// nodes, ranks, operations a pipeline and registered buffers (-1 = any).
func (t *Tuning) CSV(coll algo.Collective, low, high units.Bytes) (string, error) {
	if _, ok := index(coll); !ok {
		return "", fmt.Errorf("nccl: a tuner does not see %s, which goes by sends and receives", coll)
	}
	if low < 0 || high < low {
		return "", fmt.Errorf("nccl: sizes from %d to %d", low, high)
	}
	var b strings.Builder
	for from := low; from <= high; {
		x, err := t.Choose(coll, from)
		if err != nil {
			return "", err
		}
		to := t.last(&x, high)
		line, _ := t.Rule(coll, from, to, x.Method, x.Protocol)
		b.WriteString(line + "\n")
		from = to + 1
	}
	return b.String(), nil
}

// csvAlgorithms are the names that the plugin reads.
var csvAlgorithms = [algorithms]string{"tree", "ring", "collnet_direct", "collnet_chain", "nvls", "nvls_tree", "pat"}

// last is the end of the stretch of sizes from x's on that go as x does: doubled until it is left, then halved in. A
// picosecond, to which expectations are rounded, does not end it.
func (t *Tuning) last(x *Choice, high units.Bytes) units.Bytes {
	same := func(n units.Bytes) bool {
		list := t.Predict(x.Collective, n)
		first, _ := best(list)
		return slices.ContainsFunc(list, func(y Prediction) bool {
			return y.Method == x.Method && y.Protocol == x.Protocol && y.Available() && y.Time <= first.Time+1
		})
	}
	in, step := x.Bytes, units.Bytes(1)
	for in+step <= high && same(in+step) {
		in += step
		step *= 2
	}
	for ; step > 0; step /= 2 {
		if in+step <= high && same(in+step) {
			in += step
		}
	}
	return in
}
