package goal

import (
	"fmt"
	"strings"
)

// Wait is an operation that has begun and will never end.
type Wait struct {
	Rank, Op int32
	Name     string // of the operation
	Line     int
	For      string // what it waits for
}

// Stall is a program that cannot go on: nothing more happens, but operations are left.
type Stall struct {
	File  string
	Waits []Wait // the first few
	More  int    // others that wait
	Left  int    // operations that have not finished, those included that have not begun
}

func (s *Stall) Error() string {
	lines := []string{fmt.Sprintf("%s: the schedule stalls: %s can never finish", s.File, count(s.Left, "operation"))}
	for _, w := range s.Waits {
		lines = append(lines, fmt.Sprintf("  %s:%d:1: rank %d: %s waits for %s", s.File, w.Line, w.Rank, w.Name, w.For))
	}
	if s.More > 0 {
		lines = append(lines, fmt.Sprintf("  and %d more", s.More))
	}
	return strings.Join(lines, "\n")
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// mostWaits are told.
const mostWaits = 10

// stalled is what of the program can never finish; nil = all has. Whatever has begun and not finished is a receive without a
// message, or a message of more than S bytes without a receive. Everything else waits for such.
func (x *player) stalled() *Stall {
	s := Stall{File: x.program.File}
	for r := range x.ranks {
		m, ops := &x.ranks[r], x.program.Ranks[r].Ops
		s.Left += m.open
		for _, op := range m.posted {
			s.add(Wait{Rank: int32(r), Op: op, Name: ops[op].Name(), Line: ops[op].Line, For: "a message, which nobody sends" + x.instead(m, ops[op].Peer)})
		}
		for _, a := range m.unexpected {
			if o := &x.program.Ranks[a.from].Ops[a.op]; !x.ranks[a.from].done[a.op] {
				s.add(Wait{Rank: a.from, Op: a.op, Name: o.Name(), Line: o.Line, For: fmt.Sprintf("rank %d to receive it", r)})
			}
		}
	}
	if s.Left == 0 {
		return nil
	}
	return &s
}

// instead tells of the first message from a peer that has come and that no receive takes; "" = there is none.
func (x *player) instead(m *machine, from int32) string {
	for _, a := range m.unexpected {
		if from == Any || a.from == from {
			return fmt.Sprintf(" (one from rank %d has come instead, tag %s)", a.from, tag(x.program.Ranks[a.from].Ops[a.op].Tag))
		}
	}
	return ""
}

func (s *Stall) add(w Wait) {
	if len(s.Waits) < mostWaits {
		s.Waits = append(s.Waits, w)
	} else {
		s.More++
	}
}
