package topofile

import (
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
