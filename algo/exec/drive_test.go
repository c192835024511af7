package exec_test

import (
	"testing"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/sim"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// Without hardware offload the receiver posts its clear to send and the sender its data, each a PCIe round trip after
// what it answers.
func TestAnswersWithoutOffload(t *testing.T) {
	h := host.Costs{Post: 600 * ns, Rendezvous: true, NICStart: 400 * ns}
	offloaded := broadcast2(t, 4097, host.Model{Costs: h})
	expect(t, offloaded, wire(4097, map[ledger.Component]units.Duration{ledger.Library: 600 * ns, ledger.Protocol: 3*400*ns + 2*400*ns}))
	h.OnHost, h.PCIe = true, us
	o := broadcast2(t, 4097, host.Model{Costs: h})
	expect(t, o, wire(4097, map[ledger.Component]units.Duration{ledger.Library: 3 * 600 * ns, ledger.Protocol: 3*400*ns + 2*400*ns + 2*us}))
	if o.Total != offloaded.Total+2*(600*ns+us) || o.Controls != 2 {
		t.Errorf("%d ps and %d control messages, %d offloaded", int64(o.Total), o.Controls, int64(offloaded.Total))
	}
}

// An acknowledgement is one more trip, empty, for a sender that is done otherwise when its message is; software needs a
// post and a PCIe round trip for it.
func TestAcknowledgement(t *testing.T) {
	h := host.Costs{Post: 600 * ns, NICStart: 400 * ns, Poll: 100 * ns}
	one := broadcast2(t, 4096, host.Model{Costs: h})
	arrives := 600*ns + 400*ns + starMessage(4096)
	looks := func(from, until units.Duration) units.Duration { return from + (until-from+100*ns-1)/(100*ns)*(100*ns) }
	if one.Ranks[0].Finish != units.Time(600*ns) || one.Total != looks(0, arrives) {
		t.Errorf("without: rank 0 is done at %d, rank 1 at %d ps", int64(one.Ranks[0].Finish), int64(one.Total))
	}
	for _, c := range []struct {
		ack                host.Ack
		library, roundtrip units.Duration
	}{{host.HardwareAck, 0, 0}, {host.SoftwareAck, 600 * ns, us}} {
		h.Ack, h.PCIe = c.ack, us
		o := broadcast2(t, 4096, host.Model{Costs: h})
		back := arrives + c.library + c.roundtrip + 400*ns + 400*ns
		seen := looks(600*ns, back)
		expect(t, o, wire(4096, map[ledger.Component]units.Duration{
			ledger.Library: 600*ns + c.library, ledger.Protocol: 400*ns + c.roundtrip + 400*ns + 400*ns, ledger.Complete: seen - back,
		}))
		if o.Ranks[0].Finish != units.Time(seen) || o.Ranks[1].Finish != units.Time(one.Total) || o.Controls != 1 {
			t.Errorf("%v: done at %d and %d ps, %d control messages", c.ack, int64(o.Ranks[0].Finish), int64(o.Ranks[1].Finish), o.Controls)
		}
		if o.Ranks[0].Waiting != 0 {
			t.Errorf("%v: rank 0 waited %d ps for a receiver that was there", c.ack, int64(o.Ranks[0].Waiting))
		}
	}
}

// Who sends a message that asks first to a rank that begins late waits for that rank until its acknowledgement comes.
func TestAcknowledgementOfALateReceiver(t *testing.T) {
	const late = 50 * us
	h := host.Model{Costs: host.Costs{Rendezvous: true, Ack: host.HardwareAck}}
	g := star(t, 2)
	s := build(t, algo.Broadcast, "binomial", algo.Call{Ranks: 2, Bytes: 4096})
	for _, l := range levels {
		o := play(t, exec.Config{Schedule: s, Graph: g, Net: l.net(g), Host: h, Start: []units.Duration{0, late}})
		if want := late + 400*ns + starMessage(4096) + 400*ns; o.Total != want || o.Ranks[0].Waiting != late {
			t.Errorf("%s: %d ps, want %d; rank 0 waited %d", l.name, int64(o.Total), int64(want), int64(o.Ranks[0].Waiting))
		}
	}
}

// A core that acknowledges k messages that come together does so one after the other: the last answer waits k-1 posts,
// and a NIC that answers by itself makes that vanish. Postal level: nothing else is in the way.
func TestAcknowledgementsQueueForTheCore(t *testing.T) {
	for _, senders := range []int{1, 2, 4} {
		for _, ack := range []host.Ack{host.SoftwareAck, host.HardwareAck} {
			h := host.Model{Costs: host.Costs{Post: us, Ack: ack}}
			g := star(t, senders+1)
			s := build(t, algo.Barrier, "central", algo.Call{Ranks: senders + 1})
			gather := *s
			gather.Step = func(rank, lane, index int32) (algo.Step, bool) {
				step, ok := s.Step(rank, lane, index)
				return step, ok && step.Round == 0
			}
			o := play(t, exec.Config{Schedule: &gather, Graph: g, Net: levels[0].net(g), Host: h})
			want := us
			if ack == host.SoftwareAck {
				want += units.Duration(senders) * us
			}
			expect(t, o, map[ledger.Component]units.Duration{ledger.Library: want, ledger.Propagate: 400 * ns, ledger.Protocol: 400 * ns})
		}
	}
}

// Acknowledgements hold nobody up for ever: every algorithm ends with messages that ask first, a lane's one at a time.
func TestAcknowledgedAlgorithmsEnd(t *testing.T) {
	g := star(t, 8)
	for _, a := range algo.All() {
		s := build(t, a.Collective, a.Name, algo.Call{Ranks: 8, PerNode: 2, Bytes: 1 << 16, Channels: 2, Slices: 2})
		for _, ack := range []host.Ack{host.HardwareAck, host.SoftwareAck} {
			h := host.Costs{Rendezvous: true, Ack: ack, Post: 100 * ns, OnHost: ack == host.SoftwareAck, PCIe: us}
			o := play(t, exec.Config{Schedule: s, Graph: g, Net: levels[1].net(g), Host: host.Model{Costs: h}})
			asked := (o.Controls - o.Messages) / 2 // one acknowledgement a message, two more where it asked
			if o.Controls != o.Messages+2*asked || asked > o.Messages {
				t.Errorf("%s/%s: %d messages, %d control messages", a.Collective, a.Name, o.Messages, o.Controls)
			}
		}
	}
}

// Without GPUDirect RDMA data are copied through the host at both ends, and the CPU hears of the first copy's end; a
// message without data has nothing to copy.
func TestBounce(t *testing.T) {
	h := host.Model{Costs: host.Costs{Bounce: true, BounceRate: 10e9, PCIe: us, NICStart: 400 * ns}}
	expect(t, broadcast2(t, 4096, h), wire(4096, map[ledger.Component]units.Duration{
		ledger.Prepare: 2 * 409_600, ledger.Protocol: us + 400*ns,
	}))
	expect(t, broadcast2(t, 0, h), wire(0, map[ledger.Component]units.Duration{ledger.Protocol: 400 * ns}))
}

// Inside a node nothing bounces and no proxy is needed.
func TestNodeNeedsNoProxy(t *testing.T) {
	bare := crowd(t, 8, host.Costs{NICStart: 400 * ns})
	driven := crowd(t, 8, host.Costs{NICStart: 400 * ns, Proxy: host.NodeProxy, ProxyWork: us, Bounce: true, BounceRate: 1e9, PCIe: us})
	if bare.Total != driven.Total || bare.Critical != driven.Critical {
		t.Errorf("%d ps with a proxy thread, %d without", int64(driven.Total), int64(bare.Total))
	}
}

// The lanes of a rank share its proxy thread: the message of the last of k waits for k-1 others, and twice the users
// more than double the wait. The lanes themselves go on: nothing else costs them anything.
func TestProxyOfARank(t *testing.T) {
	for _, channels := range []int{1, 2, 4} {
		h := host.Model{Costs: host.Costs{Proxy: host.RankProxy, ProxyWork: us}}
		g := star(t, 2)
		s := build(t, algo.Broadcast, "binomial", algo.Call{Ranks: 2, Channels: channels})
		o := play(t, exec.Config{Schedule: s, Graph: g, Net: levels[0].net(g), Host: h})
		expect(t, o, map[ledger.Component]units.Duration{ledger.Library: units.Duration(channels) * us, ledger.Propagate: 400 * ns})
		if o.Ranks[0].Finish != 0 {
			t.Errorf("%d channels: rank 0 is held up until %d ps", channels, int64(o.Ranks[0].Finish))
		}
	}
}

// The ranks of a node share its proxy thread, or have one each, and then nobody waits.
func TestProxyOfANode(t *testing.T) {
	g, _, err := fabric.Build(fabric.Spec{Preset: "hgx-h100", Nodes: 2, Set: []fabric.Setting{{Name: "switch.sharp", Value: fabric.YesNoOf(true)}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		proxy host.Proxy
		ranks int
		turns units.Duration
	}{{host.NodeProxy, 2, 1}, {host.NodeProxy, 4, 2}, {host.NodeProxy, 8, 4}, {host.NodeProxy, 16, 8}, {host.RankProxy, 16, 1}} {
		// Every rank sends to its twin on the other node.
		s := build(t, algo.SendRecv, "shift", algo.Call{Ranks: c.ranks, PerNode: c.ranks / 2})
		whole := s.Step
		s.Step = func(rank, lane, index int32) (algo.Step, bool) {
			step, ok := whole(rank, lane, index)
			turn := func(r *int32) {
				if *r >= 0 {
					*r = (rank + int32(c.ranks/2)) % int32(c.ranks)
				}
			}
			turn(&step.Send)
			turn(&step.Recv)
			return step, ok
		}
		h := host.Model{Costs: host.Costs{Proxy: c.proxy, ProxyWork: us}}
		o := play(t, exec.Config{Schedule: s, Graph: g, Net: levels[0].net(g), Host: h})
		if got := o.Critical[ledger.Library]; got != c.turns*us {
			t.Errorf("%v of %d ranks: %d ps of library, want %d turns of 1 us", c.proxy, c.ranks, int64(got), int64(c.turns))
		}
	}
}

// A small message takes the NIC longer, by what is drawn; others do not. Not a picosecond of it is skew.
func TestSmallMessages(t *testing.T) {
	h := host.Model{Costs: host.Costs{NICStart: 400 * ns, Small: 4096, Penalty: sim.Jitter{Mean: 7 * us}}}
	expect(t, broadcast2(t, 4095, h), wire(4095, map[ledger.Component]units.Duration{ledger.Protocol: 7*us + 400*ns}))
	expect(t, broadcast2(t, 4096, h), wire(4096, map[ledger.Component]units.Duration{ledger.Protocol: 400 * ns}))
	h.Penalty.Distribution = sim.Exponential
	a := broadcast2(t, 1, h).Critical[ledger.Protocol]
	if h.Seed = 1; a == broadcast2(t, 1, h).Critical[ledger.Protocol] || a <= 400*ns {
		t.Errorf("luck is not the seed's: %d ps", int64(a))
	}
}

// A lane's messages leave its queue pair in order: the last of several small ones is as late as the unluckiest of them.
func TestSmallMessagesKeepTheirOrder(t *testing.T) {
	g := star(t, 2)
	one := func(messages int) *exec.Outcome {
		steps := map[[2]int32][]algo.Step{}
		for i := range messages {
			send, recv := still(units.Bytes(i), 0), still(units.Bytes(i), 0)
			send.Send, recv.Recv = 1, 0
			steps[[2]int32{0, 0}] = append(steps[[2]int32{0, 0}], send)
			steps[[2]int32{1, 0}] = append(steps[[2]int32{1, 0}], recv)
		}
		h := host.Model{Costs: host.Costs{Small: 4096, Penalty: sim.Jitter{Distribution: sim.Exponential, Mean: 7 * us}}}
		return play(t, exec.Config{Schedule: written(2, 1, steps), Graph: g, Net: levels[0].net(g), Host: h})
	}
	worse := 0
	for n := 1; n < 40; n++ { // each draw is keyed: one message more never changes the luck of those before
		fewer, more := one(n).Critical[ledger.Protocol], one(n + 1).Critical[ledger.Protocol]
		if more < fewer {
			t.Fatalf("message %d passes an older one: %d ps, %d before", n, int64(more), int64(fewer))
		}
		if more > fewer {
			worse++
		}
	}
	if worse == 0 || worse == 39 {
		t.Errorf("%d of 39 messages were the unluckiest so far", worse)
	}
}
