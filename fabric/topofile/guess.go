package topofile

import (
	"fmt"
	"slices"
	"strconv"

	"collsim/fabric"
)

// guess is a tree of PCIe under construction. Groups are those of devices that reach each other by a class or a nearer
// one. NVLinks hide how two GPUs would reach each other otherwise: what both are to a third device tells, or else what
// cores they are near to.
type guess struct {
	*smi
	names    []string
	switches int
}

func (t *guess) tree() {
	sockets := t.groups(node)
	under := t.groups(phb)
	wide, narrow := t.groups(pxb), t.groups(pix)
	t.contradictions(narrow, wide, under, sockets)
	var cpus []string
	for _, socket := range sorted(sockets) {
		cpu := "cpu" + strconv.Itoa(len(cpus))
		cpus = append(cpus, cpu)
		t.socket(socket, wide, narrow, cpu)
	}
	for _, cpu := range cpus {
		t.add(fabric.CPU, cpu)
	}
	for i := range cpus {
		for j := range i {
			t.wire(cpus[j], cpus[i], "socket")
		}
	}
	if len(sorted(under)) > len(cpus) {
		t.note("guessed: host bridges of one NUMA node are one CPU")
	}
}

// contradictions notes that cells put two devices nearer together, by way of third ones, than their own cell says: where
// a is near b and b near c, a is as near c. The first such cell is named.
func (t *guess) contradictions(narrow, wide, under, sockets []int) {
	levels := []struct {
		group  []int
		within class
		name   string
	}{{narrow, pix, "behind one PCIe switch"}, {wide, pxb, "behind PCIe switches of one host bridge"}, {under, phb, "at one host bridge"}, {sockets, node, "at one CPU"}}
	first, others := "", 0
	for a := range t.cells {
		for b := a + 1; b < len(t.cells); b++ {
			for _, l := range levels {
				if c := t.cells[a][b]; c.class <= l.within || l.group[a] != l.group[b] {
					continue
				}
				if first == "" {
					at := t.cellAt(a, b)
					first = fmt.Sprintf("%d:%d: %s to %s is %v, but other cells put both %s, where they are now", at.Line, at.Column, t.matrix.names[a], t.matrix.names[b], t.cells[a][b], l.name)
				} else {
					others++
				}
				break
			}
		}
	}
	switch {
	case others > 0:
		t.note("contradiction: %s; so with %d other pairs", first, others)
	case first != "":
		t.note("contradiction: %s", first)
	}
}

// socket wires what hangs on one CPU.
func (t *guess) socket(members []int, wide, narrow []int, cpu string) {
	for _, w := range split(members, wide) {
		inner := split(w, narrow)
		above := cpu
		if len(inner) > 1 {
			above = t.bridge(cpu)
		}
		for _, group := range inner {
			at := above
			if len(group) > 1 {
				at = t.bridge(above)
			}
			for _, i := range group {
				t.wire(t.names[i], at, "pcie")
			}
		}
	}
}

func (t *guess) bridge(above string) string {
	name := "pcie" + strconv.Itoa(t.switches)
	t.switches++
	t.add(fabric.PCIeSwitch, name)
	t.wire(name, above, "pcie")
	return name
}

// groups puts devices that reach each other by a class, or a nearer one, into groups: device -> its group.
func (t *guess) groups(within class) []int {
	group := make([]int, len(t.cells))
	for i := range group {
		group[i] = i
	}
	join := func(a, b int) {
		from, to := max(group[a], group[b]), min(group[a], group[b])
		for i := range group {
			if group[i] == from {
				group[i] = to
			}
		}
	}
	for a := range t.cells {
		for b, c := range t.cells[a] {
			if c.class >= pix && c.class <= within {
				join(a, b)
			}
		}
	}
	if within == node {
		for a := range t.cells {
			for b := range t.cells {
				if t.cells[a][b].class == nvlinks && t.numa[a] != "" && t.numa[a] == t.numa[b] {
					join(a, b)
				}
			}
		}
		t.hidden(group)
	}
	return group
}

// hidden joins GPUs of which nothing but NVLinks is known: without affinities they are all of one socket.
func (t *guess) hidden(group []int) {
	for a := range t.cells {
		for b := range a {
			if t.cells[a][b].class == nvlinks && t.numa[a] == "" && t.numa[b] == "" && !t.placed(a) && !t.placed(b) {
				from, to := group[a], group[b]
				for i := range group {
					if group[i] == from {
						group[i] = to
					}
				}
			}
		}
	}
}

// placed says whether a class tells where a device stands.
func (t *guess) placed(at int) bool {
	return slices.ContainsFunc(t.cells[at], func(c cell) bool { return c.class >= pix })
}

// sorted lists groups by their first members.
func sorted(group []int) [][]int {
	all := make([]int, len(group))
	for i := range all {
		all[i] = i
	}
	return split(all, group)
}

// split splits members into groups.
func split(members, group []int) [][]int {
	var parts [][]int
	index := map[int]int{}
	for _, i := range members {
		at, ok := index[group[i]]
		if !ok {
			at = len(parts)
			index[group[i]] = at
			parts = append(parts, nil)
		}
		parts[at] = append(parts[at], i)
	}
	return parts
}
