package scenarios

import (
	"math"
	"strconv"
	"strings"

	"collsim/algo"
	"collsim/sim/units"
)

// What holds for a workload that says nothing.
const (
	defaultSteps     = 3
	defaultPrecision = "fp32"
)

// workload fills in what a workload left out, drops what it has no use for, and checks what no key can check alone.
func (r *reader) workload(n *node, d *draft) {
	w, at := &d.Workload, n.Get("workload")
	if at == nil || at.Form != mapping {
		return
	}
	w.Kind = or(w.Kind, oneCollective)
	for _, f := range at.Fields {
		if of := ofKind[f.Name]; of != "" && of != w.Kind {
			r.problem(f.Where, "workload."+f.Name+": of "+of+" only, and this is "+w.Kind, "", strings.Join(keysOf(w.Kind), ", "))
		}
	}
	switch w.Kind {
	case oneCollective:
		if w.WarmUp > 0 {
			r.problem(at.Get("warm-up").Where, "workload.warm-up: one collective has none", at.Get("warm-up").Text, "kind: storm, or kind: training-step")
		}
		*w = Workload{}
		return
	case storm:
		r.storm(at, d)
	case trainingStep:
		r.training(n, at, d)
	}
	if d.Sync == "rounds" {
		r.problem(n.Get("sync").Where, "sync: a barrier after each round is for one collective", "rounds", defaultSync)
	}
	if sum64(w.Sizes) > mostBytes || sum64(w.Tensors) > mostBytes {
		r.problem(at.Where, "workload: more bytes than this program counts", "", "at most "+mostBytes.String()+" together")
	}
}

// keysOf lists the keys of a kind of workload.
func keysOf(kind string) []string {
	var list []string
	for _, k := range workloadKeys() {
		if of := ofKind[k.name]; of == "" || of == kind {
			list = append(list, k.name)
		}
	}
	return list
}

func (r *reader) storm(at *node, d *draft) {
	w := &d.Workload
	w.Mode = or(w.Mode, serial)
	if w.Operations == 0 && at.Get("operations") == nil {
		if w.Operations = len(w.Sizes); w.Operations == 0 && at.Get("sizes") == nil {
			r.missing(at, "workload.operations", "a whole number such as 137")
		}
	}
	if w.Mode == serial && w.Streams > 1 {
		r.problem(at.Get("streams").Where, "workload.streams: a serial storm waits for each operation, so it needs no more than one", at.Get("streams").Text, "1, or mode: concurrent")
	}
	if w.Mode == concurrent && w.WarmUp > 0 {
		r.problem(at.Get("warm-up").Where, "workload.warm-up: the operations of a concurrent storm are not told apart", at.Get("warm-up").Text, "0, or mode: serial")
	}
	if w.Fuse.First > 0 && at.At("fuse", "cap") == nil {
		r.missing(at, "workload.fuse.cap", "a size such as 25 MiB")
	}
	w.Streams = max(w.Streams, 1)
	if each := max(d.Bytes, 1); w.Sizes == nil && each > mostBytes/units.Bytes(max(w.Operations, 1)) {
		r.problem(at.Where, "workload: more bytes than this program counts", "", "at most "+mostBytes.String()+" together")
	}
}

func (r *reader) training(n, at *node, d *draft) {
	w := &d.Workload
	if w.Steps == 0 {
		w.Steps = defaultSteps
	}
	w.Parallel, w.Rebuild = or(w.Parallel, full), or(w.Rebuild, "once")
	w.Overlap = w.Overlap || at.Get("overlap") == nil
	w.Microbatches = max(w.Microbatches, 1)
	r.collective(n, d)
	if w.Parallel == pipeline {
		r.stages(at, d)
	} else {
		r.gradients(at, d)
	}
	if bytes := n.Get("bytes"); bytes != nil {
		r.problem(bytes.Where, "bytes: a training step has the sizes of its tensors", bytes.Text, "workload.model or workload.tensors")
	}
	r.stall(at, d)
	r.law(at.At("compute", "jitter"), "workload.compute.jitter", &w.Compute.Jitter)
}

// implied is the collective of a way to spread training. Sharded training gathers as well, by the same algorithm.
var implied = map[string]algo.Collective{full: algo.AllReduce, sharded: algo.ReduceScatter, pipeline: algo.SendRecv}

