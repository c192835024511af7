package scenarios

import (
	"slices"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
)

// Film is a run as one can watch it: who moves what over which links when, and how buffers fill.
type Film struct {
	*Timeline  // messages have hops
	Result     *Result
	Graph      *fabric.Graph
	Devices    []fabric.DeviceID // by party; -1 = a seat that takes no part
	Filling    *algo.Filling     // nil = the run is not one collective, or too large to be followed
	gains      []int             // by message, its place among Filling.Gains; -1 = none
	Reductions bool              // of Filling: contributions add up; otherwise pieces find their places
}

// mostFilled is how many cells of all buffers are followed, each with the set of those who contributed.
const mostFilled = 1 << 20

// Gain is what message i of the timeline brings; nil = nothing is known of it.
func (f *Film) Gain(i int) *algo.Gain {
	if f.Filling == nil || f.gains[i] < 0 {
		return nil
	}
	return &f.Filling.Gains[f.gains[i]]
}

// Film runs scenario i of the file twice, at the level at which Run does: for its result, without looking for a faster
// algorithm, then to watch it. Columns are into how many parts buffers are cut at most.
func (f *File) Film(i, columns int, watch Watch, each Each) (*Film, error) {
	one := *f
	one.Scenarios, one.trees, one.expectations = slices.Clone(f.Scenarios[i:i+1]), f.trees[i:i+1], nil
	s := &one.Scenarios[0]
	s.Rivals, s.Replicates = rivalsOff, 0
	if s.Fidelity == defaultFidelity && len(f.Scenarios) > 1 {
		name, err := f.shared(watch)
		if err != nil {
			return nil, err
		}
		s.Fidelity = name
	}
	results, err := one.RunEach(watch, each)
	if err != nil {
		return nil, err
	}
	film := &Film{Result: &results[0]}
	return film, one.observe(results, "timeline", watch, inTurn, func(i int, r *Result, watch Watch) error { return one.expose(film, watch, columns) })
}

// shared is the level of auto that all scenarios of the file have in common.
func (f *File) shared(watch Watch) (string, error) {
	all := make([]*bound, len(f.Scenarios))
	for i, s := range f.Scenarios {
		b, err := bind(s, watch)
		if err != nil {
			return "", f.located(i, err)
		}
		all[i] = b
	}
	return level(all), nil
}

// expose keeps what happens.
func (f *File) expose(film *Film, watch Watch, columns int) error {
	b, err := f.traced(0, film.Result, watch, &exec.Trace{Placed: true})
	if err != nil {
		return err
	}
	film.Timeline, film.Graph = film.Result.Timeline, b.graph
	for _, gpu := range b.gpus {
		film.Devices = append(film.Devices, b.graph.GPUs[gpu])
	}
	film.Devices = append(film.Devices, b.seated()...)
	film.fill(b, columns)
	return nil
}

// fill follows the buffers of a run of one collective.
func (f *Film) fill(b *bound, columns int) {
	s := b.schedule
	if b.acts != nil || b.work != nil || int64(s.Parties())*int64(s.Labels)*int64(s.Call.Channels)*int64(s.Call.Slices) > mostFilled {
		return
	}
	filling, err := algo.Fills(s, columns)
	if err != nil {
		return // a schedule from outside may do what only its own checker understands
	}
	f.Filling, f.gains = filling, make([]int, len(f.Messages))
	f.Reductions = slices.Contains([]algo.Collective{algo.AllReduce, algo.ReduceScatter, algo.Reduce}, s.Collective)
	type way struct{ from, to, lane int32 }
	next := map[way][]int{}
	for n := range filling.Gains {
		g := &filling.Gains[n]
		w := way{g.From, g.To, g.Lane}
		next[w] = append(next[w], n)
	}
	for i := range f.Messages {
		m := &f.Messages[i]
		w := way{m.From, m.To, m.Lane}
		if f.gains[i] = -1; len(next[w]) > 0 {
			f.gains[i], next[w] = next[w][0], next[w][1:]
		}
	}
}
