package scenarios

import (
	"fmt"

	"collsim/algo/exec"
	"collsim/fabric/host"
	"collsim/fabric/packet"
	"collsim/sim/units"
)

// How much one decision may put on a link where packets move.
const (
	grantExact = "exact" // a packet: nothing is lost by it
	grantAuto  = "auto"  // several of one message, where the bound allows
)

var grantWords = []string{grantExact, grantAuto}

// grantBound is what auto allows: a hundredth of a message's latency.
const grantBound = units.Certain / 100

// Grants is what grant auto came to.
type Grants struct {
	Largest units.Bytes       `json:"largest_bytes"` // payload of the largest grant
	Bound   units.Probability `json:"bound_ppb"`     // of its latency that a message is early or late; 0 = nothing was lost
	Note    string            `json:"note"`          // the same in a sentence, and for whom the bound holds
}

// grant is what the packet level may do at once.
func (b *bound) grant() packet.Grant {
	if b.scenario.Grant != grantAuto {
		return packet.Grant{}
	}
	return packet.Grant{Bound: grantBound, Least: b.leastMessage()}
}

// leastMessage is the size of the smallest message of a run. What a message asks, its answer, an acknowledgement and the
// news of room in a window are messages of no bytes.
func (b *bound) leastMessage() units.Bytes {
	if b.host.Ack != host.NoAck || b.host.Window > 0 {
		return 0
	}
	s, least := b.schedule, units.Bytes(mostBytes)
	for _, step := range s.Steps(s.Parties()) {
		if step.Send < 0 {
			continue
		}
		if least = min(least, step.Bytes); b.host.Asks(step.Bytes) {
			return 0
		}
	}
	for i := range b.scenario.Background {
		for _, size := range b.scenario.Background[i].Sizes {
			least = min(least, size)
		}
	}
	return least
}

// granted is what came of grant auto, or a warning that nothing did; neither where it was not asked for.
func (b *bound) granted(f fidelity) (*Grants, string) {
	switch {
	case b.scenario.Grant != grantAuto:
		return nil, ""
	case f.name != byPackets:
		return nil, "grant: changed nothing: fidelity " + f.name + " knows no packets"
	}
	largest, most := b.packets.Granted()
	if largest <= b.graph.Packet {
		return nil, "grant: changed nothing: " + b.ungrantedWhy()
	}
	g := &Grants{Largest: largest, Bound: most, Note: "up to " + largest.String() + " of a message pass a port at a turn, "}
	if most == 0 {
		g.Note += "only where nobody else can be in the way: nothing is lost by it"
		return g, ""
	}
	g.Note += "so that one comes up to " + hundredths(most) + " % of its latency earlier or later where messages begin together; where they come at random nine in ten do, so that this is no guarantee for each of them"
	return g, ""
}

// ungrantedWhy says why packets went one by one.
func (b *bound) ungrantedWhy() string {
	if b.leastMessage() == 0 {
		return "packets went one by one, for some messages have no bytes, such as requests and their answers, and others may be in the way everywhere"
	}
	return "packets went one by one, for messages are too small for the bound, or the fabric does not allow more"
}

// hundredths writes a part of one in percent, rounded up to a hundredth of one.
func hundredths(p units.Probability) string {
	const hundredth = units.Certain / 10_000
	n := int64((p + hundredth - 1) / hundredth)
	return fmt.Sprintf("%d.%02d", n/100, n%100)
}

// unfoldedGrants says why a run with grants is not folded; nil = it has none.
func (b *bound) unfoldedGrants(packets bool) error {
	if packets && b.scenario.Grant == grantAuto {
		return &exec.Unfoldable{Why: "grant auto is for runs in full: turns of several packets are not played by representatives"}
	}
	return nil
}
