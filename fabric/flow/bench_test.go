package flow_test

import (
	"syscall"
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/fabric/flow"
	"collsim/sim"
	"collsim/sim/units"
)

const ranks = 64

// exchange is an all-to-all again and again. Rank i's j-th message goes to rank i + j; at most window of a rank's
// messages are under way, the next leaves when one of them arrives.
type exchange struct {
	kernel  *sim.Kernel
	net     *flow.Net
	id      sim.HandlerID
	paths   [ranks][ranks - 1]fabric.PathID
	next    [ranks]int
	bytes   units.Bytes
	uneven  units.Bytes // by how many times this at most 63 messages are larger than bytes
	left    int
	arrived int
}

func (e *exchange) Deliver(tag uint32, at units.Time, _ *fabric.Transit) {
	e.arrived++
	e.kernel.At(at, tag, e.id, 0, uint64(tag))
}

func (e *exchange) Handle(_ units.Time, _ uint16, rank uint64) { e.send(int(rank)) }

func (e *exchange) send(rank int) {
	if e.left == 0 {
		return
	}
	e.left--
	j := e.next[rank]
	e.next[rank] = (j + 1) % (ranks - 1)
	bytes := e.bytes + units.Bytes((rank*37+j*11)%64)*e.uneven
	e.net.Send(fabric.Message{Path: e.paths[rank][j], Bytes: bytes, Tag: uint32(rank)})
}

func newExchange(g *fabric.Graph, route fabrictest.Route, bytes, uneven units.Bytes) *exchange {
	e := &exchange{kernel: sim.New(sim.Options{}), bytes: bytes, uneven: uneven}
	n, err := flow.New(e.kernel, g, e)
	if err != nil {
		panic(err)
	}
	e.net, e.id = n, e.kernel.Register(e)
	for i := range ranks {
		for j := range ranks - 1 {
			e.paths[i][j] = n.Path(route(i, (i+j+1)%ranks))
		}
	}
	return e
}

// play sends so many messages, window of each rank at a time.
func (e *exchange) play(messages, window int) {
	e.left = messages
	for range window {
		for i := range ranks {
			e.send(i)
		}
	}
	if _, err := e.kernel.Run(0); err != nil {
		panic(err)
	}
}

func benchmark(b *testing.B, window int, uneven units.Bytes, g *fabric.Graph, route fabrictest.Route) {
	e := newExchange(g, route, units.MiB, uneven)
	e.play(ranks*(ranks-1), window)
	b.ReportAllocs()
	start, fired := cpu(), e.kernel.Fired()
	for b.Loop() {
		e.play(ranks*(ranks-1), window)
	}
	spent := float64(cpu() - start)
	b.ReportMetric(spent/float64(b.N)/(2*ranks*(ranks-1)), "CPU-ns/start-or-end")
	b.ReportMetric(spent/float64(e.kernel.Fired()-fired), "CPU-ns/event")
}

// cpu is the processor time that the process has had, in nanoseconds.
func cpu() int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return u.Utime.Nano() + u.Stime.Nano()
}

func star() (*fabric.Graph, fabrictest.Route) {
	return fabrictest.Star(ranks, fabrictest.Cable(), fabrictest.Box("hub")), fabrictest.StarRoute
}

func leafSpine() (*fabric.Graph, fabrictest.Route) {
	t := fabrictest.LeafSpine(8, 8, 4, fabrictest.Cable(), fabrictest.Box("box"))
	return t.Graph, func(a, b int) []fabric.LinkID { return t.Route(a, b, b%4) }
}

// BenchmarkExchange: pairwise, a rank's next message leaves when the one before has arrived; direct, all leave at once.
// Messages of one size start and end together; with sizes that no link divides hardly any two do.
func BenchmarkExchange(b *testing.B) {
	for _, way := range []struct {
		name   string
		window int
	}{{"pairwise", 1}, {"direct", ranks - 1}} {
		for _, sizes := range []struct {
			name   string
			uneven units.Bytes
		}{{"even", 0}, {"uneven", 577}} {
			b.Run(way.name+"/"+sizes.name+"/star", func(b *testing.B) {
				g, route := star()
				benchmark(b, way.window, sizes.uneven, g, route)
			})
			b.Run(way.name+"/"+sizes.name+"/leaf-spine", func(b *testing.B) {
				g, route := leafSpine()
				benchmark(b, way.window, sizes.uneven, g, route)
			})
		}
	}
}

// TestSteady: an exchange that has grown to its size allocates nothing.
func TestSteady(t *testing.T) {
	g, route := leafSpine()
	e := newExchange(g, route, 16*units.KiB, 577)
	for range 40 {
		e.play(ranks*(ranks-1), ranks-1)
	}
	if n := testing.AllocsPerRun(2, func() { e.play(ranks*(ranks-1), ranks-1) }); n != 0 {
		t.Fatalf("%v allocations for %d messages", n, ranks*(ranks-1))
	}
}
