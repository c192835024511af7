package fabric_test

import (
	"fmt"

	"collsim/fabric"
)

// Two servers with slower NICs than they are sold with: the way from the first GPU to the last, and what bounds any
// collective on them.
func Example() {
	g, warnings, err := fabric.Build(fabric.Spec{
		Preset: "hgx-h100",
		Nodes:  2,
		Set:    []fabric.Setting{{Name: "nic.rate", Value: fabric.RateOf(25e9)}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	route, err := g.Route(0, 15, 7)
	for _, link := range route {
		fmt.Println(g.LinkName(link))
	}
	fmt.Println(warnings, err)
	for _, level := range g.Levels() {
		fmt.Printf("%d %ss, each sends at most %v\n", level.Parts, level.Name, level.Egress)
	}
	fmt.Println("an empty message takes at least", g.MaxLatency(nil))
	// Output:
	// node0/gpu0>node0/pcie0
	// node0/pcie0>node0/nic0
	// node0/nic0>leaf0
	// leaf0>node1/nic7
	// node1/nic7>node1/pcie3
	// node1/pcie3>node1/gpu7
	// [] <nil>
	// 16 ranks, each sends at most 513 GB/s
	// 4 sockets, each sends at most 1.922 TB/s
	// 2 nodes, each sends at most 200 GB/s
	// an empty message takes at least 1.33 us
}
