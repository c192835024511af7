package scenarios

import (
	"strings"
	"testing"

	"collsim/fabric"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// scarcity is a resource that users queue for.
type scarcity struct {
	claim     string
	text      string    // with so many users of the resource, USERS
	users     [2]string // some, and twice as many; "" = only the last matters
	component ledger.Component
	ports     bool   // the wait is that of all ports for credit, not the component on the critical path
	alone     string // lines of a scenario that leave work of the same component and no wait; "" = there is no such work
	unlimited string // lines that give the resource infinite capacity
}

var scarcities = []scarcity{
	{
		claim: "C2, a bus", component: ledger.Arbitrate, users: [2]string{"4", "8"}, unlimited: "fidelity: postal\n",
		text: "fabric: pcie-8\ncollective: all_gather\nalgorithm: direct\nbytes: 8 MiB\nlibrary: raw\nfidelity: message\nranks: USERS\n",
	},
	{
		claim: "C3, a switch", component: ledger.Queue, users: [2]string{"8", "16"}, unlimited: "fidelity: postal\n",
		text: "fabric: {preset: star, nodes: USERS}\ncollective: all_reduce\nalgorithm: central\nbytes: 1 MiB\nlibrary: raw\nfidelity: packet\n",
	},
	{
		claim: "C3, buffers", component: ledger.Backpressure, users: [2]string{"", "16"},
		text:      "fabric: {preset: star, nodes: 16, network: leaf-spine}\ncollective: all_reduce\nalgorithm: central\nbytes: 256 KiB\nlibrary: raw\nfidelity: packet\nranks: USERS\nset: {leaf.nodes: 4, network.buffer: 32 KiB}\n",
		unlimited: "set: {leaf.nodes: 4, network.buffer: 8 MiB, trunk.buffer: 8 MiB}\n",
	},
	{
		claim: "C3, ports without credit", ports: true, component: ledger.Backpressure, users: [2]string{"8", "16"},
		text:      "fabric: {preset: star, nodes: 16, network: leaf-spine}\ncollective: all_reduce\nalgorithm: central\nbytes: 256 KiB\nlibrary: raw\nfidelity: packet\nranks: USERS\nset: {leaf.nodes: 4, network.buffer: 32 KiB}\n",
		unlimited: "set: {leaf.nodes: 4, network.buffer: 8 MiB, trunk.buffer: 8 MiB}\n",
	},
	{
		claim: "C9, the centre's port", component: ledger.Queue, users: [2]string{"16", "32"}, unlimited: "fidelity: postal\n",
		text: "fabric: {preset: star, nodes: USERS}\ncollective: all_reduce\nalgorithm: central\nbytes: 1 MiB\nlibrary: raw\nfidelity: message\n",
	},
	{
		claim: "E3, the library's lock", component: ledger.Lock, users: [2]string{"4", "8"}, unlimited: "fabric: {preset: hgx-h100, nodes: 8, gpus-per-node: 1}\n",
		text: "fabric: hgx-h100\ncollective: send_recv\nbytes: 0 B\nlibrary: mpi\nranks: USERS\nset: {host.lock.hold: 2 us}\n",
	},
	{
		claim: "E6, a core", component: ledger.Library, users: [2]string{"4", "8"}, alone: "channels: 1\n", unlimited: "set: {host.core.instructions: 0}\n",
		text: "fabric: {preset: hgx-h100, nodes: 2, gpus-per-node: 1}\ncollective: send_recv\nbytes: 1 KiB\nlibrary: mpi\nchannels: USERS\nset: {host.core.instructions: 9000}\n",
	},
	{
		claim: "A2, a proxy thread", component: ledger.Library, users: [2]string{"4", "8"}, alone: "set: {host.proxy: rank}\n", unlimited: "set: {host.proxy: none}\n",
		text: "fabric: {preset: hgx-h100, nodes: 2, gpus-per-node: USERS}\ncollective: all_reduce\nalgorithm: hierarchical\nbytes: 1 KiB\nlibrary: mpi\nchannels: 1\nset: {host.proxy: node}\n",
	},
}

// wait is how long users of the resource wait for it, with some lines of the scenario replaced.
func (s *scarcity) wait(t *testing.T, users, lines string) units.Duration {
	t.Helper()
	part := func(lines string) units.Duration {
		text := "schema: collsim.scenario/v1\n" + strings.ReplaceAll(s.text, "USERS", users)
		for line := range strings.Lines(lines) {
			key, _, _ := strings.Cut(line, ":")
			text = without(text, key) + line
		}
		if s.ports {
			return starved(t, text)
		}
		return run(t, text)[0].CriticalPath[s.component]
	}
	if s.alone == "" {
		return part(lines)
	}
	return max(0, part(lines)-part(s.alone))
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

// starved is how long all ports together stood still for want of credit.
func starved(t *testing.T, text string) (sum units.Duration) {
	t.Helper()
	b, err := bind(load(t, text).Scenarios[0], nil)
	if err != nil {
		t.Fatal(err)
	}
	f, _ := fidelityOf(b.scenario.Fidelity)
	run, err := b.once(f, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range b.graph.Links {
		sum += run.Counters(fabric.LinkID(i)).Starved
	}
	return sum
}

// Of every resource that a claim says is queued for: with one for everybody nobody waits, and twice the users wait more
// than twice as long.
//
// Want of credit does that at the ports, not on the critical path, which waits for it only until the narrow port is busy
// throughout, however many want it, and then in the queue. Let k senders of m bytes share a port of rate R that takes turns
// among them. It is busy for km/R, and so long each sender has something to send. Its own link, as fast, needs m/R for
// that and stands still for the rest, less what the buffers take in before credit runs out, b bytes: (km - m - b)/R. All
// senders together stand still for k(km - m - b)/R, and twice as many for 2k(2km - m - b)/R, which is more than twice
// that by 2k x km/R, whatever the buffers. Where they take in everything, nothing stands still.
func TestScarceResources(t *testing.T) {
	for _, s := range scarcities {
		many := s.wait(t, s.users[1], "")
		if many == 0 {
			t.Errorf("%s: %s users do not wait", s.claim, s.users[1])
		}
		if s.users[0] != "" {
			if few := s.wait(t, s.users[0], ""); few == 0 || many <= 2*few {
				t.Errorf("%s: %s users wait %d ps, %s users %d ps: not more than twice as long", s.claim, s.users[0], int64(few), s.users[1], int64(many))
			}
		}
		if left := s.wait(t, s.users[1], s.unlimited); left != 0 {
			t.Errorf("%s: %d ps of %v are left although there is one for everybody", s.claim, int64(left), s.component)
		}
	}
}
