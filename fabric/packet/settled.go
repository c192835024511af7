package packet

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"collsim/fabric"
)

// Settled reports what is still under way after the last event: the ports that hold packets, a circle of ports that wait
// for one another's buffers if there is one, and credit that did not come home.
func (n *Net) Settled() error {
	var errs []error
	var stuck []int32
	if n.lost != nil {
		errs = append(errs, n.lost)
	}
	for o := range n.ports {
		if n.holds(int32(o)) {
			stuck = append(stuck, int32(o))
			errs = append(errs, fmt.Errorf("packet: %s holds packets that wait for room in the buffer behind it", n.name(int32(o))))
		}
	}
	if c := n.circle(stuck); len(c) > 0 {
		errs = append(errs, fmt.Errorf("packet: deadlock: %s; valid routes never make buffers wait for one another in a circle", n.story(c)))
	}
	for o := range n.ports {
		for v := range n.width {
			ln := &n.lanes[n.ports[o].lanes+v]
			if depth := int64(n.graph.Links[o].Buffer); !ln.drains && ln.whole() != depth && len(stuck) == 0 {
				errs = append(errs, fmt.Errorf("packet: %s lane %d has %d of its %d bytes of credit", n.name(int32(o)), v, ln.whole(), depth))
			}
		}
	}
	if len(stuck) == 0 {
		errs = append(errs, n.emptied()...)
	}
	return errors.Join(errs...)
}

// emptied reports what output-queued devices still hold although no packet waits anywhere.
func (n *Net) emptied() (errs []error) {
	for i := range n.memories {
		m := &n.memories[i]
		if m.releases.count == 0 && m.shared == 0 { // it has none
			continue
		}
		if n.settle(m, never); m.free != m.shared || m.paused != 0 {
			errs = append(errs, fmt.Errorf("packet: %s has %d of its %d bytes free, and pauses %d inputs", n.graph.Devices[n.approaches[i].device].Name, m.free, m.shared, m.paused))
		}
	}
	for i := range n.accounts {
		if a := &n.accounts[i]; a.line != 0 || a.shared != 0 || a.spare != 0 {
			errs = append(errs, fmt.Errorf("packet: %s lane %d still holds %d bytes in a line, %d in shared memory, %d in head-room", n.name(int32(i)/n.width), int32(i)%n.width, a.line, a.shared, a.spare))
		}
	}
	return errs
}

func (n *Net) name(o int32) string { return n.graph.LinkName(fabric.LinkID(o)) }

// holds reports whether packets are offered to port o. Whatever else waits, waits behind such packets.
func (n *Net) holds(o int32) bool {
	for v := range n.width {
		if !n.lanes[n.ports[o].lanes+v].heads.empty() {
			return true
		}
	}
	return false
}

// blockers lists the ports that the packets in the buffers behind port o want to leave by.
func (n *Net) blockers(o int32) []int32 {
	var list []int32
	to := n.graph.Links[o].To
	if n.graph.Devices[to].Kind == fabric.GPU && !n.graph.Relays() {
		return nil
	}
	input := n.inputOf(fabric.LinkID(o))
	for _, out := range n.graph.Out(to) {
		if n.graph.Devices[to].OutputQueued() && n.lines(int32(out), o) {
			list = append(list, int32(out))
			continue
		}
		for v := range n.width {
			heads := &n.lanes[n.ports[out].lanes+v].heads
			if heads.first(input) == input {
				list = append(list, int32(out))
			}
		}
	}
	return slices.Compact(list)
}

// lines reports whether a packet that came by port o is in a line of port out of an output-queued device.
func (n *Net) lines(out, o int32) bool {
	for v := range n.width {
		heads := &n.lanes[n.ports[out].lanes+v].heads
		if heads.empty() {
			continue
		}
		for k := n.queues[heads.queue].head; k >= 0; k = n.packets[k].next {
			if n.steps[n.steps[n.packets[k].step].up].port == o {
				return true
			}
		}
	}
	return false
}

// circle returns ports each of which waits for the next, and the last for the first; nil = there is none. Every stuck
// port waits for another stuck one unless its credit was lost, so following the first blocker finds a circle.
func (n *Net) circle(stuck []int32) []int32 {
	for _, o := range stuck {
		var trace []int32
		for at := o; at >= 0 && !slices.Contains(trace, at); {
			trace = append(trace, at)
			at = n.blocker(at, stuck)
			if i := slices.Index(trace, at); i >= 0 {
				return trace[i:]
			}
		}
	}
	return nil
}

func (n *Net) blocker(o int32, stuck []int32) int32 {
	for _, b := range n.blockers(o) {
		if slices.Contains(stuck, b) {
			return b
		}
	}
	return -1
}

func (n *Net) story(circle []int32) string {
	names := make([]string, 0, len(circle)+1)
	for _, o := range circle {
		names = append(names, n.name(o))
	}
	return strings.Join(append(names, names[0]), " waits for ")
}
