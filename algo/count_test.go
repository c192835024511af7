package algo

import (
	"math/bits"
	"testing"

	"collsim/sim/units"
)

// numbers are the quantities of the closed forms, as reference texts write them.
type numbers struct {
	p, f, l, x int         // ranks, floor and ceiling of log2 p, 1 off powers of two
	big        int         // 2^f
	n          units.Bytes // of the call
	deep       int         // edges on the longest path of a binomial tree: most bits set in a number below p
}

func numbersOf(p int, n units.Bytes) numbers {
	k := numbers{p: p, n: n, f: bits.Len(uint(p)) - 1, l: bits.Len(uint(p - 1))}
	k.x, k.big = k.l-k.f, 1<<k.f
	for v := range p {
		k.deep = max(k.deep, bits.OnesCount(uint(v)))
	}
	return k
}

// row is a line of the table of closed forms. sent is the most bytes that a rank sends, for n divisible by all that the
// algorithm divides by; reduced the most that a rank combines.
type row struct {
	collective      Collective
	name            string
	rounds, depth   func(numbers) int
	messages        func(numbers) int
	sent, reduced   func(numbers) units.Bytes
	fewerThanCeilOK bool // has fewer rounds than log2 p: more than one send or receive a rank and round
}

func nothing(numbers) units.Bytes { return 0 }

