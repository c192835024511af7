package compare_test

import (
	"fmt"
	"strconv"

	"collsim/scenarios"
	"collsim/scenarios/compare"
)

func Example() {
	sizes, _ := compare.ParseSizes("64KiB..16MiB:x16")
	grid := compare.Grid{Names: []string{"ring", "tree"}, Unit: compare.Nodes, Scales: []int{2}, Sizes: sizes}
	field := compare.Field{
		Each: func(n int, do func(int)) {
			for i := range n {
				do(i)
			}
		},
		Scenario: func(of, scale int) (scenarios.Scenario, error) {
			f, err := scenarios.FromFlags([]scenarios.Flag{
				{Name: "fabric", Value: "hgx-h100"}, {Name: "nodes", Value: strconv.Itoa(scale)}, {Name: "collective", Value: "all_reduce"},
				{Name: "algorithm", Value: grid.Names[of]}, {Name: "bytes", Value: "8 B"}, {Name: "fidelity", Value: "message"},
			})
			if err != nil {
				return scenarios.Scenario{}, err
			}
			s := f.Scenarios[0]
			s.Rivals = "off"
			return s, nil
		},
	}
	if _, err := field.Settle(&grid); err != nil {
		fmt.Println(err)
		return
	}
	answer, err := grid.Answer(field.Play)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range answer.Places {
		fmt.Println(p.Bytes, p.Winners, p.Margin)
	}
	for _, x := range answer.Crossings {
		fmt.Println(x.From, "up to", x.Low, "B,", x.To, "from", x.High, "B on")
	}
	// Output:
	// 64 KiB [tree] 3.321
	// 1 MiB [tree] 11.231
	// 16 MiB [ring] 1.140
	// [tree] up to 12146735 B, [ring] from 12146736 B on
}
