package fabrictest

import (
	"fmt"

	"collsim/fabric"
	"collsim/sim/units"
)

// Cable is what the fabrics of this package are wired with unless a test changes it: 50 GB/s, 100 ns, no headers, and
// a buffer deeper than the credit loop of any of them.
func Cable() fabric.Link {
	return fabric.Link{Medium: "network", Rate: 50e9, Latency: 100 * units.Nanosecond, Buffer: units.MiB}
}

// Box is a switch with a latency of 200 ns, virtual output queues and round-robin arbitration.
func Box(name string) fabric.Device {
	return fabric.Device{Kind: fabric.Switch, Name: name, Node: -1, Latency: 200 * units.Nanosecond}
}

// Route leads from rank a to rank b.
type Route func(a, b int) []fabric.LinkID

func empty(name string) *fabric.Graph {
	return &fabric.Graph{Name: name, Packet: 4 * units.KiB, Lanes: 1, GPUsPerNode: 1}
}

func addGPU(g *fabric.Graph) fabric.DeviceID {
	r := len(g.GPUs)
	d := g.AddDevice(fabric.Device{Kind: fabric.GPU, Name: fmt.Sprintf("gpu%d", r), Node: int32(r)})
	g.GPUs = append(g.GPUs, d)
	g.Nodes = len(g.GPUs)
	return d
}

// Star is n GPUs on one switch. Link 2i leads from GPU i to the switch, link 2i+1 back.
func Star(n int, cable fabric.Link, box fabric.Device) *fabric.Graph {
	g := empty("star")
	for range n {
		addGPU(g)
	}
	hub := g.AddDevice(box)
	for _, d := range g.GPUs {
		g.Wire(d, hub, cable)
	}
	return g
}

// StarRoute leads from rank a to rank b of a Star.
func StarRoute(a, b int) []fabric.LinkID {
	return []fabric.LinkID{fabric.LinkID(2 * a), fabric.LinkID(2*b + 1)}
}

// Chain is two GPUs with len(cables)-1 switches between them; links 0 to len(cables)-1 lead from rank 0 to rank 1.
func Chain(cables []fabric.Link, box fabric.Device) *fabric.Graph {
	g := empty("chain")
	from := addGPU(g)
	for i := range cables {
		var to fabric.DeviceID
		if i == len(cables)-1 {
			to = addGPU(g)
		} else {
			to = g.AddDevice(box)
		}
		l := cables[i]
		l.From, l.To = from, to
		g.AddLink(l)
		from = to
	}
	return g
}

// ChainRoute leads from rank 0 to rank 1 of a Chain of n cables.
func ChainRoute(n int) []fabric.LinkID {
	route := make([]fabric.LinkID, n)
	for i := range route {
		route[i] = fabric.LinkID(i)
	}
	return route
}

// Tree is a leaf-spine network and knows its routes.
type Tree struct {
	*fabric.Graph
	Leaves, PerLeaf, Spines int
}

// LeafSpine wires leaves with perLeaf GPUs each to every one of the spines. Per GPU, link 2r leads up from rank r and
// 2r+1 down to it; the links between leaf l and spine s follow, up before down, ordered by leaf, then by spine.
func LeafSpine(leaves, perLeaf, spines int, cable fabric.Link, box fabric.Device) Tree {
	t := Tree{empty("leaf-spine"), leaves, perLeaf, spines}
	for range leaves * perLeaf {
		addGPU(t.Graph)
	}
	var tops []fabric.DeviceID
	name := func(kind string, i int) fabric.Device {
		d := box
		d.Name = fmt.Sprintf("%s%d", kind, i)
		return d
	}
	var boxes []fabric.DeviceID
	for l := range leaves {
		boxes = append(boxes, t.AddDevice(name("leaf", l)))
	}
	for s := range spines {
		tops = append(tops, t.AddDevice(name("spine", s)))
	}
	for r, d := range t.GPUs {
		t.Wire(d, boxes[r/perLeaf], cable)
	}
	for _, b := range boxes {
		for _, s := range tops {
			t.Wire(b, s, cable)
		}
	}
	return t
}

// Route leads from rank a to rank b, through the given spine if they hang on different leaves.
func (t Tree) Route(a, b, spine int) []fabric.LinkID {
	up, down := fabric.LinkID(2*a), fabric.LinkID(2*b+1)
	la, lb := a/t.PerLeaf, b/t.PerLeaf
	if la == lb {
		return []fabric.LinkID{up, down}
	}
	first := 2 * t.Leaves * t.PerLeaf
	trunk := func(leaf int) fabric.LinkID { return fabric.LinkID(first + 2*(leaf*t.Spines+spine)) }
	return []fabric.LinkID{up, trunk(la), trunk(lb) + 1, down}
}