var table = []row{
	{
		collective: AllReduce, name: "ring",
		rounds:   func(k numbers) int { return 2 * (k.p - 1) },
		depth:    func(k numbers) int { return 2 * (k.p - 1) },
		messages: func(k numbers) int { return 2 * k.p * (k.p - 1) },
		sent:     func(k numbers) units.Bytes { return 2 * (k.n - k.n/units.Bytes(k.p)) },
		reduced:  func(k numbers) units.Bytes { return k.n - k.n/units.Bytes(k.p) },
	}, {
		collective: AllReduce, name: "recursive_doubling",
		rounds: func(k numbers) int { return k.f + 2*k.x },
		depth: func(k numbers) int {
			if k.x == 1 && k.p-k.big <= k.big/2 {
				return k.f + 1 // what folds in at one end never folds out at the other: hosts are never opposite
			}
			return k.f + 2*k.x
		},
		messages: func(k numbers) int { return k.big*k.f + 2*(k.p-k.big) },
		sent:     func(k numbers) units.Bytes { return units.Bytes(k.f+k.x) * k.n },
		reduced:  func(k numbers) units.Bytes { return units.Bytes(k.f+k.x) * k.n },
	}, {
		collective: AllReduce, name: "halving_doubling",
		rounds:   func(k numbers) int { return 2*k.f + 2*k.x },
		depth:    func(k numbers) int { return 2*k.f + 2*k.x },
		messages: func(k numbers) int { return 2*k.big*k.f + 2*(k.p-k.big) },
		sent:     func(k numbers) units.Bytes { return 2*(k.n-k.n/units.Bytes(k.big)) + units.Bytes(k.x)*k.n },
		reduced:  func(k numbers) units.Bytes { return k.n - k.n/units.Bytes(k.big) + units.Bytes(k.x)*k.n },
	}, {
		collective: AllReduce, name: "tree",
		rounds:   func(k numbers) int { return 2 * k.l },
		depth:    func(k numbers) int { return 2 * k.deep },
		messages: func(k numbers) int { return 2 * (k.p - 1) },
		sent:     func(k numbers) units.Bytes { return units.Bytes(k.l) * k.n },
		reduced:  func(k numbers) units.Bytes { return units.Bytes(k.l) * k.n },
	}, {
		collective: AllReduce, name: "double_binary_tree",
		rounds:   func(k numbers) int { return 2 * k.l },
		depth:    func(k numbers) int { return 2 * k.l },
		messages: func(k numbers) int { return 4 * (k.p - 1) },
	}, {
		collective: AllReduce, name: "hierarchical", // of one rank a node: a ring
		rounds:   func(k numbers) int { return 2 * (k.p - 1) },
		depth:    func(k numbers) int { return 2 * (k.p - 1) },
		messages: func(k numbers) int { return 2 * k.p * (k.p - 1) },
	}, {
		collective: AllReduce, name: "direct", fewerThanCeilOK: true,
		rounds:   func(numbers) int { return 2 },
		depth:    func(numbers) int { return 2 },
		messages: func(k numbers) int { return 2 * k.p * (k.p - 1) },
		sent:     func(k numbers) units.Bytes { return 2 * (k.n - k.n/units.Bytes(k.p)) },
		reduced:  func(k numbers) units.Bytes { return k.n - k.n/units.Bytes(k.p) },
	}, {
		collective: AllReduce, name: "central", fewerThanCeilOK: true,
		rounds:   func(numbers) int { return 2 },
		depth:    func(numbers) int { return 2 },
		messages: func(k numbers) int { return 2 * (k.p - 1) },
		sent:     func(k numbers) units.Bytes { return units.Bytes(k.p-1) * k.n },
		reduced:  func(k numbers) units.Bytes { return units.Bytes(k.p-1) * k.n },
	}, {
		collective: AllReduce, name: "nvls", fewerThanCeilOK: true,
		rounds:   func(numbers) int { return 4 },
		depth:    func(numbers) int { return 4 },
		messages: func(k numbers) int { return 2*k.p*k.p + 2*k.p },
		sent:     func(k numbers) units.Bytes { return k.n + k.n/units.Bytes(k.p) },
		reduced:  nothing, // at ranks
	}, {
		collective: AllReduce, name: "nvls_tree", // of one rank a node: a tree, and a switch before and after
		rounds:   func(k numbers) int { return 4 + 2*k.l },
		depth:    func(k numbers) int { return 4 + 2*k.l },
		messages: func(k numbers) int { return 4*k.p + 2*(k.p-1) },
	}, {
		collective: AllReduce, name: "collnet", fewerThanCeilOK: true, // of one rank a node, and one switch
		rounds:   func(numbers) int { return 2 },
		depth:    func(numbers) int { return 2 },
		messages: func(k numbers) int { return 2 * k.p },
		sent:     func(k numbers) units.Bytes { return k.n },
		reduced:  nothing,
	}, {
		collective: AllReduce, name: "collnet_chain", fewerThanCeilOK: true, // of one rank a node, which is a chain of one
		rounds:   func(numbers) int { return 2 },
		depth:    func(numbers) int { return 2 },
		messages: func(k numbers) int { return 2 * k.p },
		sent:     func(k numbers) units.Bytes { return k.n },
		reduced:  nothing,
	}, {
		collective: AllGather, name: "nvls", fewerThanCeilOK: true,
		rounds:   func(numbers) int { return 2 },
		depth:    func(numbers) int { return 2 },
		messages: func(k numbers) int { return k.p*k.p + k.p },
		sent:     func(k numbers) units.Bytes { return k.n / units.Bytes(k.p) },
		reduced:  nothing,
	}, {
		collective: ReduceScatter, name: "nvls", fewerThanCeilOK: true,
		rounds:   func(numbers) int { return 2 },
		depth:    func(numbers) int { return 2 },
		messages: func(k numbers) int { return k.p*k.p + k.p },
		sent:     func(k numbers) units.Bytes { return k.n },
		reduced:  nothing,
	}, {
		collective: AllGather, name: "ring",
		rounds:   func(k numbers) int { return k.p - 1 },
		depth:    func(k numbers) int { return k.p - 1 },
		messages: func(k numbers) int { return k.p * (k.p - 1) },
		sent:     func(k numbers) units.Bytes { return k.n - k.n/units.Bytes(k.p) },
		reduced:  nothing,
	}, {
		collective: AllGather, name: "bruck",
		rounds:   func(k numbers) int { return k.l },
		depth:    func(k numbers) int { return k.l },
		messages: func(k numbers) int { return k.p * k.l },
		sent:     func(k numbers) units.Bytes { return k.n - k.n/units.Bytes(k.p) },
		reduced:  nothing,
	}, {
		collective: AllGather, name: "pat",
		rounds:   func(k numbers) int { return k.l },
		depth:    func(k numbers) int { return k.l },
		messages: func(k numbers) int { return k.p * k.l },
		sent:     func(k numbers) units.Bytes { return k.n - k.n/units.Bytes(k.p) },
		reduced:  nothing,
	}, {
		collective: AllGather, name: "recursive_doubling",
		rounds:   func(k numbers) int { return k.f },
		depth:    func(k numbers) int { return k.f },
		messages: func(k numbers) int { return k.p * k.f },
		sent:     func(k numbers) units.Bytes { return k.n - k.n/units.Bytes(k.p) },
		reduced:  nothing,
	}, {
		collective: AllGather, name: "direct", fewerThanCeilOK: true,
		rounds:   func(numbers) int { return 1 },
		depth:    func(numbers) int { return 1 },
		messages: func(k numbers) int { return k.p * (k.p - 1) },
		sent:     func(k numbers) units.Bytes { return k.n - k.n/units.Bytes(k.p) },
		reduced:  nothing,
	}, {
		collective: ReduceScatter, name: "ring",
		rounds:   func(k numbers) int { return k.p - 1 },
		depth:    func(k numbers) int { return k.p - 1 },
		messages: func(k numbers) int { return k.p * (k.p - 1) },
		sent:     func(k numbers) units.Bytes { return k.n - k.n/units.Bytes(k.p) },
		reduced:  func(k numbers) units.Bytes { return k.n - k.n/units.Bytes(k.p) },
	}, {
		collective: ReduceScatter, name: "pat",
		rounds:   func(k numbers) int { return k.l },
		depth:    func(k numbers) int { return k.l },
		messages: func(k numbers) int { return k.p * k.l },
		sent:     func(k numbers) units.Bytes { return k.n - k.n/units.Bytes(k.p) },
		reduced:  func(k numbers) units.Bytes { return k.n - k.n/units.Bytes(k.p) },
	}, {
		collective: ReduceScatter, name: "recursive_halving",
		rounds:   func(k numbers) int { return k.f },
		depth:    func(k numbers) int { return k.f },
		messages: func(k numbers) int { return k.p * k.f },
		sent:     func(k numbers) units.Bytes { return k.n - k.n/units.Bytes(k.p) },
		reduced:  func(k numbers) units.Bytes { return k.n - k.n/units.Bytes(k.p) },
	}, {
		collective: ReduceScatter, name: "direct", fewerThanCeilOK: true,
		rounds:   func(numbers) int { return 1 },
		depth:    func(numbers) int { return 1 },
		messages: func(k numbers) int { return k.p * (k.p - 1) },
		sent:     func(k numbers) units.Bytes { return k.n - k.n/units.Bytes(k.p) },
		reduced:  func(k numbers) units.Bytes { return k.n - k.n/units.Bytes(k.p) },
	}, {
		collective: Broadcast, name: "binomial",
		rounds:   func(k numbers) int { return k.l },
		depth:    func(k numbers) int { return k.deep },
		messages: func(k numbers) int { return k.p - 1 },
		sent:     func(k numbers) units.Bytes { return units.Bytes(k.l) * k.n },
		reduced:  nothing,
	}, {
		collective: Broadcast, name: "chain",
		rounds:   func(k numbers) int { return k.p - 1 },
		depth:    func(k numbers) int { return k.p - 1 },
		messages: func(k numbers) int { return k.p - 1 },
		sent:     func(k numbers) units.Bytes { return k.n },
		reduced:  nothing,
	}, {
		collective: Reduce, name: "chain",
		rounds:   func(k numbers) int { return k.p - 1 },
		depth:    func(k numbers) int { return k.p - 1 },
		messages: func(k numbers) int { return k.p - 1 },
		sent:     func(k numbers) units.Bytes { return k.n },
		reduced:  func(k numbers) units.Bytes { return k.n },
	}, {
		collective: Reduce, name: "binomial",
		rounds:   func(k numbers) int { return k.l },
		depth:    func(k numbers) int { return k.deep },
		messages: func(k numbers) int { return k.p - 1 },
		sent:     func(k numbers) units.Bytes { return k.n },
		reduced:  func(k numbers) units.Bytes { return units.Bytes(k.l) * k.n },
	}, {
		collective: Gather, name: "binomial",
		rounds:   func(k numbers) int { return k.l },
		depth:    func(k numbers) int { return k.deep },
		messages: func(k numbers) int { return k.p - 1 },
		sent: func(k numbers) units.Bytes { // the largest subtree below the root
			return k.n / units.Bytes(k.p) * units.Bytes(max(k.p-1<<max(k.l-1, 0), 1<<max(k.l-2, 0)))
		},
		reduced: nothing,
	}, {
		collective: Scatter, name: "binomial",
		rounds:   func(k numbers) int { return k.l },
		depth:    func(k numbers) int { return k.deep },
		messages: func(k numbers) int { return k.p - 1 },
		sent:     func(k numbers) units.Bytes { return k.n - k.n/units.Bytes(k.p) },
		reduced:  nothing,
	}, {
		collective: Gather, name: "grouped", fewerThanCeilOK: true,
		rounds:   func(numbers) int { return 1 },
		depth:    func(numbers) int { return 1 },
		messages: func(k numbers) int { return k.p - 1 },
		sent:     func(k numbers) units.Bytes { return k.n / units.Bytes(k.p) },
		reduced:  nothing,
	}, {
		collective: Scatter, name: "grouped", fewerThanCeilOK: true,
		rounds:   func(numbers) int { return 1 },
		depth:    func(numbers) int { return 1 },
		messages: func(k numbers) int { return k.p - 1 },
		sent:     func(k numbers) units.Bytes { return k.n - k.n/units.Bytes(k.p) },
		reduced:  nothing,
	}, {
		collective: AllToAll, name: "pairwise",
		rounds:   func(k numbers) int { return k.p - 1 },
		depth:    func(k numbers) int { return k.p - 1 },
		messages: func(k numbers) int { return k.p * (k.p - 1) },
		sent:     func(k numbers) units.Bytes { return k.n - k.n/units.Bytes(k.p) },
		reduced:  nothing,
	}, {
		collective: AllToAll, name: "grouped", fewerThanCeilOK: true,
		rounds:   func(numbers) int { return 1 },
		depth:    func(numbers) int { return 1 },
		messages: func(k numbers) int { return k.p * (k.p - 1) },
		sent:     func(k numbers) units.Bytes { return k.n - k.n/units.Bytes(k.p) },
		reduced:  nothing,
	}, {
		collective: AllToAll, name: "bruck",
		rounds:   func(k numbers) int { return k.l },
		depth:    func(k numbers) int { return k.l },
		messages: func(k numbers) int { return k.p * k.l },
		sent: func(k numbers) units.Bytes {
			ones := 0
			for d := range k.p {
				ones += bits.OnesCount(uint(d))
			}
			return k.n / units.Bytes(k.p) * units.Bytes(ones)
		},
		reduced: nothing,
	}, {
		collective: Barrier, name: "central", fewerThanCeilOK: true,
		rounds:   func(numbers) int { return 2 },
		depth:    func(numbers) int { return 2 },
		messages: func(k numbers) int { return 2 * (k.p - 1) },
		sent:     nothing, reduced: nothing,
	}, {
		collective: Barrier, name: "dissemination",
		rounds:   func(k numbers) int { return k.l },
		depth:    func(k numbers) int { return k.l },
		messages: func(k numbers) int { return k.p * k.l },
		sent:     nothing, reduced: nothing,
	}, {
		collective: Barrier, name: "tree",
		rounds:   func(k numbers) int { return 2 * k.l },
		depth:    func(k numbers) int { return 2 * k.deep },
		messages: func(k numbers) int { return 2 * (k.p - 1) },
		sent:     nothing, reduced: nothing,
	}, {
		collective: SendRecv, name: "shift", fewerThanCeilOK: true,
		rounds:   func(numbers) int { return 1 },
		depth:    func(numbers) int { return 1 },
		messages: func(k numbers) int { return k.p },
		sent:     func(k numbers) units.Bytes { return k.n },
		reduced:  nothing,
	},
}

