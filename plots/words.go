package plots

import (
	"fmt"
	"strings"

	"collsim/fabric"
	"collsim/scenarios"
)

// facts are what may tell one result from another, in the order in which a title names them.
var facts = []func(*scenarios.Result) string{
	func(r *scenarios.Result) string { return r.Collective },
	func(r *scenarios.Result) string { return r.Algorithm },
	func(r *scenarios.Result) string { return r.Bytes.Short() },
	func(r *scenarios.Result) string { return fmt.Sprintf("%d ranks", r.Ranks) },
	func(r *scenarios.Result) string {
		if _, preset := fabric.FindPreset(r.Fabric); r.Nodes < 2 || !preset {
			return r.Fabric
		}
		return fmt.Sprintf("%d x %s", r.Nodes, r.Fabric)
	},
	func(r *scenarios.Result) string { return "library " + r.Library },
	func(r *scenarios.Result) string { return r.Fidelity + " level" },
}

// describe puts what all results share into the title and what tells them apart beside each bar.
func describe(results []scenarios.Result) (title string, labels []label) {
	labels = make([]label, len(results))
	details := make([][]string, len(results))
	for i := range results {
		labels[i].name = results[i].Variant
		if labels[i].name == "" {
			labels[i].name = results[i].Algorithm
		}
	}
	var shared []string
	for _, fact := range facts {
		if alike(results, fact) {
			shared = append(shared, fact(&results[0]))
			continue
		}
		for i := range results {
			if word := fact(&results[i]); word != labels[i].name {
				details[i] = append(details[i], word)
			}
		}
	}
	for i := range labels {
		labels[i].detail = strings.Join(details[i], ", ")
	}
	return strings.Join(shared, ", "), labels
}

func alike(results []scenarios.Result, fact func(*scenarios.Result) string) bool {
	for i := range results {
		if fact(&results[i]) != fact(&results[0]) {
			return false
		}
	}
	return true
}

// percent writes tenths of a percent.
func percent(share int) string { return fmt.Sprintf("%d.%d %%", share/10, share%10) }
