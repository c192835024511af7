package goal

import "strconv"

// Kind is what an operation does. Operations that may begin at one instant begin in this order.
type Kind uint8

// The kinds.
const (
	Send Kind = iota
	Recv
	Calc
)

func (k Kind) String() string { return [...]string{"send", "recv", "calc"}[k] }

// Any is the peer of a receive that takes a message from everybody, and the tag that agrees with every other.
const Any = -1

// Op is an operation of a rank.
type Op struct {
	Kind  Kind
	Label string // "" = it has none
	Size  int64  // bytes; of a calculation its time, in the unit of the parameters
	Peer  int32  // of a message; Any for a receive from everybody
	Tag   int64  // of a message; Any agrees with every tag
	CPU   uint8
	NIC   uint8
	Line  int // of the file, from 1; 0 = it is of no file
}

// Need is one dependency: operation Op may begin when operation On has finished, or has started.
type Need struct {
	Op, On  int32
	Started bool
}

// Rank is what one rank does: operations, and what each waits for, in the order in which they are written.
type Rank struct {
	Ops   []Op
	Needs []Need
}

// Program is a GOAL schedule: a directed graph of operations for each rank, whose messages join the graphs.
type Program struct {
	File  string // as reports call it
	Ranks []Rank
}

// Name is what reports call an operation.
func (o *Op) Name() string {
	s := o.Kind.String()
	switch {
	case o.Kind == Send:
		s += " to " + peer(o.Peer)
	case o.Kind == Recv:
		s += " from " + peer(o.Peer)
	}
	if o.Kind != Calc {
		s += ", tag " + tag(o.Tag)
	}
	if o.Label != "" {
		s = o.Label + " (" + s + ")"
	}
	return s
}

func peer(r int32) string {
	if r == Any {
		return "anybody"
	}
	return "rank " + strconv.Itoa(int(r))
}

func tag(t int64) string {
	if t == Any {
		return "any"
	}
	return strconv.FormatInt(t, 10)
}
