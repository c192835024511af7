package host

import (
	"math/big"
	"math/rand"
	"strings"
	"testing"

	"collsim/fabric"
	"collsim/sim/units"
)

func bound(t *testing.T, u Use, lines ...string) Costs {
	t.Helper()
	c, err := u.Costs("nccl", settings(t, lines...))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Which protocol and family of algorithms says what blocks cost and what links carry.
func TestKernelsByProtocolAndFamily(t *testing.T) {
	set := []string{
		"host.nccl.block.ll=5 GB/s", "host.nccl.block.ll128=10 GB/s", "host.nccl.block.simple=40 GB/s", "host.nccl.tree.share=50 %", "host.nccl.net.rise=6 us",
		"host.nccl.link.efficiency=80 %", "host.nccl.net.efficiency=50 %", "host.nccl.nvls.efficiency=40 %", "host.nccl.p2p.efficiency=50 %", "host.nccl.collnet.efficiency=25 %",
		"host.nccl.nvls.start=20 us", "host.nccl.nvls.piece=2 us",
	}
	for _, c := range []struct {
		use         Use
		block       units.Rate
		lines       bool
		wire, net   Ratio
		start, rise units.Duration
	}{
		{Use{}, 40e9, false, Ratio{5, 4}, Ratio{2, 1}, 0, 0},
		{Use{Protocol: LL}, 5e9, true, Ratio{5, 2}, Ratio{4, 1}, 0, 6 * us},
		{Use{Protocol: LL128}, 10e9, true, Ratio{4, 3}, Ratio{32, 15}, 0, 6 * us},
		{Use{Family: Tree}, 20e9, false, Ratio{5, 4}, Ratio{2, 1}, 0, 0},
		{Use{Family: NVLS}, 40e9, false, Ratio{5, 4}, Ratio{2, 1}, 20 * us, 0},
		{Use{Family: CollNet}, 40e9, false, Ratio{5, 4}, Ratio{8, 1}, 0, 0},
		{Use{Family: P2P}, 40e9, false, Ratio{5, 2}, Ratio{200, 89}, 0, 0},
	} {
		k := bound(t, c.use, set...).Kernel
		if k.Block != c.block || k.Lines != c.lines || k.Wire != c.wire || k.NetWire != c.net || k.Start != c.start || k.NetRise != c.rise {
			t.Errorf("%+v: %+v", c.use, k)
		}
		if c.use.Family == NVLS && (k.SeatWire != Ratio{5, 2} || k.Seat != 2*us) {
			t.Errorf("%+v: %+v", c.use, k)
		}
		if c.use.Family != NVLS && (k.SeatWire != Ratio{} || k.Seat != 0) {
			t.Errorf("%+v: %+v", c.use, k)
		}
	}
}

// Blocks of fewer warps meet sooner by Simple; neither a network's hop nor the lines of LL feel it, nor a block of more.
func TestFewerWarpsMeetSooner(t *testing.T) {
	set := []string{"host.nccl.piece.simple=2 us", "host.nccl.hop.simple=4 us", "host.nccl.net.simple=9 us", "host.nccl.piece.ll=200 ns", "host.nccl.hop.ll=300 ns", "host.nccl.warps.share=75 %"}
	for _, c := range []struct {
		use              Use
		piece, hop       units.Duration
		netPiece, netHop units.Duration
	}{
		{Use{}, 2 * us, 4 * us, 2 * us, 9 * us},
		{Use{Threads: 544}, 2 * us, 4 * us, 2 * us, 9 * us},
		{Use{Threads: 640}, 2 * us, 4 * us, 2 * us, 9 * us},
		{Use{Threads: 272}, 1250 * units.Nanosecond, 2500 * units.Nanosecond, 1250 * units.Nanosecond, 9 * us},
		{Use{Threads: 136}, 875 * units.Nanosecond, 1750 * units.Nanosecond, 875 * units.Nanosecond, 9 * us},
		{Use{Threads: 272, Protocol: LL}, 200 * units.Nanosecond, 300 * units.Nanosecond, 200 * units.Nanosecond, 3500 * units.Nanosecond},
		{Use{Threads: 272, Protocol: LL, Across: Simple}, 200 * units.Nanosecond, 300 * units.Nanosecond, 1250 * units.Nanosecond, 9 * us},
	} {
		if k := bound(t, c.use, set...).Kernel; k.Piece != c.piece || k.Hop != c.hop || k.NetPiece != c.netPiece || k.NetHop != c.netHop {
			t.Errorf("%+v: %v and %v inside, %v and %v across", c.use, k.Piece, k.Hop, k.NetPiece, k.NetHop)
		}
	}
}

// Peers of a node may be sent to by another protocol than those of others: what blocks, links and the proxy thread do goes by
// that of the message at hand.
func TestKernelsOfTwoProtocols(t *testing.T) {
	set := []string{
		"host.nccl.block.ll=5 GB/s", "host.nccl.block.simple=40 GB/s", "host.nccl.piece.ll=200 ns", "host.nccl.piece.simple=2 us", "host.nccl.hop.ll=300 ns",
		"host.nccl.net.ll=4 us", "host.nccl.net.simple=9 us", "host.nccl.net.efficiency=50 %", "host.nccl.p2p.net-efficiency=50 %", "host.nccl.proxy.ll-rate=1 GB/s",
		"host.nccl.net.rise=6 us", "host.nccl.net.eager=4 KiB", "host.nccl.net.unexpected=25 us",
		"host.nccl.net.inline=192 B", "host.nccl.net.read=600 ns", "host.nccl.net.buffered=16 KiB", "host.nccl.proxy.fetch=12 us",
	}
	lines, both := bound(t, Use{Protocol: LL, Family: P2P}, set...).Kernel, bound(t, Use{Protocol: LL, Across: Simple, Family: P2P}, set...).Kernel
	whole := bound(t, Use{Family: P2P}, set...).Kernel
	want := lines // inside the node
	want.NetBlock, want.NetPiece, want.NetHop, want.NetRise, want.NetEager, want.NetRead = 40e9, 2*us, 9*us, 0, 0, 0
	want.NetFlags, want.NetWire, want.ProxyRate, want.Inline, want.Buffered, want.Fetch = Ratio{}, Ratio{4, 1}, 0, 192, 16*units.KiB, 12*us
	if both != want {
		t.Errorf("%+v, not\n%+v", both, want)
	}
	if lines.NetHop != 4*us || lines.NetRise != 6*us || lines.NetEager != 2*units.KiB || lines.NetRead != 600*units.Nanosecond || lines.Inline != 96 || lines.NetFlags != (Ratio{2, 1}) || lines.ProxyRate != 1e9 || lines.Fetch != 0 || lines.NetLate != 25*us {
		t.Errorf("by LL: %+v", lines)
	}
	if whole.NetPass(1000) != both.NetPass(1000) || whole.Pass(1000) != whole.NetPass(1000) || both.Pass(1000) == both.NetPass(1000) {
		t.Errorf("passes: %v, %v, %v, %v", whole.Pass(1000), whole.NetPass(1000), both.Pass(1000), both.NetPass(1000))
	}
	if both.Driving(192) != 12*us || both.Driving(193) != 0 {
		t.Errorf("the thread takes %v of a message that fits the command, and %v of one that does not", both.Driving(192), both.Driving(193))
	}
}

// What the transport takes at once is of the size on the wire, of which 8 bytes of 128 are flags by LL128; what fits the command
// too, and no message of LL128 does.
func TestFlagsCountOnTheWire(t *testing.T) {
	set := []string{
		"host.nccl.net.rise=6 us", "host.nccl.net.eager=4 KiB", "host.nccl.net.inline=192 B", "host.nccl.net.read=600 ns",
		"host.nccl.proxy.fetch=12 us", "host.nccl.net.buffered=16 KiB",
	}
	for protocol, want := range map[string][3]units.Bytes{LL: {2048, 96, 0}, LL128: {3840, 0, 16 * units.KiB}, Simple: {0, 192, 16 * units.KiB}} {
		if k := bound(t, Use{Protocol: protocol}, set...).Kernel; [3]units.Bytes{k.NetEager, k.Inline, k.Buffered} != want || k.Driving(0) != 0 {
			t.Errorf("%s: %d bytes of payload are sent at once, %d go into the command, %d are buffered, not %v; nothing takes the thread %v",
				protocol, k.NetEager, k.Inline, k.Buffered, want, k.Driving(0))
		}
	}
}

// A hop of a tree is one of a ring by NCCL's constants.
func TestHopsOfTrees(t *testing.T) {
	set := []string{"host.nccl.hop.ll=500 ns", "host.nccl.hop.ll128=1.9 us", "host.nccl.hop.simple=3.4 us"}
	for protocol, want := range map[string]units.Duration{LL: us / 2, LL128: 1250 * units.Nanosecond, Simple: 4 * us} {
		if got := bound(t, Use{Protocol: protocol, Family: Tree}, set...).Hop; got != want {
			t.Errorf("%s: %v, want %v", protocol, got, want)
		}
	}
}

// Where all GPUs send and receive at a time less may be left of a link.
func TestBothWaysAtATime(t *testing.T) {
	set := []string{"host.nccl.link.efficiency=80 %", "host.nccl.link.duplex=50 %"}
	if c := bound(t, Use{}, set...); c.Wire != (Ratio{5, 2}) {
		t.Errorf("%v", c.Wire)
	}
	if c := bound(t, Use{Rooted: true}, set...); c.Wire != (Ratio{5, 4}) {
		t.Errorf("of a broadcast: %v", c.Wire)
	}
}

// A lane that stands for blocks in lock-step passes as fast as all of them, and its proxy thread posts for each.
func TestLanesOfSeveralBlocks(t *testing.T) {
	set := []string{"host.nccl.block.ll=5 GB/s", "host.nccl.proxy.work=300 ns", "host.nccl.net.rise=6 us", "host.nccl.net.eager=4 KiB"}
	one := bound(t, Use{Protocol: LL, Blocks: 1}, set...)
	all := bound(t, Use{Protocol: LL, Blocks: 16}, set...)
	if all.Pass(16*1000)-all.Piece != one.Pass(1000)-one.Piece || all.NetPass(16*1000) != all.Pass(16*1000) || all.ProxyWork != 16*one.ProxyWork || all.NetEager != 16*one.NetEager {
		t.Errorf("%+v, one %+v", all, one)
	}
	all.Block, all.NetBlock, all.ProxyWork, all.NetEager = one.Block, one.NetBlock, one.ProxyWork, one.NetEager
	if all != one || one != bound(t, Use{Protocol: LL}, set...) {
		t.Errorf("%+v, one %+v", all, one)
	}
}

// Who launches kernels says what a call costs before its first message, and how soon one may follow another.
func TestLaunches(t *testing.T) {
	set := []string{
		"host.launch=6 us", "host.nccl.launch.thread=20 us", "host.nccl.launch.rooted=50 %", "host.nccl.launch.issue=4 us", "host.nccl.launch.graph-saves=5 us",
		"host.nccl.p2p.group=7 us", "host.nccl.p2p.peer=2 us", "host.nccl.p2p.issue=1 us",
		"host.nccl.launch.channel=500 ns",
	}
	for _, c := range []struct {
		use                    Use
		launch, enqueue, issue units.Duration
	}{
		{Use{}, 6 * us, 0, 0},
		{Use{Graph: true}, 1 * us, 0, 0},
		{Use{Channels: 4}, 8 * us, 0, 0},
		{Use{Channels: 4, Graph: true}, 1 * us, 0, 0},
		{Use{Launch: Thread}, 20 * us, 0, 0},
		{Use{Launch: Thread, Channels: 4}, 22 * us, 0, 0},
		{Use{Launch: Thread, Rooted: true}, 10 * us, 0, 0},
		{Use{Rooted: true}, 6 * us, 0, 0},
		{Use{Launch: Single, GPUs: 8}, 6 * us, 0, 32 * us},
		{Use{Launch: Single, GPUs: 8, Channels: 4}, 8 * us, 0, (32 + 16) * us},
		{Use{Launch: Single, GPUs: 8, Joint: true}, 32 * us, 0, 0},
		{Use{Family: P2P, Peers: 7}, 6 * us, (7 + 7*2) * us, 0},
		{Use{Family: P2P, Peers: 7, Graph: true}, 1 * us, 0, 0},
		{Use{Family: P2P, Peers: 7, Launch: Single, GPUs: 8}, 32 * us, 8 * 7 * us, 0},
	} {
		if h := bound(t, c.use, set...); h.Launch != c.launch || h.Enqueue != c.enqueue || h.Issue != c.issue {
			t.Errorf("%+v: launch %v, enqueue %v, issue %v", c.use, h.Launch, h.Enqueue, h.Issue)
		}
	}
}

// What is set comes before what holds of the machine at hand, and that before the library's own.
func TestDefaultsOfAMachine(t *testing.T) {
	u := Use{Defaults: settings(t, "host.launch=9 us", "host.nccl.hop.simple=2 us")}
	if c := bound(t, u, "host.launch=3 us"); c.Launch != 3*us || c.Hop != 2*us {
		t.Errorf("launch %v, hop %v", c.Launch, c.Hop)
	}
	if _, remarks, err := u.Bind("nccl", settings(t, "host.launch=9 us")); err != nil || len(remarks) != 1 || !strings.Contains(remarks[0].Text, "has it so already") {
		t.Errorf("%v, %v", remarks, err)
	}
	if _, remarks, err := (Use{Protocol: LL}).Bind("nccl", settings(t, "host.nccl.block.simple=1 GB/s", "host.poll=1 us")); err != nil || len(remarks) != 2 {
		t.Errorf("%v, %v", remarks, err)
	}
}

// Words that mean nothing, and defaults that are none, are refused with what would be valid.
func TestUsesOfNonsense(t *testing.T) {
	for want, u := range map[string]Use{
		`no protocol "LL"; valid: ll, ll128, simple`:             {Protocol: "LL"},
		`no family of algorithms "chain"; valid: ring, tree`:     {Family: "chain"},
		`no launch mode "graph"; valid: process, thread, single`: {Launch: "graph"},
		"lanes of -1 blocks":   {Blocks: -1},
		"a process of -1 GPUs": {GPUs: -1},
		"there is no parameter nic.rate of the software path":       {Defaults: []fabric.Setting{{Name: "nic.rate"}}},
		"host.nccl.net.efficiency: 0 % is below the smallest value": {Defaults: []fabric.Setting{{Name: "host.nccl.net.efficiency", Value: fabric.ProbabilityOf(0)}}},
	} {
		if _, err := u.Costs("nccl", nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v", u, err)
		}
	}
}

// A ratio of bytes is exact, rounded up, and products are in lowest terms.
func TestRatios(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 1000 {
		num, den := 1+r.Int63n(1e9), 1+r.Int63n(1e9)
		other, less := 1+r.Int63n(1e9), 1+r.Int63n(1e9)
		n := units.Bytes(r.Int63n(1 << 40))
		product := Ratio{}.times(num, 1).times(1, den)
		want := new(big.Int).Mul(big.NewInt(int64(n)), big.NewInt(num))
		want.Add(want, big.NewInt(den-1)).Div(want, big.NewInt(den))
		if want.IsInt64() && want.Int64() != int64(product.Of(n)) {
			t.Fatalf("%d times %d/%d: %d, want %v", n, num, den, product.Of(n), want)
		}
		if twice := (Ratio{}).times(num, den).times(other, less).times(less, other).times(den, num); twice != (Ratio{}) {
			t.Fatalf("%d/%d times %d/%d and back: %v", num, den, other, less, twice)
		}
	}
}

// A library of kernels leaves nothing to a core: what that costs elsewhere changes nothing.
func TestKernelsNeedNoCore(t *testing.T) {
	for _, set := range fullSettings(t) {
		if c, err := (Use{}).Costs("nccl", set); err != nil || c.OnCore() || c.Rendezvous || c.Ack != NoAck || c.Completion != Polling || c.Poll != 0 || c.Proxy == NodeProxy {
			t.Errorf("%v: %+v, %v", set, c, err)
		}
	}
}
