package goal

import (
	"bufio"
	"io"
	"strconv"
)

// Write gives a program's text. Operations that have no label get one where others need them.
func Write(w io.Writer, p *Program) error {
	b := bufio.NewWriter(w)
	b.WriteString("num_ranks " + strconv.Itoa(len(p.Ranks)) + "\n\n")
	for r := range p.Ranks {
		b.WriteString("rank " + strconv.Itoa(r) + " {\n")
		p.Ranks[r].write(b)
		b.WriteString("}\n\n")
	}
	return b.Flush()
}

func (r *Rank) write(b *bufio.Writer) {
	labels := r.labels()
	for i := range r.Ops {
		if labels[i] != "" {
			b.WriteString(labels[i] + ": ")
		}
		r.Ops[i].write(b)
	}
	for _, n := range r.Needs {
		verb := " requires "
		if n.Started {
			verb = " irequires "
		}
		b.WriteString(labels[n.Op] + verb + labels[n.On] + "\n")
	}
}

func (o *Op) write(b *bufio.Writer) {
	b.WriteString(o.Kind.String() + " " + strconv.FormatInt(o.Size, 10))
	switch o.Kind {
	case Send:
		b.WriteString("b to " + strconv.Itoa(int(o.Peer)))
	case Recv:
		b.WriteString("b from " + strconv.Itoa(int(o.Peer)))
	}
	if o.Kind != Calc && o.Tag != 0 {
		b.WriteString(" tag " + strconv.FormatInt(o.Tag, 10))
	}
	if o.CPU != 0 {
		b.WriteString(" cpu " + strconv.Itoa(int(o.CPU)))
	}
	if o.Kind != Calc && o.NIC != 0 {
		b.WriteString(" nic " + strconv.Itoa(int(o.NIC)))
	}
	b.WriteByte('\n')
}

// labels are the operations' own, and new ones where something is needed that has none.
func (r *Rank) labels() []string {
	labels, taken := make([]string, len(r.Ops)), map[string]bool{}
	for i := range r.Ops {
		labels[i] = r.Ops[i].Label
		taken[labels[i]] = true
	}
	name := func(i int32) {
		for n := i; labels[i] == ""; n += int32(len(r.Ops)) {
			if l := "l" + strconv.Itoa(int(n)); !taken[l] {
				labels[i] = l
			}
		}
	}
	for _, n := range r.Needs {
		name(n.Op)
		name(n.On)
	}
	return labels
}
