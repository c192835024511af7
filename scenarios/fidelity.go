package scenarios

import (
	"fmt"
	"strconv"
)

// decisionsOfAuto is how many packet decisions a run may need before auto falls back to whole messages: about a second.
const decisionsOfAuto = 10_000_000

// level settles the fidelity of scenarios that are compared with one another: those that ask for auto all get the same.
func level(all []*bound) (name, note string) {
	most := int64(0)
	for _, b := range all {
		if b.scenario.Fidelity == "auto" {
			most = max(most, b.decisions())
		}
	}
	if most < decisionsOfAuto {
		return "packet", "auto chose packets: " + thousands(most) + " decisions at most, below 10 million. "
	}
	return "message", "auto chose whole messages: packets would take " + thousands(most) + " decisions, above 10 million. "
}

// decisions is an upper estimate of the packet decisions of a run: packets times the longest route.
func (b *bound) decisions() int64 {
	packets := b.counts.Messages + int64(b.counts.Bytes/b.graph.Packet)
	hops := 1
	for _, dst := range []int{1, b.scenario.Ranks - 1} {
		if dst < b.scenario.Ranks && dst > 0 {
			if route, err := b.graph.Route(0, dst, 0); err == nil {
				hops = max(hops, len(route))
			}
		}
	}
	return packets * int64(hops)
}

// noteOf says what a level does, and what it leaves out.
func noteOf(level string, b *bound) string {
	switch level {
	case "packet":
		return "Packets of " + b.graph.Packet.String() + " through ports with finite buffers and credits."
	case "message":
		return "Whole messages, first come first served at every link, unlimited buffers: exact on an idle fabric; under contention it leaves out what full buffers do, and messages do not interleave."
	}
	return "Postal: messages of different ranks never meet. Exact on an idle fabric, meaningless under contention."
}

func thousands(n int64) string {
	switch {
	case n >= 10_000_000:
		return fmt.Sprintf("%d million", n/1_000_000)
	case n >= 10_000:
		return fmt.Sprintf("%d thousand", n/1000)
	}
	return strconv.FormatInt(n, 10)
}
