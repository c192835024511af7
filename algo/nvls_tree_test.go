package algo

import (
	"testing"

	"collsim/sim/units"
)

// TestNVLSTreeSharesItsNICs: a GPU is inside one tree by one channel and a leaf of the other by the next, so that with an
// even number of channels nobody sends, or is sent, more than twice a node's share to and from other nodes.
func TestNVLSTreeSharesItsNICs(t *testing.T) {
	a, _ := Find(AllReduce, "nvls_tree")
	for nodes := 2; nodes <= 17; nodes++ {
		for _, g := range []int{1, 2, 3, 4} {
			for channels := 1; channels <= 4; channels++ {
				n := units.Bytes(g * channels * 64)
				for _, order := range [][][]int32{nil, turning(nodes, g, channels)} {
					s, err := a.Build(Call{Ranks: nodes * g, PerNode: g, Bytes: n, Channels: channels, Slices: 2, Order: order})
					if err != nil {
						t.Fatal(err)
					}
					sent, received := across(s, int32(g))
					most := 2 * n / units.Bytes(g)
					if channels%2 == 1 {
						most += n / units.Bytes(g*channels) // one channel more in one tree than in the other
					}
					for r := range sent {
						if sent[r] > most || received[r] > most {
							t.Fatalf("%d nodes of %d, %d channels, order %v: GPU %d sends %d and receives %d bytes across nodes, more than %d", nodes, g, channels, order, r, sent[r], received[r], most)
						}
					}
				}
			}
		}
	}
}

// turning is an order of ranks that begins with another GPU of each node on each channel, as channels with NICs of their own do.
func turning(nodes, g, channels int) [][]int32 {
	order := make([][]int32, channels)
	for c := range order {
		for position := range nodes * g {
			order[c] = append(order[c], int32(position/g*g+(position+c)%g))
		}
	}
	return order
}

// across is what each rank sends to other nodes of g, and receives from there. Seats are in nodes.
func across(s *Schedule, g int32) (sent, received []units.Bytes) {
	p := int32(s.Call.Ranks)
	sent, received = make([]units.Bytes, p), make([]units.Bytes, p)
	for r, st := range s.Steps(p) {
		if st.Send >= 0 && st.Send < p && st.Send/g != r/g {
			sent[r] += st.Bytes
		}
		if st.Recv >= 0 && st.Recv < p && st.Recv/g != r/g {
			received[r] += st.Bytes
		}
	}
	return sent, received
}
