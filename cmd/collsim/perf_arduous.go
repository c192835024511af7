package main

import (
	"fmt"

	"collsim/scenarios"
)

// minuteful is about how many messages a core plays in a minute or two.
const minuteful = 20_000_000

// arduous says beforehand that it takes long, and what would take less.
func (b *benchmark) arduous() []string {
	if !b.whole() || len(b.points) == 0 {
		return nil
	}
	s := b.file.Scenarios[0]
	s.Rivals, s.Room = "off", room()
	bench, err := scenarios.NewBench(s)
	if err != nil {
		return nil // who plays says why
	}
	messages := int64(0)
	for _, at := range b.points {
		n, err := bench.Messages(at.size, 64*minuteful)
		if err != nil {
			return nil
		}
		messages += n
	}
	if messages < minuteful {
		return nil
	}
	return []string{fmt.Sprintf("more than %d million messages are to be played, some %d minutes of a core; fewer sizes (-f), fewer nodes or a smaller -e take less; Ctrl-C prints the rows that there are",
		messages/1_000_000, (messages+minuteful-1)/minuteful)}
}
