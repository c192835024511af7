package goal

import "slices"

// Outcome is what playing a program leaves.
type Outcome struct {
	Finish     []int64 // by rank, when its CPUs are free for good
	Events     int64
	Messages   int64
	Uneven     Pairs // whose receiver expected another size
	Unreceived Pairs // that nobody received, and that held nobody
}

// Pairs are messages of a kind.
type Pairs struct {
	Count int64
	First []Pair // a few
}

// Pair is a message and who took it.
type Pair struct {
	From, To   int32 // ranks
	Send, Recv int32 // operations; -1 = nobody has received it
}

func (p *Pairs) add(x Pair) {
	const most = 10
	if p.Count++; p.Count <= most {
		p.First = append(p.First, x)
	}
}

// machine is one rank while it is played.
type machine struct {
	cpu, tx, rx []int64 // when each is free
	waits       []int32 // by operation, for how many others
	earliest    []int64 // by operation, when the last of those was over
	next        [][]Need
	posted      []int32   // receives that wait for a message, oldest first
	unexpected  []arrival // messages that wait for a receive, oldest first
	freed       []int32   // operations that wait for nobody any more, in the order in which they came to that
	open        int       // operations that have not finished
	done        []bool
}

// arrival is a message that has come.
type arrival struct{ from, op int32 }

// player plays a program: one event after the other, by instant and then by age.
type player struct {
	program *Program
	costs   Parameters
	ranks   []machine
	queue   queue
	serial  int64
	outcome Outcome
}

// Play plays a program by the rules of LogGOPSim. What they say of a rank: it has CPUs and NICs, which do one thing at a
// time. A send takes o + (s-1)O of a CPU and g + (s-1)G of a NIC; its message comes L later, takes o + (s-1)max(O, G) of a
// CPU of the receiver, whether or not anybody waits for it, and is held until a receive of the same source and tag
// takes it. A message of more than S bytes keeps its sender until then. A program that cannot go on is a *Stall.
func (p *Program) Play(q Parameters) (*Outcome, error) {
	if err := q.check(p); err != nil {
		return nil, err
	}
	x := player{program: p, costs: q, ranks: make([]machine, len(p.Ranks))}
	x.open()
	for r := range x.ranks {
		x.release(int32(r))
	}
	for len(x.queue) > 0 {
		it := x.queue.pop()
		x.outcome.Events++
		x.fire(&it)
	}
	if stall := x.stalled(); stall != nil {
		return nil, stall
	}
	for r := range x.ranks {
		x.outcome.Finish = append(x.outcome.Finish, slices.Max(x.ranks[r].cpu))
		for _, a := range x.ranks[r].unexpected {
			x.outcome.Unreceived.add(Pair{From: a.from, To: int32(r), Send: a.op, Recv: -1})
		}
	}
	return &x.outcome, nil
}

// open gives every rank as many CPUs and NICs as the highest number in the program asks for.
func (x *player) open() {
	cpus, nics := 1, 1
	for r := range x.program.Ranks {
		for i := range x.program.Ranks[r].Ops {
			o := &x.program.Ranks[r].Ops[i]
			cpus, nics = max(cpus, int(o.CPU)+1), max(nics, int(o.NIC)+1)
		}
	}
	for r := range x.ranks {
		m, ops := &x.ranks[r], x.program.Ranks[r].Ops
		m.cpu, m.tx, m.rx = make([]int64, cpus), make([]int64, nics), make([]int64, nics)
		m.waits, m.earliest, m.done = make([]int32, len(ops)), make([]int64, len(ops)), make([]bool, len(ops))
		m.next, m.open = x.program.Ranks[r].dependents(), len(ops)
		for _, n := range x.program.Ranks[r].Needs {
			m.waits[n.Op]++
		}
		for op, n := range m.waits {
			if n == 0 {
				m.freed = append(m.freed, int32(op))
			}
		}
	}
}

// release queues the operations of a rank that have become free: sends, receives, then calculations.
func (x *player) release(r int32) {
	m, ops := &x.ranks[r], x.program.Ranks[r].Ops
	if len(m.freed) == 0 {
		return
	}
	slices.SortStableFunc(m.freed, func(a, b int32) int { return int(ops[a].Kind) - int(ops[b].Kind) })
	for _, op := range m.freed {
		o := &ops[op]
		at := m.cpu[o.CPU]
		if o.Kind == Send {
			at = max(at, m.tx[o.NIC])
		}
		if !x.costs.LogGOPSim {
			at = max(at, m.earliest[op])
		}
		x.queue.push(item{at: at, serial: x.serial, rank: r, op: op, from: -1})
		x.serial++
	}
	m.freed = m.freed[:0]
}

// later puts an item back until an instant.
func (x *player) later(it *item, at int64) {
	it.at = at
	x.queue.push(*it)
}

func (x *player) fire(it *item) {
	m, also := &x.ranks[it.rank], int32(-1)
	if it.from >= 0 {
		also = x.arrive(it, m)
	} else {
		switch o := &x.program.Ranks[it.rank].Ops[it.op]; o.Kind {
		case Calc:
			x.calculate(it, m, o)
		case Send:
			x.send(it, m, o)
		case Recv:
			also = x.receive(it, m, o)
		}
	}
	if also >= 0 && also < it.rank {
		x.release(also)
	}
	x.release(it.rank)
	if also > it.rank {
		x.release(also)
	}
}

