package goal_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"collsim/algo/goal"
)

// plain is a model of LogGOPSim's rules that shares nothing with the player but the program: one list of what is to
// happen, looked through from its beginning every time, and maps for what is free when.
type plain struct {
	p      *goal.Program
	q      goal.Parameters
	todo   []event
	made   int64
	busy   map[resource]int64
	ready  map[ref]int64
	status map[ref]int // 1 = started, 2 = finished
	posted [][]ref
	early  [][]ref // the sends of messages that nobody has asked for
	fresh  [][]ref // what has become free, by rank
}

type ref struct {
	rank int32
	op   int32
}

type resource struct {
	rank int32
	what byte // c, t, r
	n    uint8
}

type event struct {
	at, age int64
	op      ref
	message bool
}

func (x *plain) of(r ref) *goal.Op { return &x.p.Ranks[r.rank].Ops[r.op] }

func (x *plain) cost(size, a, b int64) int64 {
	n := size - 1
	if size == 0 && !x.q.LogGOPSim {
		n = 0
	}
	return a + n*b
}

// run gives the finish times; false where something is left that can never happen.
func (x *plain) run() ([]int64, bool) {
	n := len(x.p.Ranks)
	x.busy, x.ready, x.status = map[resource]int64{}, map[ref]int64{}, map[ref]int{}
	x.posted, x.early, x.fresh = make([][]ref, n), make([][]ref, n), make([][]ref, n)
	for r := range n {
		for i := range x.p.Ranks[r].Ops {
			if o := (ref{int32(r), int32(i)}); x.open(o) == 0 {
				x.fresh[r] = append(x.fresh[r], o)
			}
		}
		x.release(r)
	}
	for len(x.todo) > 0 {
		first := 0
		for i, e := range x.todo {
			if f := x.todo[first]; e.at < f.at || e.at == f.at && e.age < f.age {
				first = i
			}
		}
		e := x.todo[first]
		x.todo = append(x.todo[:first], x.todo[first+1:]...)
		x.happen(e)
		for r := range n {
			x.release(r)
		}
	}
	finish := make([]int64, n)
	for k, at := range x.busy {
		if k.what == 'c' {
			finish[k.rank] = max(finish[k.rank], at)
		}
	}
	for r := range n {
		for i := range x.p.Ranks[r].Ops {
			if x.status[ref{int32(r), int32(i)}] < 2 {
				return nil, false
			}
		}
	}
	return finish, true
}

// open counts what an operation still waits for.
func (x *plain) open(o ref) (n int) {
	for _, d := range x.p.Ranks[o.rank].Needs {
		if d.Op == o.op && (x.status[ref{o.rank, d.On}] == 0 || !d.Started && x.status[ref{o.rank, d.On}] < 2) {
			n++
		}
	}
	return n
}

// reach marks that an operation has started or finished at an instant.
func (x *plain) reach(o ref, status int, at int64) {
	for s := x.status[o] + 1; s <= status; s++ {
		x.status[o] = s
		for _, d := range x.p.Ranks[o.rank].Needs {
			if d.On != o.op || d.Started != (s == 1) {
				continue
			}
			w := ref{o.rank, d.Op}
			x.ready[w] = max(x.ready[w], at)
			if x.open(w) == 0 && !x.listed(w) {
				x.fresh[o.rank] = append(x.fresh[o.rank], w)
			}
		}
	}
}

func (x *plain) listed(w ref) bool {
	for _, o := range x.fresh[w.rank] {
		if o == w {
			return true
		}
	}
	return false
}

func (x *plain) release(r int) {
	for _, kind := range []goal.Kind{goal.Send, goal.Recv, goal.Calc} {
		for _, o := range x.fresh[r] {
			op := x.of(o)
			if op.Kind != kind {
				continue
			}
			at := x.busy[resource{o.rank, 'c', op.CPU}]
			if kind == goal.Send {
				at = max(at, x.busy[resource{o.rank, 't', op.NIC}])
			}
			if !x.q.LogGOPSim {
				at = max(at, x.ready[o])
			}
			x.todo = append(x.todo, event{at, x.made, o, false})
			x.made++
		}
	}
	x.fresh[r] = nil
}

