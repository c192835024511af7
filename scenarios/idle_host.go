package scenarios

import (
	"fmt"
	"strings"

	"collsim/algo/exec"
	"collsim/fabric/host"
)

// unasked warns of settings that matter to messages which ask before they are sent, where none of the run did.
func (b *bound) unasked(o *exec.Outcome) []string {
	asked := o.Controls // two a message that asked: its request and the clear to send
	if b.host.Ack != host.NoAck {
		asked -= o.Messages // one of each message: its acknowledgement
	}
	if asked > 0 {
		return nil
	}
	var warnings []string
	for _, s := range b.ofHost {
		if where := "set." + s.Name + ": "; b.onlyAsks(s.Name) && !b.said(where) {
			warnings = append(warnings, where+"changed nothing: no message asks before it is sent; host.eager is "+b.host.Eager.Exact())
		}
	}
	return warnings
}

// inOneNode warns of what library nccl takes between nodes where all is in one.
func (b *bound) inOneNode() []string {
	if b.choice == nil || b.nccl.tuning.System.Nodes > 1 {
		return nil
	}
	var warnings []string
	for _, s := range b.ofHost {
		where, between := "set."+s.Name+": ", strings.HasPrefix(s.Name, "host.nccl.net.") || strings.HasPrefix(s.Name, "host.nccl.proxy.")
		if between && !b.said(where) {
			warnings = append(warnings, where+"changed nothing: nothing goes between nodes")
		}
	}
	return warnings
}

// roomy warns of a window that was never full. The run is the same without one but for the news of room, which pass the
// links as well.
func (b *bound) roomy(run *exec.Run) []string {
	if b.host.Window == 0 || run.Waited() > 0 || b.said("set.host.window: ") {
		return nil
	}
	return []string{fmt.Sprintf("set.host.window: held nobody up: no lane had %d messages on their way to one peer when it came to post another; the news of room passed the links all the same", b.host.Window)}
}

// onlyAsks tells whether a parameter matters to messages that ask first and to nothing else.
func (b *bound) onlyAsks(name string) bool {
	if name == "host.pcie.roundtrip" {
		return !b.host.Bounce && b.host.Ack != host.SoftwareAck
	}
	return name == "host.offload" || strings.HasPrefix(name, "host.register.")
}
