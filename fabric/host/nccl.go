package host

import (
	"slices"

	"collsim/fabric"
	"collsim/sim/units"
)

const (
	us     = units.Microsecond
	tuning = "NCCL 2.30, src/graph/tuning.cc: latency of a hop less what the fabric takes"
	sweeps = "fitted to public nccl-tests sweeps, see docs/validation.md"
	wide   = "factor 1.6 from site to site; a calibration narrows it"
)

var _ = registerLibrary(Library{
	Name: "nccl",
	Doc: "Kernels that move the data themselves: one launch a collective, then each channel's thread block copies and combines, by protocol LL, LL128 or Simple. " +
		"A proxy thread drives what crosses nodes; figures differ by GPU and network, and calibrations say what they are.",
	kernels: true,
	priors: slices.Concat(machine(), communicator(), []prior{
		{"host.launch", fabric.DurationOf(6 * us), sweeps, "3 to 11 us; " + wide},
		{"host.nccl.block.ll", fabric.RateOf(6_800_000_000), sweeps, "5.3 to 7.3 GB/s"},
		{"host.nccl.block.ll128", fabric.RateOf(10_600_000_000), sweeps, "10 to 12 GB/s"},
		{"host.nccl.block.simple", fabric.RateOf(40 * 1e9), sweeps, "factor 2: hard to tell from host.nccl.piece.simple"},
		{"host.nccl.collnet.efficiency", fabric.ProbabilityOf(480_000_000), sweeps, "one cluster"},
		{"host.nccl.gap.ll", fabric.DurationOf(0), "choice of the model: lines carry their flags, so nobody pauses", "0 to 1 us"},
		{"host.nccl.gap.ll128", fabric.DurationOf(0), "choice of the model: lines carry their flags; calibrations fit 1 to 2.5 us all the same", "0 to 3 us"},
		{"host.nccl.gap.simple", fabric.DurationOf(2500 * units.Nanosecond), "public sweeps of rings of 4 and 8 GPUs from 16 MiB up: a step takes its bytes over the plateau's rate and 5 to 9 us, in two slices", "2 to 5 us"},
		{"host.nccl.hop.ll", fabric.DurationOf(350 * units.Nanosecond), tuning, wide},
		{"host.nccl.hop.ll128", fabric.DurationOf(1600 * units.Nanosecond), tuning, wide},
		{"host.nccl.hop.simple", fabric.DurationOf(3100 * units.Nanosecond), tuning, wide},
		{"host.nccl.launch.channel", fabric.DurationOf(100 * units.Nanosecond), sweeps, "0.05 us with NCCL 2.29 to 0.2 us with 2.9"},
		{"host.nccl.launch.graph-saves", fabric.DurationOf(5 * us), sweeps, "4 to 7 us"},
		{"host.nccl.launch.issue", fabric.DurationOf(5 * us), sweeps, "3.4 to 6.4 us"},
		{"host.nccl.launch.rooted", fabric.ProbabilityOf(470_000_000), sweeps, "25 to 50 %; one server"},
		{"host.nccl.launch.thread", fabric.DurationOf(20 * us), sweeps, "factor 2; one server"},
		{"host.nccl.link.duplex", fabric.ProbabilityOf(units.Certain), "NVLink and PCIe peer to peer carry both directions at their rates; not so paths through host memory", "exact with peer-to-peer access"},
		{"host.nccl.link.efficiency", fabric.ProbabilityOf(900_000_000), sweeps, "+-12 %"},
		{"host.nccl.net.buffered", fabric.SizeOf(0), "on InfiniBand the receiver names its buffer before anything is sent (src/transport/net_ib.cc)", "libfabric's provider for Slingshot: 16 KiB"},
		{"host.nccl.net.eager", fabric.SizeOf(4 * units.KiB), sweeps, "that of the transport"},
		{"host.nccl.net.efficiency", fabric.ProbabilityOf(980_000_000), sweeps, "+-12 %"},
		{"host.nccl.net.inline", fabric.SizeOf(0), "NCCL's own transports put nothing into commands (src/transport/net_ib.cc)", "libfabric's provider for Slingshot: 192 B"},
		{"host.nccl.net.ll", fabric.DurationOf(3500 * units.Nanosecond), tuning, wide},
		{"host.nccl.net.ll128", fabric.DurationOf(7 * us), tuning, wide},
		{"host.nccl.net.read", fabric.DurationOf(0), "part of host.nccl.net.ll where no message is put into a command", "0.3 to 1 us on Slingshot"},
		{"host.nccl.net.rise", fabric.DurationOf(0), sweeps, "3 to 15 us on libfabric"},
		{"host.nccl.net.simple", fabric.DurationOf(12 * us), tuning, wide},
		{"host.nccl.net.unexpected", fabric.DurationOf(0), "on InfiniBand the receiver names its buffer before anything is sent (src/transport/net_ib.cc)", "more where libfabric matches messages"},
		{"host.nccl.nvls.efficiency", fabric.ProbabilityOf(710_000_000), sweeps, "+-5 %"},
		{"host.nccl.nvls.piece", fabric.DurationOf(200 * units.Nanosecond), sweeps, "factor 3"},
		{"host.nccl.nvls.start", fabric.DurationOf(22 * us), sweeps, "15 to 28 us"},
		{"host.nccl.p2p.efficiency", fabric.ProbabilityOf(830_000_000), sweeps, "79 to 87 %"},
		{"host.nccl.p2p.group", fabric.DurationOf(6 * us), sweeps, "factor 2"},
		{"host.nccl.p2p.issue", fabric.DurationOf(930 * units.Nanosecond), sweeps, "one server"},
		{"host.nccl.p2p.net-efficiency", fabric.ProbabilityOf(890_000_000), sweeps, "65 to 92 %"},
		{"host.nccl.p2p.peer", fabric.DurationOf(2360 * units.Nanosecond), sweeps, "factor 1.3"},
		{"host.nccl.piece.ll", fabric.DurationOf(200 * units.Nanosecond), sweeps, "factor 2"},
		{"host.nccl.piece.ll128", fabric.DurationOf(400 * units.Nanosecond), sweeps, "factor 2"},
		{"host.nccl.piece.simple", fabric.DurationOf(1500 * units.Nanosecond), sweeps, "1.3 to 2.3 us"},
		{"host.nccl.proxy.fetch", fabric.DurationOf(0), "InfiniBand's NICs read GPU memory by themselves", "12 us on Slingshot without GDRCopy"},
		{"host.nccl.proxy.ll-rate", fabric.RateOf(4 * 1e9), sweeps, "0.8 to 7 GB/s"},
		{"host.nccl.proxy.rate", fabric.Value{Quantity: fabric.RateQuantity, Int: fabric.Auto}, "GPUDirect RDMA: the NIC moves the data, and the thread posts (NCCL src/transport/net_ib.cc)", "exact but for sockets"},
		{"host.nccl.proxy.work", fabric.DurationOf(1 * us), "NCCL 2.30, src/graph/tuning.cc: overhead of a step between nodes, 1 us on Intel and 2 us on AMD hosts", "0 to 3 us"},
		{"host.nccl.tree.share", fabric.ProbabilityOf(440_000_000), sweeps, "43 to 56 %"},
		{"host.nccl.warps.share", fabric.ProbabilityOf(units.Certain), sweeps, "77 to 100 %; one server: eight V100"},
	}),
})
