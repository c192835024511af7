package host

import (
	"math/bits"
	"slices"

	"collsim/sim"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// Completion is how a rank notices that a message has arrived.
type Completion uint8

// The ways to notice.
const (
	Polling   Completion = iota // the library looks every so often while it waits
	Interrupt                   // the NIC raises one, after its coalescing timer
)

func (c Completion) String() string { return [...]string{"polling", "interrupt"}[c] }

// Cache is what the registration cache knows when the collective begins.
type Cache uint8

// The states of the registration cache.
const (
	Warm     Cache = iota // the buffer is registered already: no message pays
	Cold                  // the first message of each rank registers the whole buffer
	Disabled              // every message registers what it moves
)

func (c Cache) String() string { return [...]string{"warm", "cold", "off"}[c] }

// Ack is who acknowledges a message to its sender.
type Ack uint8

// The ways to acknowledge.
const (
	NoAck       Ack = iota
	SoftwareAck     // the receiver's library, on its core
	HardwareAck     // the receiver's NIC by itself
)

func (a Ack) String() string { return [...]string{"none", "software", "hardware"}[a] }

// Proxy is who shares the thread that drives messages between nodes.
type Proxy uint8

// The proxy threads.
const (
	NoProxy   Proxy = iota // each rank's core drives its own messages
	RankProxy              // one a rank, shared by its lanes
	NodeProxy              // one a node, shared by its ranks
)

func (p Proxy) String() string { return [...]string{"none", "rank", "node"}[p] }

// Costs are the nominal software costs of one rank. The zero value is library raw: no software at all.
type Costs struct {
	Hold      units.Duration // every call keeps the library's global lock so long; the processes of a node share it
	Setup     units.Duration // of the communicator: port query, scratch allocation, bootstrap; at the first call
	Metadata  units.Duration // agreeing on shape, type and algorithm before a call, until it is cached
	Rebuild   bool           // the communicator is set up anew for every call
	Uncached  bool           // metadata are agreed on before every call
	Ahead     sim.Jitter     // what is queued in the stream when a kernel is launched
	Strided   units.Rate     // gathering scattered data before a call; 0 = they are contiguous
	Serialize units.Rate     // encoding them on the CPU; 0 = nobody does
	Launch    units.Duration // from there to the first step: stream and kernel launch

	Post       units.Duration // CPU time to post one message: instructions over clock, and remote memory
	Scheduling sim.Jitter     // what the operating system's scheduler adds to each post

	RegisterBase units.Duration // to register a buffer, whatever its size
	RegisterPage units.Duration // for each page of it
	Page         units.Bytes
	Cache        Cache
	Capacity     units.Bytes // of a cold cache: pieces are registered one by one, and the one used longest ago gives way; 0 = no limit

	Rendezvous bool        // messages above Eager bytes ask first
	Eager      units.Bytes // up to here a message is copied through a buffer that is registered already
	CopyRate   units.Rate  // of that copy, once at each end; 0 = free

	Proxy     Proxy
	ProxyWork units.Duration // CPU time of the proxy thread for one message

	OnHost bool           // software answers requests and clears to send: no hardware offload
	Ack    Ack            // a send is over when it has been acknowledged
	PCIe   units.Duration // a round trip between CPU and NIC: software hears of something and answers

	Window int32 // messages that a lane may have on their way to one peer, which has not taken them; 0 = any number

	Bounce     bool       // data between nodes pass through host memory at both ends: no GPUDirect RDMA
	BounceRate units.Rate // of each of those copies; 0 = free

	Detour   units.Duration // a software hop between nodes: the first message between two ranks waits so long
	NICStart units.Duration // doorbell, work request and DMA start of one message, control messages included
	Small    units.Bytes    // messages between nodes of fewer bytes take the NIC longer
	Penalty  sim.Jitter     // by so much

	Completion Completion
	Poll       units.Duration // one look for a completion
	Coalesce   units.Duration // the interrupt waits this long for company
	Handler    units.Duration // from the interrupt to the waiting thread

	ReduceRate   units.Rate // combining received data; 0 = free
	ReduceOnCore bool       // the rank's core does it, not the GPU

	Kernel // how blocks of a GPU move data, of libraries of kernels
}

// Preparation is how long the data of a call of n bytes take to prepare.
func (c *Costs) Preparation(n units.Bytes) units.Duration {
	return over(c.Strided, n) + over(c.Serialize, n)
}

// Copy is how long the eager copy of n bytes takes at one end.
func (c *Costs) Copy(n units.Bytes) units.Duration { return over(c.CopyRate, n) }

// Staging is how long n bytes take between GPU and host memory.
func (c *Costs) Staging(n units.Bytes) units.Duration { return over(c.BounceRate, n) }

// Reduce is how long combining n received bytes takes.
func (c *Costs) Reduce(n units.Bytes) units.Duration { return over(c.ReduceRate, n) }

// Register is how long registering n bytes takes, the cache left aside.
func (c *Costs) Register(n units.Bytes) units.Duration {
	if c.Page == 0 {
		return c.RegisterBase
	}
	pages := (n + c.Page - 1) / c.Page
	return c.RegisterBase + units.Duration(pages)*c.RegisterPage
}

// Asks reports whether a message of n bytes goes by rendezvous.
func (c *Costs) Asks(n units.Bytes) bool { return c.Rendezvous && n > c.Eager }

// OnCore reports whether anything at all occupies a rank's core while messages move.
func (c *Costs) OnCore() bool {
	return c.Post > 0 || c.CopyRate > 0 || c.ReduceOnCore && c.ReduceRate > 0 || (c.Cache != Warm && (c.RegisterBase > 0 || c.RegisterPage > 0))
}

func over(r units.Rate, n units.Bytes) units.Duration {
	if r == 0 {
		return 0
	}
	return r.Over(n)
}

// Model is the software of all ranks of a run.
type Model struct {
	Costs
	Slow   []Slowdown                    // by rank; nil = everybody at nominal speed
	SlowIn [ledger.Components][]Slowdown // by component and rank, instead of Slow; nil = as Slow
	Noise  []sim.Jitter                  // by rank, on top of Jitter; nil = none
	Jitter sim.Jitter

	Seed, Replicate uint64 // of the random draws
}

// Slowdown makes a rank's software take Num/Den of its nominal time, at least 1.
type Slowdown struct{ Num, Den int64 }

// Excess is what a rank's slow-down adds to a nominal duration of a component, rounded up to a picosecond.
func (m *Model) Excess(rank int32, c ledger.Component, nominal units.Duration) units.Duration {
	slow := m.SlowIn[c]
	if slow == nil {
		slow = m.Slow
	}
	if slow == nil || slow[rank].Num == slow[rank].Den {
		return 0
	}
	hi, lo := bits.Mul64(uint64(nominal), uint64(slow[rank].Num))
	q, rem := bits.Div64(hi, lo, uint64(slow[rank].Den))
	if rem > 0 {
		q++
	}
	return units.Duration(q) - nominal
}

// Slowed reports whether any rank is slow in anything.
func (m *Model) Slowed() bool {
	return m.Slow != nil || slices.ContainsFunc(m.SlowIn[:], func(s []Slowdown) bool { return s != nil })
}
