package fabric_test

import (
	"strings"
	"testing"

	"collsim/fabric"
	"collsim/sim/units"
)

// Settings of switches that pause or drop reach their devices; what is auto holds what is in flight; what cannot be is
// refused, and what is doubtful or in vain is said.
func TestEthernet(t *testing.T) {
	for _, c := range []struct {
		set, want string // settings; "" = fine, else a part of what is said
		refused   bool
	}{
		{"switch.flow-control=pause", "", false},
		{"switch.flow-control=drop; switch.alpha=1/8", "", false},
		{"switch.flow-control=pause; nic.congestion-control=dcqcn; dcqcn.gain=16; switch.ecn-min=1 KiB", "", false},
		{"switch.memory=1 MiB", "changed nothing", false},
		{"switch.flow-control=drop; switch.pause=1 KiB", "changed nothing", false},
		{"switch.flow-control=drop; switch.ecn-min=1 KiB", "changed nothing", false},
		{"switch.flow-control=pause; switch.queueing=input", "changed nothing", false},
		{"nic.congestion-control=dcqcn", "no switch marks packets", false},
		{"switch.flow-control=pause; switch.headroom=8 KiB", "packets beyond the head-room are lost", false},
		{"switch.flow-control=pause; switch.memory=64 KiB", "valid: one packet", true},
		{"switch.flow-control=pause; switch.memory=1 MiB; switch.headroom=1 B; switch.pause=1 B", "valid: one of the two holds 4126 bytes", true},
		{"switch.flow-control=pause; switch.memory=1 MiB; switch.headroom=1 B; switch.pause=4126 B", "packets beyond the head-room are lost", false},
		{"switch.flow-control=pause; switch.memory=1 MiB; switch.headroom=1 B; switch.pause=4125 B", "no room for a packet", true},
		{"switch.flow-control=pause; switch.memory=1 MiB; switch.headroom=4126 B; switch.pause=1 B", "packets beyond the head-room are lost", false},
		{"switch.flow-control=pause; switch.memory=528128 B; switch.headroom=0 B; switch.alpha=1/128", "packets beyond the head-room are lost", false},
		{"switch.flow-control=pause; switch.memory=528127 B; switch.headroom=0 B; switch.alpha=1/128", "1/128 of 528.1 KB is 4,125 B", true},
		{"switch.flow-control=pause; switch.pause=1 KiB; switch.resume=2 KiB", "more than switch.pause", true},
		{"switch.flow-control=drop; nic.congestion-control=dcqcn; switch.ecn-max=1 KiB", "less than switch.ecn-min", true},
		{"switch.flow-control=drop; switch.alpha=1/3", "nearest is", true},
	} {
		g, said, err := fabric.Build(fabric.Spec{Preset: "hgx-h100", Nodes: 2, Set: settings(t, c.set)})
		text := ""
		for _, w := range said {
			text += w.Text
		}
		if err != nil {
			text = err.Error()
		}
		if c.refused != (err != nil) || (text != "") != (c.want != "") || !strings.Contains(text, c.want) {
			t.Errorf("%s: %q, error %v, want %q", c.set, text, err, c.want)
		}
		if err == nil {
			checkSwitches(t, c.set, g)
		}
	}
}

// settings reads name=value; name=value.
func settings(t *testing.T, text string) []fabric.Setting {
	t.Helper()
	var set []fabric.Setting
	for _, one := range strings.Split(text, "; ") {
		name, value, _ := strings.Cut(one, "=")
		p, err := fabric.ParameterOf(name)
		if err != nil {
			t.Fatal(err)
		}
		v, err := p.Parse(value)
		if err != nil { // Build is to say so
			v = fabric.WordOf(value)
		}
		set = append(set, fabric.Setting{Name: name, Value: v})
	}
	return set
}

// checkSwitches: a switch that pauses has the head-room that it was given, or that what is in flight needs, and the graph
// says that packets can be lost where it is too small. Senders heed marks where there are any.
func checkSwitches(t *testing.T, set string, g *fabric.Graph) {
	t.Helper()
	lossy := strings.Contains(set, "drop") || strings.Contains(set, "headroom")
	marking := strings.Contains(set, "dcqcn") && strings.Contains(set, "flow-control")
	if g.Lossy() != lossy || g.DCQCN.On != marking {
		t.Errorf("%s: lossy %v, DCQCN %v", set, g.Lossy(), g.DCQCN.On)
	}
	for i := range g.Devices {
		d := &g.Devices[i]
		if d.OutputQueued() != (d.Kind == fabric.Switch && strings.Contains(set, "flow-control")) {
			t.Errorf("%s: %s has flow control %v", set, d.Name, d.Flow)
		}
		if d.Flow != fabric.Pause || lossy {
			continue
		}
		for _, id := range g.In(fabric.DeviceID(i)) {
			if need := g.InFlight(&g.Links[id]); d.Buffer.Headroom < need {
				t.Errorf("%s: head-room of %v for %v behind %s", set, d.Buffer.Headroom, need, g.LinkName(id))
			}
		}
	}
}

// Head-room is set aside for every lane, also for those that servers add so that nothing waits in a circle: with pcie-8 a
// leaf has four inputs of two lanes.
func TestHeadroomOfEscapeLanes(t *testing.T) {
	const inputs, lanes, headroom, packet = 4, 2, 20_000, 4126
	for _, c := range []struct {
		memory  int64
		refused bool
	}{{inputs*lanes*headroom + packet, false}, {inputs*lanes*headroom + packet - 1, true}} {
		set := append(settings(t, "switch.flow-control=pause; switch.headroom=20000 B"), fabric.Setting{Name: "switch.memory", Value: fabric.SizeOf(units.Bytes(c.memory))})
		g, _, err := fabric.Build(fabric.Spec{Preset: "pcie-8", Nodes: 2, Set: set})
		if c.refused != (err != nil) {
			t.Errorf("%d bytes of memory: %v", c.memory, err)
		}
		if err == nil && g.PortLanes() != lanes {
			t.Errorf("%d lanes, want %d", g.PortLanes(), lanes)
		}
	}
}
