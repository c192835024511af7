package fabric

var _ = registerNetwork(Network{
	Name: "fat-tree",
	Doc: "Three tiers of switches with k = switch.ports ports (Al-Fares, Loukissas, Vahdat 2008): pods of k/2 leaves and k/2 spines, every spine below k/2 cores of its own. " +
		"Between pods the destination names the spine by its port on its leaf and the core by its leaf in the pod, so that nothing meets on the way down of a full tree.",
	Drawing: "NICs of leaf.nodes nodes -network- leaf; every leaf -trunk- every spine of its pod; spine s of every pod -trunk- every core of group s",
	build: func(b *builder) {
		leaf, leaves, ends, nodes := b.shelves()
		pod := b.countOr("pod.leaves", max(1, b.count("switch.ports")/2))
		pods := over(leaves, pod)
		t := &fatTree{seats: b.seat(leaves, leaf), pod: pod}
		if leaves > 1 {
			t.spines = over(ends, b.count("leaf.oversubscription"))
		}
		if pods > 1 {
			t.cores = pod
		}
		b.climb(t, pods)
		b.group("leaf", nodes, t.adopt)
		b.group("pod", nodes*pod/max(1, leaves/b.spec.Nodes), t.adopt)
	},
})

// fatTree routes up to the first tier that both ends have in common and down again.
type fatTree struct {
	seats
	pod    int        // leaves of a full pod
	spines int        // of a pod, each wired to all its leaves
	cores  int        // above each spine; 0 = there is one pod
	ups    []LinkID   // leaf, spine of its pod -> the link up; the link down is the next one
	tops   []LinkID   // pod, spine, core -> the link up; the link down is the next one
	middle []DeviceID // pod, spine -> the switch
}

// climb adds the spines and cores of a fat tree and all cables.
func (b *builder) climb(t *fatTree, pods int) {
	t.middle = b.switches("spine", pods*t.spines)
	cores := b.switches("core", t.spines*t.cores)
	b.crowded("leaf", t.fullest()+t.spines, "")
	b.crowded("spine", min(t.pod, len(t.leaves))+t.cores, "")
	if t.cores > 0 {
		b.crowded("core", pods, "; a real network of this size has a fourth tier")
	}
	b.plug(&t.seats)
	for i, leaf := range t.leaves {
		for s := range t.spines {
			t.ups = append(t.ups, b.trunk(leaf, t.middle[i/t.pod*t.spines+s]))
		}
	}
	for i, spine := range t.middle {
		for c := range t.cores {
			t.tops = append(t.tops, b.trunk(spine, cores[i%t.spines*t.cores+c]))
		}
	}
	b.graph.router = t
}

// adopt gives leaves to the part of their ends, and spines to that of their pod where it is one part.
func (t *fatTree) adopt(part []int32) {
	t.seats.adopt(part)
	for i, spine := range t.middle {
		first := i / t.spines * t.pod
		last := min(first+t.pod, len(t.leaves)) - 1
		if owner := part[t.leaves[first]]; owner == part[t.leaves[last]] {
			part[spine] = owner
		}
	}
}

func (t *fatTree) route(g *Graph, from, to DeviceID, choose pick) []LinkID {
	rise, fall, s, d, ok := t.doors(g, from, to)
	if !ok {
		return nil
	}
	source, destination := int(t.leafOf[s]), int(t.leafOf[d])
	if source == destination {
		return []LinkID{rise, fall}
	}
	climb := func(i int) (up, down LinkID) { return t.ups[source*t.spines+i], t.ups[destination*t.spines+i] + 1 }
	near := source/t.pod == destination/t.pod
	spine := g.choose(choose, 0, int(t.portOf[d])%t.spines, t.spines, func(i int) bool {
		up, down := climb(i)
		return g.up(up, down) && (near || t.core(g, source, destination, i, 0, static) >= 0)
	})
	if spine < 0 {
		return nil
	}
	up, down := climb(spine)
	if near {
		return []LinkID{rise, up, down, fall}
	}
	core := t.core(g, source, destination, spine, 1, choose)
	over, under := t.trunks(source, destination, spine, core)
	return []LinkID{rise, up, over, under, down, fall}
}

// core chooses the core over which two pods meet behind a spine, counted from the destination's leaf; -1 = none is left.
func (t *fatTree) core(g *Graph, source, destination, spine, stage int, choose pick) int {
	return g.choose(choose, stage, destination%t.pod, t.cores, func(i int) bool {
		return g.up(t.trunks(source, destination, spine, i))
	})
}

// trunks are the links up to a core and down from it.
func (t *fatTree) trunks(source, destination, spine, core int) (up, down LinkID) {
	at := func(leaf int) int { return (leaf/t.pod*t.spines+spine)*t.cores + core }
	return t.tops[at(source)], t.tops[at(destination)] + 1
}
