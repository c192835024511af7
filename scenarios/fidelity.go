package scenarios

import (
	"fmt"
	"strconv"
)

// decisionsOfAuto is how many packet decisions a run may need before auto falls back to whole messages: about a second.
const decisionsOfAuto = 10_000_000

// level settles the fidelity of scenarios that are compared with one another: those that ask for auto all get the same.
func level(all []*bound) string {
	most := int64(0)
	for _, b := range all {
		if b.scenario.Fidelity == "auto" {
			most = max(most, b.decisions())
		}
	}
	if most < decisionsOfAuto {
		return "packet"
	}
	return "message"
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

// note says what a level does, what it leaves out, and what auto goes by.
func (b *bound) note(level string) string {
	auto := "; auto takes packets while a run needs fewer than 10 million decisions of ports, here " + about(b.decisions())
	switch level {
	case "packet":
		return "packets of " + b.graph.Packet.String() + " through ports with finite buffers and credits" + auto
	case "message":
		return "whole messages, first come first served at every link, unlimited buffers: exact on an idle fabric; under contention it leaves out what full buffers do, and messages do not interleave" + auto
	}
	return "postal, messages of different ranks never meet: exact on an idle fabric, no answer under contention"
}

// about rounds a count for a reader.
func about(n int64) string {
	switch {
	case n >= 1_000_000:
		return fmt.Sprintf("%d.%d million", n/1_000_000, n%1_000_000/100_000)
	case n >= 10_000:
		return fmt.Sprintf("%d thousand", n/1000)
	}
	return strconv.FormatInt(n, 10)
}