func TestCountsAreTheTextbooks(t *testing.T) {
	if len(table) != len(All()) {
		t.Errorf("the table has %d algorithms, the registry %d", len(table), len(All()))
	}
	for _, r := range table {
		a, ok := Find(r.collective, r.name)
		if !ok {
			t.Fatalf("%s/%s is not registered", r.collective, r.name)
		}
		for p := 1; p <= 64; p++ {
			if a.PowerOfTwo && p&(p-1) != 0 {
				continue
			}
			r.compare(t, a, p)
		}
	}
}

func (r row) compare(t *testing.T, a Algorithm, p int) {
	t.Helper()
	k := numbersOf(p, units.Bytes(p)*64*3)
	got, err := count(a, Call{Ranks: p, Bytes: k.n})
	if err != nil {
		t.Fatal(err)
	}
	rounds, err := a.Rounds(Call{Ranks: p})
	if err != nil {
		t.Fatal(err)
	}
	if p == 1 {
		if got.Messages != 0 || got.Rounds != 0 || rounds != 0 {
			t.Errorf("%s/%s moves something on one rank: %+v", r.collective, r.name, got)
		}
		return
	}
	equal(t, r, p, "rounds", got.Rounds, r.rounds(k))
	equal(t, r, p, "rounds of the closed form", rounds, r.rounds(k))
	equal(t, r, p, "depth", got.Depth, r.depth(k))
	equal(t, r, p, "messages", int(got.Messages), r.messages(k))
	if r.sent != nil {
		equal(t, r, p, "bytes a rank", got.Sent, r.sent(k))
		equal(t, r, p, "bytes reduced", got.Reduced, r.reduced(k))
	}
	if !r.fewerThanCeilOK && got.Rounds < k.l {
		t.Errorf("%s/%s over %d: %d rounds are fewer than log2 p", r.collective, r.name, p, got.Rounds)
	}
}

