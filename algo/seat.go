package algo

import "fmt"

// Site is where a switch that reduces and copies stands.
type Site string

// The sites of seats.
const (
	InNode    Site = "node"    // the switch between the GPUs of a node, or of a rack: an NVSwitch
	InNetwork Site = "network" // the switches of the network between nodes
)

// Seating says which switches of a site take part in a call, without saying what they are. A switch that takes part has
// a seat: it is a party of the schedule, beside the ranks, and has lanes and steps like one. It holds nothing before the
// call, and what it holds afterwards is nobody's business.
type Seating struct {
	Of    []int32 // rank -> the seat that it reaches first; -1 = none
	Above []int32 // seat -> the seat above it; -1 = none. A seat comes before the one above it
}

// none reports whether no switch of the site can reduce.
func (s *Seating) none() bool { return len(s.Above) == 0 }

// Parties is how many have lanes and steps: the ranks, and after them the seats.
func (s *Schedule) Parties() int32 { return int32(s.Call.Ranks) + s.Seats }

// Party names a party: rank 3, or seat s0.
func (s *Schedule) Party(i int32) string { return party(i, int32(s.Call.Ranks)) }

func party(i, ranks int32) string {
	if i < ranks {
		return fmt.Sprintf("rank %d", i)
	}
	return fmt.Sprintf("seat s%d", i-ranks)
}

// brief is Party without the noun where that is plain: 3, or s0.
func brief(i, ranks int) string {
	if i < ranks {
		return fmt.Sprint(i)
	}
	return fmt.Sprintf("s%d", i-ranks)
}
