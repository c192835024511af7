package nccl

import "collsim/sim/units"

// Where a hop goes.
const (
	hopNVLink = iota
	hopPCIe
	hopNet
	hops
)

// costs are the constants of the cost model: latencies by algorithm and protocol (LL, LL128, Simple), most rates by
// generation of the GPU and number of nodes (1, 2, more).
type costs struct {
	base      [algorithms][protocols]units.Duration
	hop       [hops][algorithms][protocols]units.Duration
	llMost    [generations][3]units.Rate // of all channels together
	ringLL128 [generations][3]units.Rate // of one channel
	treeLL128 [generations][3]units.Rate
	tree      [generations][3]units.Rate
	nvlsTree  [generations][3]units.Rate
	most      [generations]units.Rate // of all channels together, whatever the protocol; 0 = no limit
}

const us = 1e6 // picoseconds

// costsOf are the constants of a version (src/graph/tuning.cc): those of 2.30, then back through the releases what each
// had before.
func costsOf(v Version) costs {
	c := newest
	for _, change := range history {
		if !v.before(change.until) {
			break
		}
		change.before(&c)
	}
	return c
}

var newest = costs{
	base: [algorithms][protocols]units.Duration{
		Tree: {6.8 * us, 14 * us, 8.4 * us}, Ring: {6.6 * us, 14 * us, 8.4 * us}, PAT: {8 * us, 8 * us, 8 * us},
	},
	hop: [hops][algorithms][protocols]units.Duration{
		hopNVLink: {
			Tree: {0.6 * us, 1.25 * us, 4 * us}, Ring: {0.6 * us, 1.9 * us, 3.4 * us}, PAT: {0, 0, 4 * us},
			CollNetDirect: {0, 0, 3.7 * us}, CollNetChain: {0, 0, 2.8 * us}, NVLS: {0, 0, 25 * us}, NVLSTree: {0, 0, 25 * us},
		},
		hopPCIe: {
			Tree: {1 * us, 1.9 * us, 4 * us}, Ring: {1 * us, 2.5 * us, 5.7 * us}, PAT: {0, 0, 4 * us},
			CollNetDirect: {0, 0, 3.7 * us}, CollNetChain: {0, 0, 2.8 * us},
		},
		hopNet: {
			Tree: {5 * us, 8.5 * us, 14 * us}, Ring: {2.7 * us, 4 * us, 14 * us}, PAT: {0, 0, 14 * us},
			CollNetDirect: {0, 0, 31 * us}, CollNetChain: {0, 0, 30 * us}, NVLS: {0, 0, 18 * us}, NVLSTree: {0, 0, 20.9 * us},
		},
	},
	llMost:    [generations][3]units.Rate{{39e9, 39e9, 20.4e9}, {87.7e9, 22.5e9, 19e9}, {141e9, 45e9, 35e9}, {282e9, 90e9, 70e9}},
	ringLL128: [generations][3]units.Rate{{20e9, 20e9, 20e9}, {20e9, 20e9, 20e9}, {36.7e9, 36.7e9, 36.7e9}, {40e9, 40e9, 40e9}},
	treeLL128: [generations][3]units.Rate{{20e9, 20e9, 20e9}, {20e9, 20e9, 20e9}, {36.7e9, 36.7e9, 29e9}, {55.6e9, 31.67e9, 20e9}},
	tree:      [generations][3]units.Rate{{26.5e9, 18.5e9, 10e9}, {24e9, 23.6e9, 17.8e9}, {38.7e9, 41.4e9, 36e9}, {70e9, 42.8e9, 24e9}},
	nvlsTree:  [generations][3]units.Rate{{26.5e9, 18.5e9, 10e9}, {24e9, 23.6e9, 17.8e9}, {0, 57.7e9, 45.5e9}, {0, 96e9, 80e9}},
}

// change is what held before a release.
type change struct {
	until  Version
	before func(*costs)
}

