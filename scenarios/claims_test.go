package scenarios

import (
	"strings"
	"testing"

	"collsim/sim/ledger"
	"collsim/sim/units"
)

// scarcity is a resource that users queue for: what without it would take no time.
type scarcity struct {
	claim     string
	text      string    // with users of the resource, USERS
	users     [2]string // some, and twice as many; "" = only the last matters
	component ledger.Component
	unlimited string // lines of a scenario that give the resource infinite capacity
}

var scarcities = []scarcity{
	{"C2", "fabric: pcie-8\ncollective: all_gather\nalgorithm: direct\nbytes: 8 MiB\nlibrary: raw\nfidelity: message\nranks: USERS\n", [2]string{"4", "8"},
		ledger.Arbitrate, "fidelity: postal\n"},
	{"C3", "fabric: {preset: star, nodes: USERS}\ncollective: all_reduce\nalgorithm: central\nbytes: 1 MiB\nlibrary: raw\nfidelity: packet\n", [2]string{"8", "16"},
		ledger.Queue, "fidelity: postal\n"},
	{"C3, buffers", "fabric: {preset: star, nodes: 16, network: leaf-spine}\ncollective: all_reduce\nalgorithm: central\nbytes: 256 KiB\nlibrary: raw\nfidelity: packet\nranks: USERS\nset: {leaf.nodes: 4, network.buffer: 32 KiB}\n", [2]string{"", "16"},
		ledger.Backpressure, "set: {leaf.nodes: 4, network.buffer: 8 MiB, trunk.buffer: 8 MiB}\n"},
	{"C9", "fabric: {preset: star, nodes: USERS}\ncollective: all_reduce\nalgorithm: central\nbytes: 1 MiB\nlibrary: raw\nfidelity: message\n", [2]string{"16", "32"},
		ledger.Queue, "fidelity: postal\n"},
	{"E3", "fabric: hgx-h100\ncollective: send_recv\nbytes: 0 B\nlibrary: mpi\nranks: USERS\nset: {host.lock.hold: 2 us}\n", [2]string{"4", "8"},
		ledger.Lock, "fabric: {preset: hgx-h100, nodes: 8, gpus-per-node: 1}\n"},
}

// Of every resource that a claim says is queued for: with one for everybody its component is 0, and twice the users wait
// more than twice as long. Want of credit is an exception: the critical path waits for it only until the narrow port is
// busy throughout, however many want it, and then in the queue.
func TestScarceResources(t *testing.T) {
	for _, s := range scarcities {
		wait := func(users, over string) units.Duration {
			text := "schema: collsim.scenario/v1\n" + strings.ReplaceAll(s.text, "USERS", users)
			for line := range strings.Lines(over) {
				key, _, _ := strings.Cut(line, ":")
				text = without(text, key) + line
			}
			return run(t, text)[0].CriticalPath[s.component]
		}
		few, many := units.Duration(1), wait(s.users[1], "")
		if s.users[0] != "" {
			few = wait(s.users[0], "")
		}
		if few == 0 || many <= 2*few {
			t.Errorf("%s: %s users wait %d ps for %v, %s users %d ps: not more than twice as long", s.claim, s.users[0], int64(few), s.component, s.users[1], int64(many))
		}
		if left := wait(s.users[1], s.unlimited); left != 0 {
			t.Errorf("%s: %d ps of %v are left although there is one for everybody", s.claim, int64(left), s.component)
		}
	}
}

// without is a scenario without the line of a key.
func without(text, key string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, key+":") {
			b.WriteString(line)
		}
	}
	return b.String()
}
