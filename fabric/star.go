package fabric

import (
	"collsim/sim/units"
)

var _ = registerPreset(Preset{
	Name: "star",
	Doc: "Hosts with one GPU each, wired straight to one switch by links without headers. " +
		"It exists for teaching and for closed forms: every figure is round and every pair is alike.",
	Drawing:     "N x [1 GPU] -50 GB/s, 100 ns- switch, 200 ns",
	Nodes:       8,
	GPUsPerNode: 1,
	LargeScale:  "switch",
	priors: []prior{
		{"network.rate", RateOf(50 * gigabyte), invented, "exact"},
		{"network.latency", DurationOf(100 * ns), invented, "exact"},
		{"network.frame", SizeOf(0), invented, "exact"},
		{"network.header", SizeOf(0), invented, "exact"},
		{"network.buffer", SizeOf(64 * units.KiB), invented, "exact"},
		{"trunk.rate", RateOf(50 * gigabyte), invented, "exact"},
		{"trunk.latency", DurationOf(100 * ns), invented, "exact"},
		{"trunk.frame", SizeOf(0), invented, "exact"},
		{"trunk.header", SizeOf(0), invented, "exact"},
		{"trunk.buffer", SizeOf(64 * units.KiB), invented, "exact"},
		{"switch.ports", CountOf(most), "invented for teaching: as many as there are hosts", "exact"},
		{"switch.latency", DurationOf(200 * ns), invented, "exact"},
	},
	build: func(b *builder, node int) []DeviceID { b.gpus(node); return nil },
})

const invented = "invented for teaching"
