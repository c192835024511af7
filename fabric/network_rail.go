package fabric

var _ = registerNetwork(Network{
	Name: "rail-optimised",
	Doc: "Rail r is one leaf for NIC r of every node of a pod, so that GPUs of equal index meet in one switch; of a rack of trays, for NIC r of every tray. " +
		"Every leaf has trunks to every spine for what crosses rails or pods.",
	Drawing: "NIC r of every node of a pod -network- leaf r of the pod; every leaf -trunk- every spine",
	build: func(b *builder) {
		rails := b.railsOf()
		ends := over(b.endsPerNode(), rails) // of a node on one rail
		nodes := b.countOr("pod.nodes", max(1, b.count("switch.ports")/2/ends))
		b.twoTiers(plan{
			leaf:    func(node, end int) int { return node/nodes*rails + end%rails },
			leaves:  over(b.spec.Nodes, nodes) * rails,
			uplinks: over(min(nodes, b.spec.Nodes)*ends, b.count("leaf.oversubscription")),
			level:   "pod",
			nodes:   nodes,
		})
	},
})
