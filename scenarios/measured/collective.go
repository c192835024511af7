package measured

import "collsim/algo"

// A test of nccl-tests, by the name of its program less "_perf", and what it measures.
var tests = []struct {
	name       string
	collective algo.Collective
}{
	{"all_reduce", algo.AllReduce},
	{"all_gather", algo.AllGather},
	{"reduce_scatter", algo.ReduceScatter},
	{"broadcast", algo.Broadcast},
	{"reduce", algo.Reduce},
	{"gather", algo.Gather},
	{"scatter", algo.Scatter},
	{"alltoall", algo.AllToAll},
	{"sendrecv", algo.SendRecv},
}

// collectiveOf is what a test measures.
func collectiveOf(name string) (algo.Collective, bool) {
	for _, t := range tests {
		if t.name == name || string(t.collective) == name {
			return t.collective, true
		}
	}
	return "", false
}
