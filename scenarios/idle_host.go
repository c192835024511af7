package scenarios

import (
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

// onlyAsks tells whether a parameter matters to messages that ask first and to nothing else.
func (b *bound) onlyAsks(name string) bool {
	if name == "host.pcie.roundtrip" {
		return !b.host.Bounce && b.host.Ack != host.SoftwareAck
	}
	return name == "host.offload" || strings.HasPrefix(name, "host.register.")
}
