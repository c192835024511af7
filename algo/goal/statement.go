package goal

import (
	"math"
	"strconv"
	"strings"
)

// MostSize is the longest message, and the longest calculation, that a program may have.
const MostSize = math.MaxInt64 / 2

// statement reads an operation or a dependency of the rank whose braces are open.
func (p *parser) statement(c *cursor) {
	start, at := c.at, c.column()
	first := c.word()
	switch second := c.peek(); {
	case second == ":":
		c.word()
		p.labelled(c, first, at)
	case second == "requires" || second == "irequires":
		c.word()
		p.need(c, first, at, second == "irequires")
	default:
		c.at = start
		p.op(c, "")
	}
}

// labelled reads an operation that has a name.
func (p *parser) labelled(c *cursor, label string, at int) {
	if !named(label) {
		p.wrong(at, "this is no label", label, "a letter, then letters, digits and underscores")
	}
	if before, ok := p.labels[label]; ok {
		line := p.program.Ranks[p.rank].Ops[before].Line
		p.wrong(at, "rank "+strconv.Itoa(p.rank)+" has this label already, on line "+strconv.Itoa(line), label, "a label once a rank")
	}
	p.op(c, label)
	if n := len(p.program.Ranks[p.rank].Ops); n > 0 {
		p.labels[label] = int32(n - 1)
	}
}

func named(label string) bool {
	for i, r := range label {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || !(r == '_' || r >= '0' && r <= '9')) {
			return false
		}
	}
	return label != ""
}

// op reads an operation. One that cannot be read is kept all the same, so that its label is known.
func (p *parser) op(c *cursor, label string) {
	o := Op{Label: label, Line: p.line}
	at := c.column()
	switch word := c.word(); word {
	case "send":
		o.Kind = Send
		p.message(c, &o, "to")
	case "recv":
		o.Kind = Recv
		p.message(c, &o, "from")
	case "calc":
		o.Kind = Calc
		o.Size, _ = p.number(c, "time", 0, MostSize)
	default:
		p.wrong(at, "this is no operation", word, "send SIZEb to RANK, recv SIZEb from RANK, calc TIME, A requires B, A irequires B")
		c.at = len(c.text)
	}
	p.options(c, &o)
	r := &p.program.Ranks[p.rank]
	r.Ops = append(r.Ops, o)
}

// message reads what a send and a receive have in common.
func (p *parser) message(c *cursor, o *Op, preposition string) {
	at := c.column()
	size := c.word()
	n, err := strconv.ParseInt(strings.TrimSuffix(size, "b"), 10, 64)
	if err != nil || n < 0 || n > MostSize || !strings.HasSuffix(size, "b") {
		p.wrong(at, "this is no size", size, "bytes, as in 1024b, up to "+strconv.FormatInt(MostSize, 10))
	}
	o.Size = n
	if at = c.column(); c.word() != preposition {
		p.wrong(at, "a "+o.Kind.String()+" says "+preposition+" whom", "", o.Kind.String()+" 1024b "+preposition+" 1")
		c.at = len(c.text)
		return
	}
	least := int64(0)
	if o.Kind == Recv {
		least = Any
	}
	peer, _ := p.number(c, "peer", least, int64(len(p.program.Ranks))-1)
	o.Peer = int32(peer)
}

// options reads tag, cpu and nic, in this order.
func (p *parser) options(c *cursor, o *Op) {
	if o.Kind != Calc && c.peek() == "tag" {
		c.word()
		o.Tag, _ = p.number(c, "tag", Any, math.MaxUint32)
	}
	if c.peek() == "cpu" {
		c.word()
		n, _ := p.number(c, "cpu", 0, math.MaxUint8)
		o.CPU = uint8(n)
	}
	if o.Kind != Calc && c.peek() == "nic" {
		c.word()
		n, _ := p.number(c, "nic", 0, math.MaxUint8)
		o.NIC = uint8(n)
	}
	switch at, word := c.column(), c.peek(); word {
	case "tag", "cpu", "nic":
		valid := "tag T cpu C nic X, in this order, each at most once"
		if o.Kind == Calc {
			valid = "cpu C, once"
		}
		p.wrong(at, "this does not belong here", word, valid)
		c.at = len(c.text)
	}
}

// number reads a whole number within limits.
func (p *parser) number(c *cursor, what string, least, most int64) (int64, bool) {
	at := c.column()
	word := c.word()
	n, err := strconv.ParseInt(word, 10, 64)
	if err == nil && n >= least && n <= most {
		return n, true
	}
	p.wrong(at, "this is no "+what, word, "a whole number from "+strconv.FormatInt(least, 10)+" to "+strconv.FormatInt(most, 10))
	return 0, false
}

// need reads a dependency.
func (p *parser) need(c *cursor, label string, at int, started bool) {
	op, known := p.find(label, at)
	at = c.column()
	on, also := p.find(c.word(), at)
	if known && also {
		r := &p.program.Ranks[p.rank]
		r.Needs = append(r.Needs, Need{Op: op, On: on, Started: started})
	}
}

func (p *parser) find(label string, at int) (int32, bool) {
	op, ok := p.labels[label]
	if !ok {
		p.wrong(at, "rank "+strconv.Itoa(p.rank)+" has no operation of this label above", label, "a label of an operation above")
	}
	return op, ok
}
