package scenarios

import (
	"fmt"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/algo/program"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// work is a workload as it will be played.
type work struct {
	b          *bound
	program    *program.Program // nil = a pipeline
	lanes      int32            // of all calls together
	tasks      []exec.Task
	calls      int32                        // the number of the task that calls the library
	ends       []int32                      // of each step: how many steps of the main lane there are by then
	operations []operation                  // in the order in which they are called
	ofStep     int                          // how many of them a storm, or the last step, has
	known      map[operation]*algo.Schedule // schedules, each made once
	parts      []*algo.Schedule             // the same, in the order in which they were made
}

// operation is one collective of a workload.
type operation struct {
	collective algo.Collective
	bytes      units.Bytes
}

// mostMarks is how many instants a workload may keep: some hundred megabytes.
const mostMarks = 4_000_000

// join turns the workload into one schedule.
func (b *bound) join() error {
	w := &work{b: b, known: map[operation]*algo.Schedule{}}
	b.work = w
	w.calls = w.task(exec.Task{Component: ledger.Launch, Call: true})
	l := &b.scenario.Workload
	var err error
	switch {
	case l.Kind == storm:
		err = w.storm()
	case l.Parallel == pipeline:
		err = w.pipeline()
	default:
		err = w.training()
	}
	if err != nil {
		return err
	}
	if w.program != nil {
		w.lanes = w.program.Lanes()
		b.schedule = w.program.Schedule(algo.Collective(b.scenario.Collective), b.scenario.Algorithm)
	}
	if l.WarmUp >= len(w.ends) {
		return fmt.Errorf("workload.warm-up: %d of %d operations: none is left to look at; valid: 0 to %d", l.WarmUp, len(w.ends), len(w.ends)-1)
	}
	if l.Rebuild == "every-step" && b.host.Setup == 0 {
		b.warnings = append(b.warnings, "workload.rebuild: changed nothing: setting a communicator up takes no time; host.setup says when it does")
	}
	return w.holds()
}

// holds refuses a workload of which there is more to remember than fits, or that could take a slow rank longer than the
// simulated clock can show.
func (w *work) holds() error {
	ranks, steps := int64(w.b.scenario.Ranks), int64(w.ends[len(w.ends)-1])
	marks := (steps + 2*int64(w.lanes)) * ranks
	if w.program == nil {
		marks += 4 * int64(len(w.operations)) // flights: of a request and of the data, at both ends
	}
	if marks > mostMarks {
		return fmt.Errorf("workload: %d operations on %d ranks are too many: %d instants to keep, of at most %d; valid: fewer operations, ranks or channels", len(w.operations), ranks, marks, mostMarks)
	}
	const most = longestRun / mostSlow
	total := units.Duration(0)
	for i := range int32(steps) {
		step, _ := w.b.schedule.Step(0, 0, i)
		if step.Task == 0 {
			continue
		}
		if total += w.tasks[step.Task-1].Nominal; total > most {
			return fmt.Errorf("workload: computing and scheduling take more than %d minutes, more than the simulated clock holds for a slow rank; valid: fewer steps or operations", int64(most/units.Second)/60)
		}
	}
	return nil
}

// task makes a task and returns its number.
func (w *work) task(t exec.Task) int32 {
	w.tasks = append(w.tasks, t)
	return int32(len(w.tasks))
}

// timed makes a task of a fixed time; 0 = there is none.
func (w *work) timed(c ledger.Component, d units.Duration) int32 {
	if d == 0 {
		return 0
	}
	return w.task(exec.Task{Component: c, Nominal: d})
}

// do adds a task to the program, unless there is none.
func (w *work) do(task int32) {
	if task != 0 {
		w.program.Task(task)
	}
}

// schedule is the schedule of an operation, with the scenario's algorithm.
func (w *work) schedule(o operation) (*algo.Schedule, error) {
	if s := w.known[o]; s != nil {
		return s, nil
	}
	s, _, err := w.b.build(string(o.collective), o.bytes)
	if err != nil {
		return nil, err
	}
	w.known[o] = s
	w.parts = append(w.parts, s)
	return s, nil
}

// call adds an operation on a stream and returns its number.
func (w *work) call(o operation, stream int, task int32) (int, error) {
	s, err := w.schedule(o)
	if err != nil {
		return 0, err
	}
	w.operations = append(w.operations, o)
	w.ofStep++
	return w.program.Call(s, stream, task)
}

// ended: everything so far belongs to the step or to one before it.
func (w *work) ended() { w.ends = append(w.ends, w.program.Steps()) }

// begun: the next step starts.
func (w *work) begun() { w.ofStep = 0 }

// storm is many small operations, fused where that is asked for.
func (w *work) storm() error {
	s := &w.b.scenario
	l := &s.Workload
	w.program = program.New(s.Ranks, min(w.b.graph.GPUsPerNode, s.Ranks))
	gap := w.timed(ledger.Launch, l.Gap)
	var calls []int
	sizes := w.b.fused()
	if l.Streams > len(sizes) {
		w.b.warnings = append(w.b.warnings, fmt.Sprintf("workload.streams: changed nothing beyond %d: there are no more operations to put on streams", len(sizes)))
	}
	if l.Fuse.Cap > 0 && len(sizes) == l.Operations {
		w.b.warnings = append(w.b.warnings, "workload.fuse: changed nothing: no two operations that follow each other fit into it")
	}
	for i, n := range sizes {
		w.do(gap)
		call, err := w.call(operation{algo.Collective(s.Collective), n}, i%l.Streams, w.calls)
		if err != nil {
			return err
		}
		if l.Mode == serial {
			w.program.Wait(call)
			w.ended()
			continue
		}
		calls = append(calls, call)
	}
	if l.Mode == concurrent {
		for _, c := range calls {
			w.program.Wait(c)
		}
		w.ended()
	}
	return nil
}

// fused are the sizes of a storm's operations, as they are performed.
func (b *bound) fused() []units.Bytes {
	l := &b.scenario.Workload
	sizes := make([]units.Bytes, l.Operations)
	for i := range sizes {
		sizes[i] = b.scenario.Bytes
		if l.Sizes != nil {
			sizes[i] = l.Sizes[i%len(l.Sizes)]
		}
	}
	if l.Fuse.Cap > 0 {
		sizes = l.Fuse.buckets(sizes)
	}
	return sizes
}

// proof proves the schedule of every operation. Joining them changes none, and that none waits for another for ever was
// found out when they were counted.
func (w *work) proof() (string, error) {
	if w.program == nil {
		return "counted: every message of the pipeline is received; it combines nothing that could be wrong", nil
	}
	weakest := ""
	for _, s := range w.parts {
		a, _ := algo.Find(s.Collective, s.Algorithm)
		proof, err := prove(a, s)
		if err != nil {
			return "", err
		}
		if weakest == "" || proof != proved {
			weakest = proof
		}
	}
	return "each operation by itself: " + weakest, nil
}
