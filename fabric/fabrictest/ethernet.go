package fabrictest

import (
	"collsim/fabric"
	"collsim/sim"
	"collsim/sim/units"
)

// Ethernet is build over graphs whose switches it makes pause or drop, each with so much memory to share. Head-room comes
// on top. Those that pause do so when an input has more than the given bytes.
func Ethernet(build Builder, flow fabric.FlowControl, memory, pause units.Bytes) Builder {
	return func(k *sim.Kernel, g *fabric.Graph, s fabric.Sink) fabric.Net {
		room := units.Bytes(0)
		for i := range g.Links {
			room = max(room, g.InFlight(&g.Links[i]))
		}
		for i := range g.Devices {
			if d := &g.Devices[i]; d.Kind == fabric.Switch {
				d.Flow = flow
				d.Buffer = fabric.SharedBuffer{Bytes: memory, Alpha: 3}
				if b := &d.Buffer; flow == fabric.Pause {
					b.Bytes += room * units.Bytes(len(g.In(fabric.DeviceID(i)))*g.PortLanes())
					b.Pause, b.Resume, b.Headroom = pause, pause/8, room
				}
			}
		}
		return build(k, g, s)
	}
}