func (x *plain) happen(e event) {
	o := x.of(e.op)
	rank, nic := e.op.rank, byte('t')
	if e.message {
		rank, nic = o.Peer, 'r'
	}
	cpu, net := resource{rank, 'c', o.CPU}, resource{rank, nic, o.NIC}
	free := x.busy[cpu]
	if e.message || o.Kind == goal.Send {
		free = max(free, x.busy[net])
	}
	if free > e.at && (e.message || o.Kind != goal.Recv) {
		e.at = free
		x.todo = append(x.todo, e)
		return
	}
	long := o.Size > x.q.Eager
	switch {
	case e.message:
		took := max(x.cost(o.Size, x.q.Overhead, x.q.PerByteWork), x.cost(o.Size, x.q.Overhead, x.q.PerByteGap))
		if o.Size == 0 && x.q.LogGOPSim { // of two negative numbers without a sign: zero is less than both
			took = x.q.Overhead - min(x.q.PerByteWork, x.q.PerByteGap)
			if x.q.PerByteWork == 0 || x.q.PerByteGap == 0 {
				took = x.q.Overhead - max(x.q.PerByteWork, x.q.PerByteGap)
			}
		}
		x.busy[cpu], x.busy[net] = e.at+took, e.at+x.cost(o.Size, x.q.Gap, x.q.PerByteGap)
		for i, w := range x.posted[rank] {
			if x.fits(w, e.op) {
				x.posted[rank] = append(append([]ref{}, x.posted[rank][:i]...), x.posted[rank][i+1:]...)
				x.reach(w, 2, e.at+took)
				if long {
					x.let(e.op, e.at, o.CPU, o.NIC)
				}
				return
			}
		}
		x.early[rank] = append(x.early[rank], e.op)
	case o.Kind == goal.Calc:
		x.busy[cpu] = e.at + o.Size
		x.reach(e.op, 1, e.at)
		x.reach(e.op, 2, e.at+o.Size)
	case o.Kind == goal.Send:
		end := e.at + x.cost(o.Size, x.q.Overhead, x.q.PerByteWork)
		x.busy[cpu], x.busy[net] = end, e.at+x.cost(o.Size, x.q.Gap, x.q.PerByteGap)
		x.reach(e.op, 1, e.at)
		x.todo = append(x.todo, event{e.at + x.q.Overhead + x.q.Latency, x.made, e.op, true})
		x.made++
		if !long {
			x.reach(e.op, 2, end)
		}
	default:
		x.reach(e.op, 1, e.at)
		for i, s := range x.early[rank] {
			if !x.fits(e.op, s) {
				continue
			}
			x.early[rank] = append(append([]ref{}, x.early[rank][:i]...), x.early[rank][i+1:]...)
			x.reach(e.op, 2, e.at)
			if x.q.LogGOPSim && long {
				x.let(s, e.at, o.CPU, o.NIC)
			} else if send := x.of(s); !x.q.LogGOPSim && send.Size > x.q.Eager {
				x.let(s, e.at, send.CPU, send.NIC)
			}
			return
		}
		x.posted[rank] = append(x.posted[rank], e.op)
	}
}

func (x *plain) fits(recv, send ref) bool {
	r, s := x.of(recv), x.of(send)
	return (r.Peer == -1 || r.Peer == send.rank) && (r.Tag == -1 || s.Tag == -1 || r.Tag == s.Tag)
}

func (x *plain) let(s ref, at int64, cpu, nic uint8) {
	c, n := resource{s.rank, 'c', cpu}, resource{s.rank, 't', nic}
	x.busy[c], x.busy[n] = max(x.busy[c], at), max(x.busy[n], at)
	x.reach(s, 2, at)
}

// Random schedules end as by the plain model, or stall as there.
func TestRandomSchedules(t *testing.T) {
	stalled := 0
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 7))
		p := random(rng)
		q := goal.Parameters{
			Latency: rng.Int64N(3000), Overhead: 50 + rng.Int64N(500), Gap: 50 + rng.Int64N(500),
			PerByteGap: rng.Int64N(4), PerByteWork: rng.Int64N(3), Eager: rng.Int64N(3000), LogGOPSim: seed%2 == 0,
		}
		want, ends := (&plain{p: p, q: q}).run()
		o, err := p.Play(q)
		if ends != (err == nil) {
			t.Fatalf("seed %d: the plain model ends: %v; here: %v", seed, ends, err)
		}
		if err != nil {
			stalled++
			continue
		}
		if !reflect.DeepEqual(o.Finish, want) {
			t.Fatalf("seed %d finishes at %v, by the plain model at %v\n%+v", seed, o.Finish, want, q)
		}
	}
	if stalled < 30 || stalled > 1500 {
		t.Errorf("%d of 3000 stall: they should be some, and not most", stalled)
	}
}

// random is a program of messages and calculations in an order in which all could happen, some of it with wildcards,
// which may mix messages up.
func random(rng *rand.Rand) *goal.Program {
	n := 2 + rng.IntN(5)
	p := &goal.Program{File: "random.goal", Ranks: make([]goal.Rank, n)}
	add := func(r int, o goal.Op) {
		k := &p.Ranks[r]
		o.CPU = uint8(rng.IntN(2))
		if o.Kind != goal.Calc {
			o.NIC = uint8(rng.IntN(2))
		}
		k.Ops = append(k.Ops, o)
		for range rng.IntN(3) {
			if last := len(k.Ops) - 1; last > 0 {
				k.Needs = append(k.Needs, goal.Need{Op: int32(last), On: int32(rng.IntN(last)), Started: rng.IntN(4) == 0})
			}
		}
	}
	for range 3 + rng.IntN(30) {
		from, to, tag := rng.IntN(n), rng.IntN(n), rng.Int64N(3)
		if rng.IntN(3) == 0 || from == to {
			add(from, goal.Op{Kind: goal.Calc, Size: rng.Int64N(4000)})
			continue
		}
		size := rng.Int64N(5000)
		if rng.IntN(10) == 0 {
			size = 0
		}
		peer, asked := int32(from), tag
		if rng.IntN(12) == 0 {
			peer = goal.Any
		}
		if rng.IntN(12) == 0 {
			asked = goal.Any
		}
		add(from, goal.Op{Kind: goal.Send, Size: size, Peer: int32(to), Tag: tag})
		add(to, goal.Op{Kind: goal.Recv, Size: size, Peer: peer, Tag: asked})
	}
	return p
}
