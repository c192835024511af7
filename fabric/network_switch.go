package fabric

var _ = registerNetwork(Network{
	Name: "switch",
	Doc: "All NICs of all nodes on one switch. " +
		"It is what a small cluster has, and the best that any network could do for a large one.",
	Drawing: "every NIC -network- leaf0",
	alike:   true,
	build: func(b *builder) {
		b.twoTiers(plan{leaf: func(int, int) int { return 0 }, leaves: 1})
	},
})
