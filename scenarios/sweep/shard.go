package sweep

import (
	"cmp"
	"slices"
)

// Cost is about how many events all points take. Points that are the same question are counted once.
func (p *Plan) Cost() int64 {
	sum := int64(0)
	for _, same := range Questions(p.Points) {
		sum += same[0].Cost
	}
	return sum
}

// Questions groups points by what they ask, in the order of the plan: those of one id have one answer.
func Questions(points []Point) [][]Point {
	var all [][]Point
	at := make(map[string]int, len(points))
	for _, point := range points {
		i, ok := at[point.ID]
		if !ok {
			i = len(all)
			at[point.ID] = i
			all = append(all, nil)
		}
		all[i] = append(all[i], point)
	}
	return all
}

// Shard is part i of n of the points, from 1, in the order of the plan. Parts cost about the same: the dearest questions are
// dealt first, each to the part that has least. Points of one question stay together.
func (p *Plan) Shard(i, n int) []Point {
	questions := Questions(p.Points)
	slices.SortStableFunc(questions, func(a, b []Point) int { return cmp.Compare(b[0].Cost, a[0].Cost) })
	load, parts := make([]int64, n), make([]int, n)
	var own []Point
	for _, same := range questions {
		least := 0
		for k := range load {
			if load[k] < load[least] || load[k] == load[least] && parts[k] < parts[least] {
				least = k
			}
		}
		load[least] += same[0].Cost
		parts[least]++
		if least == i-1 {
			own = append(own, same...)
		}
	}
	slices.SortFunc(own, func(a, b Point) int { return cmp.Compare(a.Index, b.Index) })
	return own
}
