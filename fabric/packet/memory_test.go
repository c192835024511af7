package packet_test

import (
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/sim/units"
)

// drawMemory is the scenario of a seed with devices that pause or drop, in one out of three beside some that go by
// credit.
func drawMemory(seed int) scenario {
	s := draw(seed)
	d := fabrictest.NewDraw(uint64(seed) + 1<<32)
	if d.Below(2) == 0 && !s.graph.PXN {
		s.graph.DCQCN = drawRates(d)
	}
	g := s.graph
	same, mixed := drawBuffer(g, d), d.Below(3) == 0
	flow := fabric.FlowControl(1 + d.Below(2))
	for i := range g.Devices {
		device := &g.Devices[i]
		if device.Kind != fabric.Switch {
			continue
		}
		if device.Flow, device.Buffer = flow, same; mixed {
			device.Flow, device.Buffer = fabric.FlowControl(d.Below(3)), drawBuffer(g, d)
		}
		if device.Flow == fabric.Pause { // what inputs need comes on top
			device.Buffer.Bytes += device.Buffer.Headroom * units.Bytes(len(g.In(fabric.DeviceID(i)))*g.PortLanes())
		}
	}
	return s
}

// drawRates lets senders slow down, as quickly and as often as the traffic is short.
func drawRates(d *fabrictest.Draw) fabric.DCQCN {
	us := func(n int) units.Duration { return units.Duration(1 + d.Below(n*1_000_000)) }
	return fabric.DCQCN{
		On: true, Notify: us(5), Gain: int64(1 + d.Below(64)), EstimateTimer: us(6), RateTimer: us(6), ByteCounter: units.Bytes(1 + d.Below(100_000)),
		Stages: int64(1 + d.Below(5)), Additive: 1 + 5*units.Rate(d.Below(1_000_000_000)), Hyper: 1 + 20*units.Rate(d.Below(1_000_000_000)),
		Least: units.Rate(1 + d.Below(1_000_000_000)),
	}
}

func drawBuffer(g *fabric.Graph, d *fabrictest.Draw) fabric.SharedBuffer {
	packet, need := units.Bytes(0), units.Bytes(0)
	for i := range g.Links {
		packet = max(packet, g.Links[i].Wire(g.Packet))
		need = max(need, g.InFlight(&g.Links[i]))
	}
	b := fabric.SharedBuffer{Bytes: packet * units.Bytes(1+d.Below(40)), Alpha: int8(d.Below(11) - 7), Headroom: need}
	b.Pause = units.Bytes(d.Below(int(b.Bytes)) + 1)
	b.Resume = units.Bytes(d.Below(int(b.Pause) + 1))
	if d.Below(4) == 0 {
		b.Headroom = units.Bytes(d.Below(int(need)))
	}
	b.Marking.Least = units.Bytes(d.Below(int(b.Bytes)))
	b.Marking.Most = b.Marking.Least + units.Bytes(d.Below(int(b.Bytes)))
	b.Marking.Highest = units.Probability(d.Below(3)) * units.Certain / 2
	return b
}

// Output-queued devices, too, agree with the plain ones: on arrivals, transits, what is dropped where, and counters.
func TestMemoriesAgreeWithPlain(t *testing.T) {
	var dropped, paused, marked, met int64
	for seed := range 200 {
		s := drawMemory(seed)
		want := fabrictest.Play(t, buildPlain, s.graph, s.posts, 0, nil)
		for _, v := range variants {
			for shuffle := range uint64(4) {
				if shuffle > 0 && seed%4 != 0 {
					break
				}
				same(t, seed, v.name, s, want, fabrictest.Play(t, v.build, s.graph, s.posts, shuffle, nil))
			}
		}
		for l := range s.graph.Links {
			c := want.Net.Counters(fabric.LinkID(l))
			dropped, marked, paused = dropped+c.Dropped, marked+c.Marked, paused+int64(min(1, c.Paused))
		}
		met += int64(len(want.Arrivals))
	}
	if dropped < 1000 || paused < 1000 || marked < 1000 {
		t.Fatalf("%d packets dropped, %d marked, %d ports paused: the traffic proves little", dropped, marked, paused)
	}
	t.Logf("%d messages, %d packets dropped, %d marked, %d ports paused", met, dropped, marked, paused)
}
