package measured

import (
	"collsim/algo"
	"collsim/sim/units"
)

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

// elementBytes are the sizes of what nccl-tests can move.
var elementBytes = map[string]units.Bytes{
	"int8": 1, "uint8": 1, "int32": 4, "uint32": 4, "int64": 8, "uint64": 8, "half": 2, "float": 4, "double": 8, "bfloat16": 2,
	"f8e4m3": 1, "f8e5m2": 1, "fp8_e4m3": 1, "fp8_e5m2": 1,
}

// shares is by what nccl-tests divides a buffer for its count: it counts what one rank contributes, or gets.
func shares(c algo.Collective, ranks int) int64 {
	switch c {
	case algo.AllGather, algo.ReduceScatter, algo.AllToAll, algo.Gather, algo.Scatter:
		return int64(max(ranks, 1))
	}
	return 1
}

// Redop is what nccl-tests prints for the operation where nothing else was asked for.
func Redop(c algo.Collective) string {
	switch c {
	case algo.AllReduce, algo.Reduce, algo.ReduceScatter, algo.SendRecv:
		return "sum"
	}
	return "none"
}

// Root is the rank that a collective has where nothing else was asked for; -1 = it has none.
func Root(c algo.Collective) int {
	switch c {
	case algo.Broadcast, algo.Reduce, algo.Gather, algo.Scatter:
		return 0
	}
	return -1
}

// Count is the number of elements of so many bytes that nccl-tests prints beside a size.
func Count(c algo.Collective, ranks int, n, element units.Bytes) int64 {
	return int64(n/element) / shares(c, ranks)
}
