package exec_test

import (
	"testing"

	"collsim/algo"
	"collsim/fabric/host"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// Links of a node carry a whole message while its block writes it: the longer of both shows. Between nodes a NIC begins when
// all of it is written.
func TestWrittenWhileCarried(t *testing.T) {
	const n, ranks = 60_000, 4
	g := star(t, ranks)
	for _, rate := range []units.Rate{10e9, 50e9, 100e9, 300e9} {
		pass := rate.Over(n)
		for _, perNode := range []int{ranks, 1} {
			b := &blocks{Kernel: host.Kernel{Block: rate, NetBlock: rate}, work: 1}
			serialize, library := starOver(n)-min(starOver(n), pass), units.Duration(0)
			if perNode == 1 {
				serialize, library = starOver(n), 1
			}
			for _, l := range levels {
				expect(t, play(t, b.run(chain(ranks, n), g, l, perNode, 0)), map[ledger.Component]units.Duration{
					ledger.Prepare: ranks * pass, ledger.Serialize: (ranks - 1) * serialize,
					ledger.Propagate: (ranks - 1) * starMessage(0), ledger.Library: (ranks - 1) * library,
				})
			}
		}
	}
}

// A rank of a tree reads all its children in one pass, and its root writes down in the pass that adds up: with a root and two
// children three passes follow one another, and no more.
func TestTreesPassOnce(t *testing.T) {
	const n = 60_000
	g := star(t, 3)
	b := &blocks{Kernel: host.Kernel{Block: 10e9}}
	steps := map[[2]int32][]algo.Step{}
	step := func(r, lane int32) algo.Step {
		s := still(n, r)
		s.Chunks = algo.Chunks{Count: 1, Run: 1, Stride: 1}
		return s
	}
	for _, leaf := range []int32{1, 2} {
		up, down := step(leaf, 0), step(leaf, 1)
		up.Send, down.Recv = 0, 0
		steps[[2]int32{leaf, 0}], steps[[2]int32{leaf, 1}] = []algo.Step{up}, []algo.Step{down}
		in, out := step(0, 0), step(0, 1)
		in.Recv, in.Reduce, out.Send = leaf, true, leaf
		if leaf == 1 {
			out.WaitLane, out.WaitStep = 0, 1
		} else {
			in.Signal = true
		}
		steps[[2]int32{0, 0}], steps[[2]int32{0, 1}] = append(steps[[2]int32{0, 0}], in), append(steps[[2]int32{0, 1}], out)
	}
	const pass = n * 100 * units.Picosecond
	expect(t, play(t, b.run(written(3, 2, steps), g, levels[0], 3, 0)), map[ledger.Component]units.Duration{
		ledger.Prepare: 2 * pass, ledger.Reduce: pass, ledger.Serialize: 2 * starOver(n), ledger.Propagate: 2 * starMessage(0),
	})
}