func count(a Algorithm, call Call) (Counts, error) {
	s, err := a.Build(call)
	if err != nil {
		return Counts{}, err
	}
	return Count(s)
}

func equal[T comparable](t *testing.T, r row, p int, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s/%s over %d: %s = %v, want %v", r.collective, r.name, p, what, got, want)
	}
}

// TestSlicesAndChannelsKeepRounds: they multiply messages, never rounds or depth, and move the same bytes. Only where channels
// take two trees in turn does who sends most send less.
func TestSlicesAndChannelsKeepRounds(t *testing.T) {
	for _, a := range All() {
		for _, p := range []int{2, 3, 4, 7, 8, 16} {
			if a.PowerOfTwo && p&(p-1) != 0 {
				continue
			}
			plain, err := count(a, Call{Ranks: p, Bytes: 1001})
			if err != nil {
				t.Fatal(err)
			}
			cut, err := count(a, Call{Ranks: p, Bytes: 1001, Channels: 3, Slices: 4})
			if err != nil {
				t.Fatal(err)
			}
			factor := int64(3)
			if a.Sliced {
				factor *= 4
			}
			if a.Collective == Barrier {
				factor = 1
			}
			if cut.Rounds != plain.Rounds || cut.Depth != plain.Depth || cut.Bytes != plain.Bytes || cut.Sent > plain.Sent || cut.Sent < plain.Sent && a.Name != "nvls_tree" || cut.Messages != factor*plain.Messages {
				t.Errorf("%s/%s over %d: %+v, in 3 channels and 4 slices %+v", a.Collective, a.Name, p, plain, cut)
			}
		}
	}
}

