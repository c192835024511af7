package exec_test

import (
	"fmt"
	"testing"
	"time"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/sim/units"
)

func TestZZ(t *testing.T) {
	run := func(preset string, nodes int, coll algo.Collective, alg string, u host.Use, call algo.Call, window int32) {
		g, _, err := fabric.Build(fabric.Spec{Preset: preset, Nodes: nodes})
		if err != nil {
			t.Fatal(err)
		}
		call.Ranks, call.PerNode = len(g.GPUs), g.GPUsPerNode
		costs, err := u.Costs("nccl", nil)
		if err != nil {
			t.Fatal(err)
		}
		call.Order = g.Order(call.Channels)
		c := exec.Config{Graph: g, Net: levels[1].net(g), Host: host.Model{Costs: costs}, Window: window}
		if alg == "nvls" || alg == "nvls_tree" {
			b := g.SeatsInNodes(call.Ranks)
			call.Seats = &algo.Seating{Of: b.Of, Above: b.Above}
			c.Seats = b.Devices
		}
		c.Schedule = build(t, coll, alg, call)
		if c.Seats == nil {
			c.Seats = []fabric.DeviceID{}
		}
		began := time.Now()
		o := play(t, c)
		n := call.Bytes
		fmt.Printf("%s x%d %s/%s %s %v: %v  algbw %.1f  msgs %d  %v\n", preset, nodes, coll, alg, u.Protocol, n, o.Total, float64(n)/float64(o.Total)*1e3, o.Messages, time.Since(began))
		fmt.Println("   ", o.Critical)
	}
	for _, n := range []units.Bytes{8, 1024, 32 * units.KiB, 256 * units.KiB, units.MiB} {
		run("hgx-h100", 1, algo.AllReduce, "ring", host.Use{Protocol: host.LL}, algo.Call{Bytes: n, Channels: int(min(24, max(1, n/(32*units.KiB))))}, 8)
	}
	for _, n := range []units.Bytes{units.MiB, 16 * units.MiB, 64 * units.MiB, 256 * units.MiB, units.GiB} {
		run("hgx-h100", 1, algo.AllReduce, "nvls", host.Use{Protocol: host.Simple, Family: host.NVLS}, algo.Call{Bytes: n, Channels: 1, Slices: int(max(1, n/(16*units.MiB)))}, 8)
		run("hgx-h100", 1, algo.AllReduce, "ring", host.Use{Protocol: host.Simple, Family: host.Ring}, algo.Call{Bytes: n, Channels: 24, Slices: int(max(2, 2*n/(24*16*units.MiB))), Batch: 2}, 4)
		run("hgx-h100", 2, algo.AllReduce, "ring", host.Use{Protocol: host.Simple, Family: host.Ring}, algo.Call{Bytes: n, Channels: 16, Slices: int(max(2, 2*n/(16*32*units.MiB))), Batch: 2}, 4)
		run("hgx-h100", 2, algo.AllReduce, "double_binary_tree", host.Use{Protocol: host.Simple, Family: host.Tree}, algo.Call{Bytes: n, Channels: 8, Slices: int(max(1, n/(16*512*units.KiB)))}, 8)
		run("hgx-h100", 2, algo.AllReduce, "nvls_tree", host.Use{Protocol: host.Simple, Family: host.NVLSTree}, algo.Call{Bytes: n, Channels: 1, Slices: int(max(1, n/(16*units.MiB)))}, 8)
	}
}