func (x *player) calculate(it *item, m *machine, o *Op) {
	if free := m.cpu[o.CPU]; free > it.at {
		x.later(it, free)
		return
	}
	end := it.at + o.Size
	m.cpu[o.CPU] = end
	m.started(it.op, it.at)
	m.finished(it.op, end)
}

func (x *player) send(it *item, m *machine, o *Op) {
	if free := max(m.cpu[o.CPU], m.tx[o.NIC]); free > it.at {
		x.later(it, free)
		return
	}
	end := it.at + x.costs.busy(o.Size)
	m.cpu[o.CPU], m.tx[o.NIC] = end, it.at+x.costs.wire(o.Size)
	m.started(it.op, it.at)
	x.queue.push(item{at: it.at + x.costs.Overhead + x.costs.Latency, serial: x.serial, rank: o.Peer, op: it.op, from: it.rank})
	x.serial++
	x.outcome.Messages++
	if o.Size <= x.costs.Eager {
		m.finished(it.op, end)
	}
}

// receive takes the oldest message that fits, or waits for one. It returns the sender that it frees; -1 = nobody.
func (x *player) receive(it *item, m *machine, o *Op) int32 {
	m.started(it.op, it.at)
	for i, a := range m.unexpected {
		s := &x.program.Ranks[a.from].Ops[a.op]
		if !o.takes(s, a.from) {
			continue
		}
		m.unexpected = slices.Delete(m.unexpected, i, i+1)
		m.finished(it.op, it.at)
		x.compare(it.rank, it.op, a)
		if !x.holds(o, s) {
			return -1
		}
		x.free(a, it.at, o.CPU, o.NIC)
		return a.from
	}
	m.posted = append(m.posted, it.op)
	return -1
}

// arrive gives a message to the oldest receive that fits, or keeps it. It returns the sender that it frees.
func (x *player) arrive(it *item, m *machine) int32 {
	a := arrival{it.from, it.op}
	s := &x.program.Ranks[a.from].Ops[a.op]
	if free := max(m.cpu[s.CPU], m.rx[s.NIC]); free > it.at {
		x.later(it, free)
		return -1
	}
	end := it.at + x.costs.takes(s.Size)
	m.cpu[s.CPU], m.rx[s.NIC] = end, it.at+x.costs.wire(s.Size)
	for i, op := range m.posted {
		if o := &x.program.Ranks[it.rank].Ops[op]; !o.takes(s, a.from) {
			continue
		}
		m.posted = slices.Delete(m.posted, i, i+1)
		m.finished(op, end)
		x.compare(it.rank, op, a)
		if s.Size <= x.costs.Eager {
			return -1
		}
		x.free(a, it.at, s.CPU, s.NIC)
		return a.from
	}
	m.unexpected = append(m.unexpected, a)
	return -1
}

// holds reports whether a message that waits for its receive has kept its sender. LogGOPSim goes by the receive's size.
func (x *player) holds(recv, send *Op) bool {
	if x.costs.LogGOPSim {
		return recv.Size > x.costs.Eager
	}
	return send.Size > x.costs.Eager
}

// free ends a send that waited for its receive: its CPU and NIC are free from then on.
func (x *player) free(a arrival, at int64, cpu, nic uint8) {
	m := &x.ranks[a.from]
	if !x.costs.LogGOPSim {
		s := &x.program.Ranks[a.from].Ops[a.op]
		cpu, nic = s.CPU, s.NIC
	}
	m.cpu[cpu], m.tx[nic] = max(m.cpu[cpu], at), max(m.tx[nic], at)
	m.finished(a.op, at)
}

// takes reports whether a receive takes what a rank sends.
func (o *Op) takes(s *Op, from int32) bool {
	return (o.Peer == Any || o.Peer == from) && (o.Tag == s.Tag || o.Tag == Any || s.Tag == Any)
}

func (x *player) compare(rank, op int32, a arrival) {
	if x.program.Ranks[a.from].Ops[a.op].Size != x.program.Ranks[rank].Ops[op].Size {
		x.outcome.Uneven.add(Pair{From: a.from, To: rank, Send: a.op, Recv: op})
	}
}

// started tells those who wait for an operation to begin.
func (m *machine) started(op int32, at int64) { m.tell(op, at, true) }

// finished tells those who wait for its end.
func (m *machine) finished(op int32, at int64) {
	if m.done[op] {
		return
	}
	m.done[op] = true
	m.open--
	m.tell(op, at, false)
}

func (m *machine) tell(op int32, at int64, started bool) {
	for _, n := range m.next[op] {
		if n.Started != started {
			continue
		}
		m.earliest[n.Op] = max(m.earliest[n.Op], at)
		if m.waits[n.Op]--; m.waits[n.Op] == 0 {
			m.freed = append(m.freed, n.Op)
		}
	}
}
