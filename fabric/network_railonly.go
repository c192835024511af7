package fabric

var _ = registerNetwork(Network{
	Name: "rail-only",
	Doc: "Rail r is one leaf for NIC r of every node, and nothing joins the rails (Wang et al. 2023, Rail-only). " +
		"A message to another rail must go over NVLink to the peer GPU that owns it, which routing.pxn allows; without that, such ranks cannot reach each other.",
	Drawing: "NIC r of every node -network- leaf r; no spine",
	alike:   true,
	build: func(b *builder) {
		rails := b.railsOf()
		b.twoTiers(plan{leaf: func(_, end int) int { return end % rails }, leaves: rails})
		b.graph.split = rails > 1
	},
})
