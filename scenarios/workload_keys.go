package scenarios

import (
	"math"
	"slices"

	"collsim/sim/units"
)

// Limits of workloads, far above any machine's and low enough to be played.
const (
	mostOperations = 100_000
	mostTensors    = 10_000
	mostStreams    = 64
	longestWork    = 1000 * units.Second
)

// workload gives access to the part of a draft.
func workload[T any](field func(*Workload) *T) func(*draft) *T {
	return func(d *draft) *T { return field(&d.Workload) }
}

// kinds lists the kinds of workload.
var kinds = []string{oneCollective, storm, trainingStep}

// of says to which kind of workload a key belongs; keys of none belong to all.
var ofKind = map[string]string{
	"operations": storm, "sizes": storm, "bytes": storm, "mode": storm, "streams": storm, "fuse": storm, "gap": storm,
	"steps": trainingStep, "model": trainingStep, "tensors": trainingStep, "compute": trainingStep, "bucket": trainingStep,
	"overlap": trainingStep, "double-buffering": trainingStep, "parallel": trainingStep, "microbatches": trainingStep,
	"activations": trainingStep, "bookkeeping": trainingStep, "stall": trainingStep, "rebuild": trainingStep,
}

func workloadKeys() []key {
	words := func(list ...string) func(*Catalogue) []string {
		return func(*Catalogue) []string { return slices.Clone(list) }
	}
	return []key{
		{"kind", "", "One collective, a storm of many small operations, or steps of training.",
			word{words(kinds...), workload(func(w *Workload) *string { return &w.Kind })}, anywhere},
		{"warm-up", "", "Operations of a serial storm, or steps, that come first and count neither as first nor as steady. Left out: 0.",
			integer{0, mostOperations, func(d *draft, n int64) { d.Workload.WarmUp = int(n) }}, anywhere},

		{"operations", "", "How many operations a storm has. Left out: as many as sizes.",
			integer{1, mostOperations, func(d *draft, n int64) { d.Workload.Operations = int(n) }}, anywhere},
		{"bytes", "", "The same as bytes at the top: the size of each operation of a storm.", size{func(d *draft) *units.Bytes { return &d.Bytes }}, anywhere},
		{"sizes", "", "Sizes of a storm's operations, over and over. Instead of bytes.",
			sizeList{workload(func(w *Workload) *[]units.Bytes { return &w.Sizes })}, anywhere},
		{"mode", "", "Whether each operation of a storm is waited for (serial), or all at the end (concurrent). Left out: serial.",
			word{words(serial, concurrent), workload(func(w *Workload) *string { return &w.Mode })}, anywhere},
		{"streams", "", "Streams that a concurrent storm puts its operations on, in turn. Left out: 1.",
			integer{1, mostStreams, func(d *draft, n int64) { d.Workload.Streams = int(n) }}, anywhere},
		{"fuse", "", "Operations of a storm that are performed as one. A size alone is the cap.",
			shorthand{group{bucketKeys(func(w *Workload) *Bucketing { return &w.Fuse }), "cap"}}, anywhere},
		{"gap", "", "What the framework takes to schedule each operation of a storm, booked as launch.",
			duration{0, longestWork, workload(func(w *Workload) *units.Duration { return &w.Gap })}, anywhere},

		{"steps", "", "Training steps, those that warm up not counted. Left out: 3.",
			integer{1, mostOperations, func(d *draft, n int64) { d.Workload.Steps = int(n) }}, anywhere},
		{"model", "", "The model whose gradients are synchronised. A word alone is its name.", shorthand{group{modelKeys(), "name"}}, anywhere},
		{"tensors", "", "Sizes of the gradients, in the order of the model. Instead of model.",
			sizeList{workload(func(w *Workload) *[]units.Bytes { return &w.Tensors })}, anywhere},
		{"compute", "", "What one rank computes in a step.", group{computeKeys(), ""}, anywhere},
		{"bucket", "", "How gradients, or the parameters of sharded training, are put together into operations. A size alone is the cap.",
			shorthand{group{bucketKeys(func(w *Workload) *Bucketing { return &w.Bucket }), "cap"}}, anywhere},
		{"overlap", "", "Whether communication runs beside computing, or after it. Left out: yes.",
			yesNo{workload(func(w *Workload) *bool { return &w.Overlap })}, anywhere},
		{"double-buffering", "", "Whether the gradients of a step are waited for one step later. Left out: no.",
			yesNo{workload(func(w *Workload) *bool { return &w.DoubleBuffering })}, anywhere},
		{"parallel", "", "Whether every rank holds the model (full), a share of each part of it (sharded), or a stage of it (pipeline). Left out: full.",
			word{words(full, sharded, pipeline), workload(func(w *Workload) *string { return &w.Parallel })}, anywhere},
		{"microbatches", "", "Pieces in which a step passes through a pipeline. Left out: 1.",
			integer{1, 4096, func(d *draft, n int64) { d.Workload.Microbatches = int(n) }}, anywhere},
		{"activations", "", "What a stage of a pipeline hands on to the next for one microbatch.",
			size{workload(func(w *Workload) *units.Bytes { return &w.Activations })}, anywhere},
		{"bookkeeping", "", "What the framework does in each step beside training.", group{bookkeepingKeys(), ""}, anywhere},
		{"stall", "", "A rank that stands still once before it computes, booked as skew.", group{stallKeys(), ""}, anywhere},
		{"rebuild", "", "Whether the communicator is set up once or anew in every step. Left out: once.",
			word{words("once", "every-step"), workload(func(w *Workload) *string { return &w.Rebuild })}, anywhere},
	}
}