// TestUnevenRing: rank r sends 2n - c[r+1] - c[r+2] bytes, c the chunk sizes.
func TestUnevenRing(t *testing.T) {
	a, _ := Find(AllReduce, "ring")
	for p := 2; p <= 64; p++ {
		for _, n := range []units.Bytes{0, 1, units.Bytes(p) - 1, units.Bytes(p) + 1, 1009} {
			got, err := count(a, Call{Ranks: p, Bytes: n})
			if err != nil {
				t.Fatal(err)
			}
			for r, sent := range got.SentBy {
				if want := 2*n - part(n, (r+1)%p, p) - part(n, (r+2)%p, p); sent != want {
					t.Errorf("%d bytes over %d: rank %d sends %d, want %d", n, p, r, sent, want)
				}
			}
		}
	}
}

// TestPipelineSteps: a chain of p ranks with k slices is p+k-2 steps long, either way; a ring's slices follow one another.
func TestPipelineSteps(t *testing.T) {
	chain, _ := Find(Broadcast, "chain")
	back, _ := Find(Reduce, "chain")
	ring, _ := Find(AllReduce, "ring")
	for p := 2; p <= 20; p++ {
		for k := 1; k <= 9; k++ {
			c, err := count(chain, Call{Ranks: p, Bytes: 1 << 20, Slices: k})
			if err != nil {
				t.Fatal(err)
			}
			b, err := count(back, Call{Ranks: p, Bytes: 1 << 20, Slices: k, Root: p / 2})
			if err != nil {
				t.Fatal(err)
			}
			r, err := count(ring, Call{Ranks: p, Bytes: 1 << 20, Slices: k})
			if err != nil {
				t.Fatal(err)
			}
			if c.PipelineSteps != p+k-2 || b.PipelineSteps != p+k-2 || r.PipelineSteps != 2*(p-1)*k {
				t.Errorf("%d ranks, %d slices: chain %d steps, ring %d", p, k, c.PipelineSteps, r.PipelineSteps)
			}
		}
	}
}

