package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"collsim/algo"
	"collsim/scenarios/measured"
	"collsim/sim/units"
)

// mostRows is how many sizes one command may ask for: more of them nobody reads.
const mostRows = 100_000

// sizes lists the sizes that are asked for, as nccl-tests goes through them.
func (t *testFlags) sizes() ([]units.Bytes, error) {
	var all []units.Bytes
	for n := t.least; n <= t.most; {
		if all = append(all, n); len(all) > mostRows {
			return nil, fmt.Errorf("-i: more than %s sizes from -b to -e; valid: a larger step, or -f", grouped(mostRows))
		}
		next := n + t.step
		if t.factor > 1 {
			next = n * units.Bytes(t.factor)
			if next/units.Bytes(t.factor) != n {
				break // beyond what can be counted
			}
		}
		if next <= n {
			if n == t.most {
				break
			}
			return nil, errors.New("-b: sizes do not grow from it; valid: -b of 1 or more with -f, -i of 1 or more without")
		}
		n = next
	}
	return all, nil
}

// elementType is a type of NCCL.
type elementType struct {
	name string
	size units.Bytes
}

var elementTypes = []elementType{
	{"int8", 1}, {"uint8", 1}, {"int32", 4}, {"uint32", 4}, {"int64", 8}, {"uint64", 8}, {"half", 2}, {"float", 4}, {"double", 8},
	{"bfloat16", 2}, {"f8e4m3", 1}, {"f8e5m2", 1},
}

func typeNames() []string {
	var names []string
	for _, t := range elementTypes {
		names = append(names, t.name)
	}
	return names
}

// redops are NCCL's reductions, as nccl-tests calls them.
var redops = []string{"sum", "prod", "max", "min", "avg", "mulsum"}

// one of the tests that a command line asks for.
type test struct {
	element elementType
	redop   string // none of a collective that does not reduce
	root    int    // -1 = it has none
}

// tests are those that flags ask for of a collective, in the order of nccl-tests.
func (t *testFlags) tests(c algo.Collective, ranks int) ([]test, error) {
	types, err := someOf(elementTypes, typeNames(), t.datatype, "-d", "type")
	if err != nil {
		return nil, err
	}
	ops, err := someOf(redops, redops, t.op, "-o", "reduction")
	if err != nil {
		return nil, err
	}
	if !reduces(c) {
		ops = []string{"none"}
	}
	roots := []int{-1}
	if rooted(c) {
		if roots, err = t.roots(ranks); err != nil {
			return nil, err
		}
	}
	var all []test
	for _, element := range types {
		for _, op := range ops {
			for _, root := range roots {
				all = append(all, test{element, op, root})
			}
		}
	}
	return all, nil
}

// someOf is the one of all that has a name, or every one.
func someOf[T any](all []T, names []string, name, flag, noun string) ([]T, error) {
	if name == "all" {
		return all, nil
	}
	i := slices.Index(names, name)
	if i < 0 {
		return nil, fmt.Errorf("%s: unknown %s %q%s", flag, noun, name, suggest(name, append(names, "all")))
	}
	return all[i : i+1], nil
}

func (t *testFlags) roots(ranks int) ([]int, error) {
	if t.root == "all" {
		roots := make([]int, ranks)
		for i := range roots {
			roots[i] = i
		}
		return roots, nil
	}
	root, err := strconv.Atoi(t.root)
	if err != nil || root < 0 || root >= ranks {
		return nil, fmt.Errorf("-r: not a rank: %q; valid: 0 to %d, or all", t.root, ranks-1)
	}
	return []int{root}, nil
}

func reduces(c algo.Collective) bool { return measured.Redop(c) != "none" }

func rooted(c algo.Collective) bool { return measured.Root(c) >= 0 }

// blocks tells whether nccl-tests counts one rank's block of the buffer, which it aligns to 16 bytes, or the whole of it.
func blocks(c algo.Collective) bool {
	switch c {
	case algo.AllGather, algo.ReduceScatter, algo.AllToAll, algo.Gather, algo.Scatter:
		return true
	}
	return false
}

// rounded is the size that is moved where one is asked for, and how many elements nccl-tests says that is.
func (t *test) rounded(c algo.Collective, asked units.Bytes, ranks int) (n units.Bytes, count int64) {
	e := t.element.size
	if !blocks(c) {
		count = int64(asked / e)
		return units.Bytes(count) * e, count
	}
	count = int64(asked/e) / int64(ranks) &^ (int64(16/e) - 1)
	return units.Bytes(count) * e * units.Bytes(ranks), count
}
