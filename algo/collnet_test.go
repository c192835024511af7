package algo

import (
	"math/rand/v2"
	"testing"

	"collsim/sim/units"
)

// treeOfSeats draws seats in a tree, each before the one above it, and puts every node at one that has none below.
func treeOfSeats(rng *rand.Rand, nodes, perNode int) *Seating {
	seats := 1 + rng.IntN(nodes)
	s := &Seating{Above: make([]int32, seats)}
	leaf := make([]bool, seats)
	for i := range s.Above {
		s.Above[i], leaf[i] = -1, true
	}
	for i := range seats - 1 {
		s.Above[i] = int32(i + 1 + rng.IntN(seats-i-1))
		leaf[s.Above[i]] = false
	}
	var leaves []int32
	for i, ok := range leaf {
		if ok {
			leaves = append(leaves, int32(i))
		}
	}
	for i := range nodes {
		at := leaves[i%len(leaves)] // each has one: there are no more leaves than nodes
		for range perNode {
			s.Of = append(s.Of, at)
		}
	}
	return s
}

// CollNet is right over every tree of switches, for 1 to 33 ranks in nodes of every size, and has the messages and bytes
// that its ways add up to. A head sends its chunk to a switch, every switch but the root sends each chunk on, and all of
// that comes back.
func TestCollNetOverTrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	direct, _ := Find(AllReduce, "collnet")
	chain, _ := Find(AllReduce, "collnet_chain")
	deepest := 0
	for p := 1; p <= 33; p++ {
		for g := 1; g <= p; g++ {
			if p%g != 0 || g > 4 && p > 12 && g != p {
				continue
			}
			channels := 1 + (p+g)%2
			n := units.Bytes(g * channels * rng.IntN(1000))
			call := Call{Ranks: p, PerNode: g, Bytes: n, Channels: channels, Slices: 1, Seats: treeOfSeats(rng, p/g, g)}
			if channels == 2 {
				call.Order = [][]int32{shuffled(rng, p, g), shuffled(rng, p, g)}
			}
			deepest = max(deepest, int(call.Seats.height()))
			prove(t, direct, call)
			prove(t, chain, call)
			if p == 1 {
				continue
			}
			switches := 2*int(call.Seats.height()) + 2
			up := p/g + len(call.Seats.Above) - 1 // messages of a chunk on its way to the root
			inside := 0
			if g > 1 {
				inside = 2
			}
			moved := 2 * n * units.Bytes(p/g*(g-1)+up) // 1/g of the buffer g times, or all of it
			sums(t, direct, call, inside+switches, channels*2*(p*(g-1)+g*up), moved)
			sums(t, chain, call, 2*(g-1)+switches, channels*2*(p/g*(g-1)+up), moved)
		}
	}
	if deepest < 3 {
		t.Fatalf("no tree was more than %d switches deep", deepest+1)
	}
}

func sums(t *testing.T, a Algorithm, call Call, rounds, messages int, bytes units.Bytes) {
	t.Helper()
	got, err := count(a, call)
	if err != nil {
		t.Fatal(err)
	}
	form, err := a.Rounds(call)
	if err != nil || got.Rounds != rounds || form != rounds || got.Depth != rounds || got.Messages != int64(messages) || got.Bytes != bytes {
		t.Fatalf("%s, %+v: %+v, closed form %d rounds (%v); want %d rounds, %d messages, %d bytes", a.Name, call, got, form, err, rounds, messages, bytes)
	}
}
