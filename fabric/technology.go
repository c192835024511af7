package fabric

import (
	"collsim/sim/units"
)

const (
	gigabyte = 1_000_000_000 // bytes per second
	ns       = units.Nanosecond
)

// NVLink and PCIe are parameter sets of the same parts. Figures whose source says "prior" are to be
// verified by whoever rests an answer on them.

func nvlink(rate units.Rate, source string) []prior {
	const format = "prior, to be verified: NVLink moves 256 B behind a 16 B header (NVIDIA, Hot Chips 2016: 16-byte flits)"
	return []prior{
		{"nvlink.rate", RateOf(rate), source, "+-1 % raw; copies reach 78-82 % of it"},
		{"nvlink.frame", SizeOf(256), format, "+-50 %"},
		{"nvlink.header", SizeOf(16), format, "+-100 %"},
	}
}

// brick is a single NVLink from GPU to GPU.
func brick(rate units.Rate, source string) []prior {
	return append(nvlink(rate, source), prior{"nvlink.latency", DurationOf(200 * ns),
		"prior, to be verified: the low end of 200-300 ns a hop, for there is no switch between", "+-30 %"})
}

// An NVLink hop takes 200-300 ns from GPU to GPU in the field. The 250 ns through an NVSwitch are split into two links
// of 75 ns, each with the SerDes of both its ends, and 100 ns in the crossbar.
func nvswitch() []prior {
	const source = "prior, to be verified: a hop of 250 ns (field reports: 200-300 ns) split 75 + 100 + 75 ns"
	return []prior{
		{"nvlink.latency", DurationOf(75 * ns), source, "+-30 %"},
		{"nvswitch.latency", DurationOf(100 * ns), source, "+-50 %"},
	}
}

// pcie sets the links of a PCIe tree and its switches.
func pcie(rate units.Rate, generation string, forward units.Duration, source string) []prior {
	return append(pcieLink(rate, generation), prior{"pcie-switch.latency", DurationOf(forward), source, "+-30 %"})
}

// pcieLink sets PCIe links that end at a CPU.
func pcieLink(rate units.Rate, generation string) []prior {
	const format = "PCI Express Base: 5 to 7 double words a packet (Intel AN 708); 256 B is the usual largest payload"
	return []prior{
		{"pcie.rate", RateOf(rate), generation + " x16 after 128b/130b coding", "-0 / +1 %; copies reach 75-85 % of it"},
		{"pcie.latency", DurationOf(150 * ns), "prior, to be verified: a CPU sees a device in 0.7-1.2 us there and back", "+-50 %"},
		{"pcie.frame", SizeOf(256), format, "128 or 512 B on some platforms"},
		{"pcie.header", SizeOf(24), format, "+-4 B"},
		{"cpu.latency", DurationOf(150 * ns), "prior, to be verified: peer traffic turns round in the root complex", "+-100 %"},
	}
}

// c2c sets the links between a GPU and the CPU on its board.
func c2c(rate units.Rate, source, uncertainty string) []prior {
	const whole = "the rate is taken as what reads and writes achieve, protocol included"
	return []prior{
		{"c2c.rate", RateOf(rate), source, uncertainty},
		{"c2c.latency", DurationOf(100 * ns), "prior, to be verified: a GPU reads its CPU's memory in 0.6-0.8 us there and back, most of it in the memory", "+-50 %"},
		{"c2c.frame", SizeOf(0), whole, "exact"},
		{"c2c.header", SizeOf(0), whole, "exact"},
	}
}

func socket(rate units.Rate, source string) []prior {
	const whole = "the rate is what peer traffic achieves, protocol included"
	return []prior{
		{"socket.rate", RateOf(rate), source, "+-40 %"},
		{"socket.latency", DurationOf(50 * ns), "prior, to be verified: a remote load takes 50-100 ns more than a local one, there and back", "+-50 %"},
		{"socket.frame", SizeOf(0), whole, "exact"},
		{"socket.header", SizeOf(0), whole, "exact"},
	}
}

// epyc is the memory of AMD's sockets beside A100 GPUs and PCIe cards.
func epyc() []prior {
	return hostMemory(80*gigabyte, "prior, to be verified: 8 channels of DDR4-3200, 204.8 GB/s (AMD EPYC 7002 and 7003 data sheets)")
}

// grace is the memory of the CPU of a superchip.
func grace() []prior {
	return hostMemory(200*gigabyte, "prior, to be verified: LPDDR5X, up to 500 GB/s (NVIDIA Grace CPU data sheet)")
}

func pcie5() []prior {
	return pcie(63*gigabyte, "PCIe 5.0", 115*ns, "Broadcom PEX89000 family: 115 ns")
}

func pcie4() []prior {
	return pcie(31_500_000_000, "PCIe 4.0", 105*ns, "Broadcom PEX88000 family: 105 ns between x16 ports (Linley Newsletter, 2019-09-24)")
}

func pcie3() []prior {
	return pcie(15_750_000_000, "PCIe 3.0", 150*ns, "PLX PEX8796 product brief: at most 150 ns, x16 to x16")
}

// multicasting are the NVSwitches from the third generation on.
func multicasting(source string) []prior {
	return []prior{{"nvswitch.multicast", YesNoOf(true), source, "exact"}}
}
