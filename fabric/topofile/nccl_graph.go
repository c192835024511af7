package topofile

import (
	"slices"
	"strconv"

	"collsim/sim/input"
)

// Searched is what NCCL searched out for one pattern, from the file of NCCL_GRAPH_DUMP_FILE: by which GPUs of a server each
// channel goes, in order, and by which NICs it comes and leaves.
type Searched struct {
	ID       int // 0 ring, 1 tree, 2 collnet chain, 3 nvls, 4 collnet direct
	Pattern  int // 4 ring; 1 balanced tree, 2 split tree, 3 tree; 5 nvls; 6 collnet direct
	CrossNIC int
	Channels []Course
}

// Course is the way of one channel through a server, by the numbers of its devices.
type Course struct {
	GPUs []int32
	NICs []int32 // none on a lone server
}

// RingPattern is the pattern of rings.
const RingPattern = 4

// ReadSearched reads the file of NCCL_GRAPH_DUMP_FILE.
func ReadSearched(file string, data []byte) ([]Searched, error) {
	root, problems := parseXML(file, data)
	if len(problems) > 0 {
		return nil, problems
	}
	n := &nccl{}
	if root.name != "graphs" {
		n.problem(root.place, "not what NCCL searched out", "<"+input.Clip(root.name)+">", "the file of NCCL_GRAPH_DUMP_FILE, <graphs version=\"1\">")
		return nil, n.problems
	}
	var all []Searched
	for _, e := range root.inner {
		if e.name != "graph" {
			n.problem(e.place, "unknown tag in <graphs>", "<"+input.Clip(e.name)+">", "<graph>")
			continue
		}
		all = append(all, n.graph(e))
	}
	if len(all) == 0 && len(n.problems) == 0 {
		n.problem(root.place, "there is no graph in the file", "", "<graph id=\"0\" pattern=\"4\" ...> with its channels")
	}
	if len(n.problems) > 0 {
		return nil, n.problems.Sorted()
	}
	return all, nil
}

func (n *nccl) graph(e *element) Searched {
	s := Searched{ID: n.number(e, "id", 0), Pattern: n.number(e, "pattern", 0), CrossNIC: n.number(e, "crossnic", 0)}
	if s.Pattern < 1 || s.Pattern > 6 {
		n.problem(e.place, "<graph> pattern: there is no such pattern", strconv.Itoa(s.Pattern), "1 to 6; 4 is a ring")
	}
	for _, c := range e.inner {
		if c.name != "channel" {
			n.problem(c.place, "unknown tag in <graph>", "<"+input.Clip(c.name)+">", "<channel>")
			continue
		}
		s.Channels = append(s.Channels, n.course(c, s.Pattern))
	}
	if want := n.number(e, "nchannels", len(s.Channels)); want != len(s.Channels) && len(n.problems) == 0 {
		n.problem(e.place, "<graph> nchannels says "+strconv.Itoa(want)+", but there are "+strconv.Itoa(len(s.Channels)), "", "a <channel> for each")
	}
	return s
}

func (n *nccl) course(e *element, pattern int) Course {
	var c Course
	for _, d := range e.inner {
		dev := int32(n.number(d, "dev", -1))
		switch {
		case d.name != "net" && d.name != "gpu":
			n.problem(d.place, "unknown tag in <channel>", "<"+input.Clip(d.name)+">", "<net dev=\"..\">, <gpu dev=\"..\">")
		case dev < 0:
			n.problem(d.place, "<"+d.name+"> dev: missing", "", "the number of the device")
		case d.name == "net":
			c.NICs = append(c.NICs, dev)
		case pattern == RingPattern && slices.Contains(c.GPUs, dev):
			n.problem(d.place, "a ring comes by this GPU twice", strconv.Itoa(int(dev)), "each GPU once")
		default:
			c.GPUs = append(c.GPUs, dev)
		}
	}
	return c
}

// Rings are the orders in which the rings of a file go through a server, a channel each.
func Rings(all []Searched) [][]int32 {
	var rings [][]int32
	for _, s := range all {
		if s.Pattern != RingPattern {
			continue
		}
		for _, c := range s.Channels {
			rings = append(rings, c.GPUs)
		}
	}
	return rings
}