// TestHierarchicalRounds: rings everywhere take 2(g-1) + 2(k-1) rounds, trees across 2(g-1) + 2 log2 k; a node sends
// (k-1)/(N-1) of what a flat ring puts on its crossing link, times g.
func TestHierarchicalRounds(t *testing.T) {
	a, _ := Find(AllReduce, "hierarchical")
	for k := 1; k <= 9; k++ {
		for g := 1; g <= 8; g++ {
			n := units.Bytes(k * g * 24)
			for inter, want := range map[string]int{"ring": 2*(g-1) + 2*(k-1), "tree": 2*(g-1) + 2*bits.Len(uint(k-1))} {
				call := Call{Ranks: k * g, PerNode: g, Bytes: n, Inter: inter}
				got, err := count(a, call)
				if err != nil {
					t.Fatal(err)
				}
				rounds, err := a.Rounds(call)
				if got.Rounds != want || rounds != want || err != nil {
					t.Errorf("%d nodes of %d, %s across: %d rounds, closed form %d, want %d (%v)", k, g, inter, got.Rounds, rounds, want, err)
				}
			}
			s, err := a.Build(Call{Ranks: k * g, PerNode: g, Bytes: n})
			if err != nil {
				t.Fatal(err)
			}
			if got, want := leaving(s, 0, g), 2*n*units.Bytes(k-1)/units.Bytes(k); got != want {
				t.Errorf("%d nodes of %d: node 0 sends %d bytes, want %d", k, g, got, want)
			}
		}
	}
}

// leaving is the bytes that ranks first..first+g-1 send to others.
func leaving(s *Schedule, first, g int) (n units.Bytes) {
	for _, at := range places(s) {
		st, _ := s.Step(at.rank, at.lane, at.index)
		r, to := int(at.rank), int(st.Send)
		if r >= first && r < first+g && to >= 0 && (to < first || to >= first+g) {
			n += st.Bytes
		}
	}
	return n
}