// history, newest first.
var history = []change{
	{Version{2, 30, 0}, func(c *costs) {
		c.ringLL128[blackwell] = [3]units.Rate{34.5e9, 34.6e9, 34.5e9}
		c.nvlsTree[blackwell][2] = 43.8e9
	}},
	{Version{2, 29, 0}, func(c *costs) { c.ringLL128[blackwell] = [3]units.Rate{73.4e9, 34.6e9, 73.4e9} }},
	{Version{2, 28, 9}, func(c *costs) { c.ringLL128[blackwell][1], c.nvlsTree[blackwell][2] = 73.4e9, 43.1e9 }},
	{Version{2, 28, 7}, func(c *costs) { c.hop[hopNet][NVLSTree][Simple] = 14 * us }},
	{Version{2, 28, 0}, func(c *costs) {
		c.treeLL128[blackwell] = [3]units.Rate{73.4e9, 73.4e9, 58e9}
		c.tree[blackwell] = [3]units.Rate{77.4e9, 82.8e9, 72e9}
	}},
	{Version{2, 23, 0}, func(c *costs) { c.simpleTree(0, 28*us, 28*us, 28*us) }},
	{Version{2, 21, 0}, func(c *costs) {
		c.llMost[hopper] = c.llMost[ampere]
		c.hop[hopNVLink][NVLS][Simple], c.hop[hopNVLink][NVLSTree][Simple] = 23*us, 23*us
	}},
	{Version{2, 19, 0}, before219},
	{Version{2, 18, 3}, func(c *costs) {
		c.simpleTree(0, 28*us, 28*us, 28*us)
		c.treeLL128, c.tree[hopper][2] = c.ringLL128, 33e9
	}},
	{Version{2, 18, 0}, before218},
	{Version{2, 17, 0}, func(c *costs) {
		c.ringLL128[hopper], c.treeLL128[hopper], c.tree[hopper] = c.ringLL128[ampere], c.treeLL128[ampere], c.tree[ampere]
		c.most[hopper] = 0
	}},
	{Version{2, 14, 0}, func(c *costs) { c.hop[hopNet][Ring][Simple] = 28 * us }},
	{Version{2, 12, 0}, func(c *costs) { c.hop[hopNet][Ring][Simple] = 9.6 * us }},
	{Version{2, 10, 0}, func(c *costs) { c.tree[ampere] = [3]units.Rate{24e9, 22.5e9, 16e9} }},
}

// simpleTree sets what Tree/Simple costs.
func (c *costs) simpleTree(base, nvlink, pcie, net units.Duration) {
	c.base[Tree][Simple] = base
	c.hop[hopNVLink][Tree][Simple], c.hop[hopPCIe][Tree][Simple], c.hop[hopNet][Tree][Simple] = nvlink, pcie, net
}

func before219(c *costs) {
	c.simpleTree(0, 4*us, 6*us, 14*us)
	c.base[CollNetDirect], c.base[CollNetChain] = [protocols]units.Duration{6.8 * us, 14 * us, 0}, [protocols]units.Duration{6.8 * us, 14 * us, 0}
	c.base[NVLS][Simple], c.base[NVLSTree][Simple] = 23*us, 23*us
	for hw, pair := range [hops][2]units.Duration{{8 * us, 4.75 * us}, {8 * us, 8 * us}, {10.7 * us, 14 * us}} {
		c.hop[hw][CollNetDirect][Simple], c.hop[hw][CollNetChain][Simple] = pair[0], pair[1]
	}
	c.hop[hopNVLink][NVLS][Simple], c.hop[hopNVLink][NVLSTree][Simple] = 0, 0
	c.hop[hopNet][NVLSTree][Simple] = 19 * us
}

func before218(c *costs) {
	c.base[Tree] = [protocols]units.Duration{4.4 * us, 4.4 * us, 0}
	c.base[Ring] = [protocols]units.Duration{3.6 * us, 10 * us, 8.4 * us}
	c.base[CollNetDirect], c.base[CollNetChain] = c.base[Tree], c.base[Tree]
	c.base[NVLS][Simple] = 40 * us
	c.hop[hopNVLink][Tree][LL], c.hop[hopNVLink][Ring][LL] = 0.52*us, 0.47*us
	for hw, d := range [hops]units.Duration{8 * us, 8 * us, 10.7 * us} {
		c.hop[hw][CollNetChain][Simple] = d
	}
	c.hop[hopNet][Ring][Simple] = 9.6 * us
	c.hop[hopNet][NVLS][Simple] = 0
	c.most = [generations]units.Rate{0, 235e9, 370e9, 0}
}
