package scenarios

import (
	"strings"

	"collsim/sim/input"
)

// YAML spells the file out with the flags that were laid over it, as one file that asks the same without them. Comments
// are lost, and nothing that was left out is filled in.
func (f *File) YAML() []byte {
	whole := f.whole
	if all := whole.Get("variants"); all != nil && f.over != nil {
		r := &reader{catalogue: f.catalogue}
		laid := &node{Form: mapping, Where: all.Where}
		for _, v := range all.Fields {
			laid = laid.With(field{Name: v.Name, Where: v.Where, Value: yielding(r.spread(v.Value), f.over)})
		}
		whole = whole.With(field{Name: "variants", Where: all.Where, Value: laid})
	}
	return whole.YAML()
}

// yielding is a variant without what flags say: that stands in the common part.
func yielding(variant, over *node) *node {
	if variant.Form != mapping {
		return variant
	}
	kept := &node{Form: mapping, Where: variant.Where, Whole: variant.Whole}
	for _, f := range variant.Fields {
		said := over.Get(f.Name)
		if said != nil && (said.Form != mapping || f.Value.Form != mapping) {
			continue
		}
		if said != nil {
			f.Value = yielding(f.Value, said)
		}
		kept.Fields = append(kept.Fields, f)
	}
	return kept
}

// Values are what holds for each flag in scenario i, in the words of the file or else of [Canonical]. What is left to be
// worked out has none, nor has what is no single word.
func (f *File) Values(i int) []Flag {
	resolved, _ := input.Parse("", Canonical(f.Scenarios[i]), asScenario)
	var all []Flag
	for _, k := range flagKeys() {
		for _, tree := range []*node{f.trees[i], resolved} {
			if n := tree.At(strings.Split(k.name, ".")...); n != nil && n.Form == scalar {
				all = append(all, Flag{k.flag, n.Text})
				break
			}
		}
	}
	return all
}
