package ledger

// Component is a cause to which a picosecond of latency can be booked.
type Component uint8

// The components, in the order in which reports print them.
const (
	Launch       Component = iota // kernel launch, what is queued before it in the stream, the kernel boundary
	Prepare                       // copies, casts, serialisation before sending
	Negotiate                     // communicator set-up, metadata, scratch allocation
	Register                      // memory registration
	Library                       // CPU work to post and progress an operation, waiting for the core that does it
	Lock                          // waiting for the library's global lock
	Protocol                      // handshakes, acknowledgement waits, flags, per-message NIC and DMA start
	Complete                      // noticing that a message has arrived: polling, interrupts, their coalescing
	Reduce                        // combining received data with one's own
	Serialize                     // bytes over rate, headers included; behind one's own bytes on one's own first link
	Propagate                     // cable and forwarding latency
	Queue                         // a port on the way was sending other bytes
	Arbitrate                     // the same on a link that is declared shared: bus, memory, copy engine
	HeadOfLine                    // behind the head of an input queue that waits for another output
	Backpressure                  // the port was idle for want of credit, or paused
	Retransmit                    // lost, sent again
	Skew                          // a late start; what a slow-down or jitter adds to the nominal duration
	Compute                       // exposed computation of a training step
	Components                    // how many there are
)

// Group is how practice sums components up.
type Group uint8

// The groups, in the order in which reports print them.
const (
	Software Group = iota
	Physical
	Queueing
	Waiting
	Groups // how many there are
)

var components = [Components]struct {
	name  string
	group Group
}{
	Launch: {"launch", Software}, Prepare: {"prepare", Software}, Negotiate: {"negotiate", Software},
	Register: {"register", Software}, Library: {"library", Software}, Lock: {"lock", Software},
	Protocol: {"protocol", Software}, Complete: {"complete", Software}, Reduce: {"reduce", Software},
	Serialize: {"serialize", Physical}, Propagate: {"propagate", Physical},
	Queue: {"queue", Queueing}, Arbitrate: {"arbitrate", Queueing}, HeadOfLine: {"hol", Queueing},
	Backpressure: {"backpressure", Queueing}, Retransmit: {"retransmit", Queueing},
	Skew: {"skew", Waiting}, Compute: {"compute", Waiting},
}

var groups = [Groups]string{"software", "physical", "queueing", "waiting"}

func (c Component) String() string { return components[c].name }

// Group is the group that c belongs to.
func (c Component) Group() Group { return components[c].group }

func (g Group) String() string { return groups[g] }

// ParseComponent finds a component by its name.
func ParseComponent(name string) (Component, bool) {
	for c := range Components {
		if components[c].name == name {
			return c, true
		}
	}
	return 0, false
}
