package scenarios

import (
	"slices"
	"strings"

	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/sim/units"
)

// traffic is what the messages of a run met on their way.
type traffic struct {
	links, media, kinds map[string]bool        // of all that there are by name, whether a message passed
	framed, headed      map[string]bool        // links and media some of which have frames, some of which have headers
	tight               map[string]bool        // those that did not let every packet pass
	largest             map[string]units.Bytes // packet that crossed one, where any could get lost
	packet              units.Bytes
	adaptive            bool // the network chooses while messages move
	choices             int  // paths for which the network had several ways, where it chooses
	uplinks             bool // a link between a PCIe switch and its CPU was taken
	slowed              bool // somebody computed more slowly for bytes that moved
}

func (b *bound) traffic(run *exec.Run) traffic {
	g := b.graph
	t := traffic{links: map[string]bool{}, media: map[string]bool{}, kinds: map[string]bool{}, framed: map[string]bool{}, headed: map[string]bool{}, tight: map[string]bool{}, largest: map[string]units.Bytes{}, packet: g.Packet, choices: run.Choices(), adaptive: g.Routing.Adaptive(), slowed: run.Slowed() > 0}
	for i := range g.Links {
		l, id := &g.Links[i], fabric.LinkID(i)
		counters := run.Counters(id)
		passed := counters.Packets > 0
		from, to := g.Devices[l.From].Kind, g.Devices[l.To].Kind
		for _, name := range []string{g.LinkName(id), l.Medium} {
			t.framed[name] = t.framed[name] || l.Frame > 0
			t.headed[name] = t.headed[name] || l.Header > 0
			t.tight[name] = t.tight[name] || l.MTU > 0 && l.MTU < counters.Largest
			t.largest[name] = max(t.largest[name], counters.Largest)
		}
		t.links[g.LinkName(id)] = passed
		t.media[l.Medium] = t.media[l.Medium] || passed
		t.kinds[from.String()] = t.kinds[from.String()] || passed
		t.kinds[to.String()] = t.kinds[to.String()] || passed
		if passed && (from == fabric.PCIeSwitch && to == fabric.CPU || from == fabric.CPU && to == fabric.PCIeSwitch) {
			t.uplinks = true
		}
	}
	return t
}

// unmet warns of settings that no message of a run met, and of those that its level does not look at. What package
// fabric has warned of already is not said again.
func (b *bound) unmet(run *exec.Run, f fidelity) []string {
	var warnings []string
	if len(b.ofFabric) == 0 {
		return nil
	}
	t := b.traffic(run)
	if b.graph.Routing == fabric.AdaptivePacket && f.name == byMessages && t.choices > 0 {
		warnings = append(warnings, "set.routing.policy: fidelity message chooses for each message, as adaptive-message does; fidelity packet chooses for each packet")
	}
	for _, s := range b.ofFabric {
		where := "set." + s.Name + ": "
		if b.said(where) {
			continue
		}
		if why := t.unmet(s.Name, f); why != "" {
			warnings = append(warnings, where+"changed nothing: "+why)
		}
	}
	return warnings
}

// said tells whether there is a warning about where already.
func (b *bound) said(where string) bool {
	return slices.ContainsFunc(b.warnings, func(w string) bool { return strings.HasPrefix(w, where) })
}

// unmet says why a parameter, or a figure of one link, did not matter; "" = it may have.
func (t *traffic) unmet(name string, f fidelity) string {
	dot := max(strings.LastIndexByte(name, '.'), 0)
	part, figure := name[:dot], name[min(dot+1, len(name)):]
	link, isLink := t.links[part]
	medium, isMedium := t.media[part]
	kind, isKind := t.kinds[part]
	switch {
	case name == "uplink.shared" && !t.uplinks:
		return "no message takes any uplink"
	case name == "gpu.memory-share" && !t.slowed:
		return "nobody computes while bytes cross the copy engines of its GPU"
	case isLink && !link:
		return "no message takes this link"
	case isMedium && !medium:
		return "no message takes any " + part + " link"
	case isKind && !kind:
		return "no message passes any " + part
	case (isLink || isMedium) && figure == "header" && !t.framed[part]:
		return part + ".frame is 0 B, so there are no headers"
	case (isLink || isMedium) && figure == "frame" && !t.headed[part]:
		return part + ".header is 0 B"
	case (isLink || isMedium) && figure == "mtu" && !t.tight[part]:
		if n := t.largest[part]; n > 0 {
			return "the largest packet here has " + n.Exact() + ", and fits"
		}
		return "packets of " + t.packet.Exact() + " fit"
	case f.blind && (part == "dcqcn" || name == "nic.congestion-control" || part == "switch" && ethernet(figure)):
		return "fidelity " + f.name + " knows no switches that pause, drop or mark; fidelity packet does"
	case name == "routing.policy" && t.choices == 0:
		return "nobody who sends has several equally good ways to choose from"
	case name == "routing.policy" && t.adaptive && !f.adapts:
		return "fidelity " + f.name + " takes the static way; fidelity packet and message choose"
	case f.blind && name == "lanes.weights":
		return "fidelity " + f.name + " knows no traffic classes; fidelity packet does"
	case f.blind && (isLink || isMedium || isKind) && slices.Contains([]string{"buffer", "queueing", "arbitration"}, figure):
		return "fidelity " + f.name + " does not look at it"
	}
	return ""
}

// ethernet reports whether a figure of switches is about pausing, dropping or marking.
func ethernet(figure string) bool {
	return slices.Contains([]string{"flow-control", "memory", "alpha", "pause", "resume", "headroom"}, figure) || strings.HasPrefix(figure, "ecn-")
}
