package fabric

var _ = registerNetwork(Network{
	Name: "leaf-spine",
	Doc: "Two tiers: leaf.nodes nodes share a leaf with all their NICs, and one trunk joins every leaf to every spine. " +
		"A message to another leaf climbs to the spine that its destination's port number names and comes down from there.",
	Drawing: "NICs of leaf.nodes nodes -network- leaf; every leaf -trunk- every spine",
	build: func(b *builder) {
		leaf, leaves, ends, nodes := b.shelves()
		b.twoTiers(plan{
			leaf:    leaf,
			leaves:  leaves,
			uplinks: over(ends, b.count("leaf.oversubscription")),
			level:   "leaf",
			nodes:   nodes,
		})
	},
})
