package packet_test

import (
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/fabric/packet"
	"collsim/sim"
	"collsim/sim/units"
)

// turnsOf plays three senders a class to one receiver and returns what leaves for it on each round of turns, by class,
// while every class has packets waiting.
func turnsOf(t *testing.T, weights []int, sizes func() units.Bytes) (rounds [][]units.Bytes, full units.Bytes) {
	t.Helper()
	const senders, messages, skipped, seen = 3, 100, 50, 1000
	cable := fabrictest.Cable()
	cable.Frame, cable.Header = 256, 16
	g := fabrictest.Star(len(weights)*senders+1, cable, fabrictest.Box("hub"))
	g.Lanes, g.Weights = len(weights), weights
	k := sim.New(sim.Options{})
	n := builder(packet.Options{})(k, g, quiet{}).(*packet.Net)
	for i := range len(weights) * senders {
		path := n.Path(fabrictest.StarRoute(i+1, 0))
		for range messages {
			n.Send(fabric.Message{Path: path, Bytes: sizes(), Lane: uint8(i % len(weights))})
		}
	}
	last, count := 0, 0
	n.Trace(func(d packet.Departure) {
		if g.Devices[g.Links[d.Link].To].Kind != fabric.GPU {
			return
		}
		if count++; int(d.Lane) == 0 && last != 0 && count > skipped && count < seen {
			rounds = append(rounds, make([]units.Bytes, len(weights)))
		}
		if last = int(d.Lane); len(rounds) > 0 {
			rounds[len(rounds)-1][last] += d.Wire
		}
	})
	if _, err := k.Run(0); err != nil {
		t.Fatal(err)
	}
	if len(rounds) < 20 {
		t.Fatalf("only %d rounds", len(rounds))
	}
	return rounds[:len(rounds)-1], g.Links[0].Wire(g.Packet)
}

// Where all packets are full, every round of turns carries each class's weight in packets, no more and no less.
func TestWeightsOfFullPackets(t *testing.T) {
	for _, weights := range [][]int{{4, 2, 1}, {1, 1}, {1, 7}, {3, 1, 1, 5}} {
		rounds, full := turnsOf(t, weights, func() units.Bytes { return 16 * units.KiB })
		for i, round := range rounds {
			for class, w := range weights {
				if want := units.Bytes(w) * full; round[class] != want {
					t.Fatalf("weights %v, round %d: class %d has %d bytes, want %d", weights, i, class, round[class], want)
				}
			}
		}
	}
}

// Where they are not, what a class has had by the end of any round is its weight times the rounds, to less than a packet:
// what it is over is taken from its next turn.
func TestWeightsOfMixedPackets(t *testing.T) {
	d := fabrictest.NewDraw(7)
	for _, weights := range [][]int{{4, 2, 1}, {1, 1}, {1, 7}} {
		rounds, full := turnsOf(t, weights, func() units.Bytes { return units.Bytes(d.Below(40_000)) })
		sums, uneven := make([]units.Bytes, len(weights)), 0
		for i, round := range rounds {
			for class, w := range weights {
				sums[class] += round[class]
				if over := sums[class] - units.Bytes(i+1)*units.Bytes(w)*full; over <= -full || over >= full {
					t.Fatalf("weights %v, round %d: class %d is %d bytes over, a full packet is %d", weights, i, class, over, full)
				} else if over != 0 {
					uneven++
				}
			}
		}
		if uneven == 0 {
			t.Fatal("all rounds are even: the traffic proves nothing")
		}
	}
}