// collective is implied by the way in which training is spread.
func (r *reader) collective(n *node, d *draft) {
	want := string(implied[d.Workload.Parallel])
	if at := n.Get("collective"); at != nil && d.Collective != "" && d.Collective != want {
		r.problem(at.Where, "collective: not what "+d.Workload.Parallel+" training takes", d.Collective, want+", or leave it out")
	}
	d.Collective = want
}

// stages checks what a pipeline has and has not.
func (r *reader) stages(at *node, d *draft) {
	w := &d.Workload
	if at.Get("activations") == nil {
		r.missing(at, "workload.activations", "a size such as 16 MiB")
	}
	for _, name := range []string{"model", "tensors", "bucket", "double-buffering", "overlap", "rebuild"} {
		if k := at.Get(name); k != nil {
			r.problem(k.Where, "workload."+name+": a pipeline exchanges activations only", "", "leave it out")
		}
	}
	if w.Bookkeeping.SecondSynchronisation {
		r.problem(at.At("bookkeeping", "second-synchronisation").Where, "workload.bookkeeping.second-synchronisation: a pipeline exchanges activations only", "yes", "no")
	}
	w.Overlap = false
}

// gradients checks what the sizes of the operations come from.
func (r *reader) gradients(at *node, d *draft) {
	w := &d.Workload
	m := &w.Model
	for _, name := range []string{"microbatches", "activations"} {
		if k := at.Get(name); k != nil {
			r.problem(k.Where, "workload."+name+": of pipelines only", "", "parallel: pipeline")
		}
	}
	switch model, tensors := at.Get("model"), at.Get("tensors"); {
	case model == nil && tensors == nil:
		r.missing(at, "workload.model", strings.Join(modelNames(), ", ")+"; or tensors: a list of sizes")
	case model != nil && tensors != nil:
		r.problem(tensors.Where, "workload.tensors: stands beside model", "", "one of the two")
	case model != nil && m.Name != "" && (m.Layers > 0 || m.Width > 0):
		r.problem(model.Where, "workload.model: a name, and layers or width beside it", m.Name, "a name, or layers and width")
	case model != nil && m.Name == "" && model.Form == mapping && model.Get("name") == nil && (m.Layers == 0 || m.Width == 0):
		r.problem(model.Where, "workload.model: needs a name, or layers and width", "", strings.Join(modelNames(), ", ")+"; {layers: 12, width: 768}")
	}
	if at.Get("model") != nil {
		m.Precision = or(m.Precision, defaultPrecision)
	}
	if w.Parallel == sharded && w.DoubleBuffering {
		r.problem(at.Get("double-buffering").Where, "workload.double-buffering: sharded training needs the new parameters before it can go on", "yes", "no")
	}
	if w.Bucket.Cap == 0 {
		w.Bucket.Cap = defaultBucket
	}
	if w.Bucket.First == 0 && w.Parallel == full {
		w.Bucket.First = min(defaultFirstBucket, w.Bucket.Cap)
	}
}

func (r *reader) stall(at *node, d *draft) {
	stall := at.Get("stall")
	if stall == nil || stall.Form != mapping {
		return
	}
	for _, name := range []string{"rank", "time"} {
		if stall.Get(name) == nil {
			r.missing(stall, "workload.stall."+name, map[string]string{"rank": "a rank such as 3", "time": "a duration such as 40 ms"}[name])
		}
	}
	s := &d.Workload.Stall
	s.Step = max(s.Step, 1)
	if last := d.Workload.WarmUp + d.Workload.Steps; s.Step > last {
		r.problem(stall.Get("step").Where, "workload.stall.step: after the last", strconv.Itoa(s.Step), "1 to "+strconv.Itoa(last))
	}
}

// ranksOfWorkload checks numbers of ranks.
func (r *reader) ranksOfWorkload(n *node, d *draft, ranks int) {
	if s := d.Workload.Stall; s.Time > 0 && s.Rank >= min(ranks, math.MaxInt32) {
		at := n.At("workload", "stall", "rank")
		r.problem(at.Where, "workload.stall.rank: not one of the "+strconv.Itoa(ranks)+" ranks", at.Text, "0 to "+strconv.Itoa(ranks-1))
	}
}