func bucketKeys(of func(*Workload) *Bucketing) []key {
	return []key{
		{"first", "", "Most bytes of the first bucket, which is ready first. Left out: 1 MiB for gradients, else as cap.",
			bucketSize{size{workload(func(w *Workload) *units.Bytes { return &of(w).First })}}, anywhere},
		{"cap", "", "Most bytes of a bucket. A tensor that is larger has one of its own. Left out: 25 MiB for gradients.",
			bucketSize{size{workload(func(w *Workload) *units.Bytes { return &of(w).Cap })}}, anywhere},
	}
}

func modelKeys() []key {
	return []key{
		{"name", "", "A model by name.", word{func(*Catalogue) []string { return modelNames() }, workload(func(w *Workload) *string { return &w.Model.Name })}, anywhere},
		{"layers", "", "Layers of a GPT that has no name here.", integer{1, 1024, func(d *draft, n int64) { d.Workload.Model.Layers = int(n) }}, anywhere},
		{"width", "", "Its width.", integer{1, 1 << 16, func(d *draft, n int64) { d.Workload.Model.Width = int(n) }}, anywhere},
		{"precision", "", "What a parameter is stored as. Left out: fp32.",
			word{func(*Catalogue) []string { return precisionNames() }, workload(func(w *Workload) *string { return &w.Model.Precision })}, anywhere},
	}
}

func computeKeys() []key {
	jitter := func(d *draft) *Jitter { return &d.Workload.Compute.Jitter }
	return []key{
		{"forward", "", "The forward pass of one rank.", duration{0, longestWork, workload(func(w *Workload) *units.Duration { return &w.Compute.Forward })}, anywhere},
		{"backward", "", "The backward pass of one rank, shared out over the tensors by their sizes.",
			duration{0, longestWork, workload(func(w *Workload) *units.Duration { return &w.Compute.Backward })}, anywhere},
		{"jitter", "", "What chance adds to each step of a rank, booked as skew.", group{lawKeys(longestJitter, jitter), ""}, anywhere},
	}
}

func bookkeepingKeys() []key {
	return []key{
		{"scan", "", "Looking for parameters that got no gradient, after the backward pass; booked as prepare.",
			duration{0, longestWork, workload(func(w *Workload) *units.Duration { return &w.Bookkeeping.Scan })}, anywhere},
		{"second-synchronisation", "", "Whether a step ends with another operation, of 4 bytes, such as a check of the gradients' scale. Left out: no.",
			yesNo{workload(func(w *Workload) *bool { return &w.Bookkeeping.SecondSynchronisation })}, anywhere},
	}
}

func stallKeys() []key {
	return []key{
		{"rank", "", "Who stands still.", integer{0, math.MaxInt32, func(d *draft, n int64) { d.Workload.Stall.Rank = int(n) }}, anywhere},
		{"step", "", "In which step, counted from 1. Left out: 1.", integer{1, mostOperations, func(d *draft, n int64) { d.Workload.Stall.Step = int(n) }}, anywhere},
		{"time", "", "For how long.", duration{1, longestWork, workload(func(w *Workload) *units.Duration { return &w.Stall.Time })}, anywhere},
	}
}
