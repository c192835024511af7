package main

import (
	"fmt"

	"collsim/algo"
	"collsim/scenarios"
	"collsim/scenarios/measured"
	"collsim/sim/units"
)

// simulated is what came out, as nccl-tests would have logged it. Rows that are not known are left out.
func (b *benchmark) simulated() *measured.Log {
	b.Lock()
	defer b.Unlock()
	l := &measured.Log{Program: b.test.name + "_perf", Collective: b.test.collective, Ranks: b.at.ranks, Nodes: b.at.nodes, Devices: b.devices(), Setup: b.asked()}
	for i := range b.tests {
		for _, asked := range b.sizes {
			if row, ok := b.row(&b.tests[i], asked); ok {
				l.Rows = append(l.Rows, row)
			}
		}
	}
	l.Notes = b.notes()
	if b.halted != "" {
		l.Notes = append(l.Notes, "partial: "+b.halted)
	}
	return l
}

// asked is how the test was asked to run.
func (b *benchmark) asked() measured.Setup {
	t := &b.setup
	s := measured.Setup{
		Threads: t.threads, GPUs: t.gpus, MinBytes: t.least, MaxBytes: t.most, StepBytes: t.step, Warmup: t.warmup, Iterations: t.iterations,
		Aggregated: 1, Validation: t.check, Graph: t.graph,
	}
	if t.factor > 1 {
		s.StepFactor, s.StepBytes = int64(t.factor), 0
	}
	return s
}

// devices are the GPUs that take part, node by node.
func (b *benchmark) devices() []measured.Device {
	all := make([]measured.Device, b.at.ranks)
	process := b.setup.threads * b.setup.gpus
	for rank := range all {
		node, gpu := rank/b.at.perNode, rank%b.at.perNode
		all[rank] = measured.Device{
			Rank: rank, Process: rank/process + 1, Host: fmt.Sprintf("node%d", node), Index: gpu, Bus: fmt.Sprintf("0000:%02x:00", gpu),
			Name: "simulated GPU of " + b.file.Scenarios[0].Fabric.Called(),
		}
	}
	return all
}

// row is a line of results; ok is false where its time is not known. Of no bytes NCCL launches nothing.
func (b *benchmark) row(t *test, asked units.Bytes) (row measured.Row, ok bool) {
	n, count := t.rounded(b.test.collective, asked, b.at.ranks)
	row = measured.Row{Bytes: n, Count: count, Type: t.element.name, Redop: t.redop, Root: t.root}
	half := measured.Sample{Measured: true, Wrong: measured.Unchecked}
	if n > 0 {
		timing, known := b.answers[point{t.root, n}]
		if !known {
			return row, false
		}
		half.Time = timing.Total
	}
	if len(b.proofs) > 0 {
		half.Wrong = 0 // a schedule that cannot be proved has no time
	}
	row.OutOfPlace, row.InPlace = half, half
	if c := b.test.collective; c == algo.AllToAll || c == algo.SendRecv {
		row.InPlace.Wrong = measured.Unchecked // nccl-tests does not look there
	}
	return row, true
}

// notes say what was simulated, and how far its schedules are proved.
func (b *benchmark) notes() []string {
	notes := []string{"simulated by collsim, model " + scenarios.ModelVersion + ": " + b.machine() + ", " + b.told()}
	notes = append(notes, b.nearly()...)
	for _, proof := range b.proofs {
		notes = append(notes, "schedules: "+proof)
	}
	return notes
}

// nearly says where times are not those of a run of all bytes as they are.
func (b *benchmark) nearly() (notes []string) {
	rounded, drawn := units.Bytes(0), units.Bytes(0) // the largest of the one, the smallest of the other
	for at, t := range b.answers {
		if t.Played != at.size && t.Played > 0 {
			rounded = max(rounded, at.size)
		}
		if t.Loops > 0 && (drawn == 0 || at.size < drawn) {
			drawn = at.size
		}
	}
	if rounded > 0 {
		notes = append(notes, fmt.Sprintf("times: up to %v some sizes cannot be shared evenly, and take as long as the next that can", rounded))
	}
	if drawn > 0 {
		notes = append(notes, fmt.Sprintf("times: from %v on most loops over the buffer are drawn from a few that were played, one like the other within 1 in 256", drawn))
	}
	return notes
}

// machine is what the ranks run on.
func (b *benchmark) machine() string {
	name := b.file.Scenarios[0].Fabric.Called()
	if b.at.nodes > 1 {
		name = fmt.Sprintf("%d x %s", b.at.nodes, name)
	}
	return name
}

// told is what the library was told.
func (b *benchmark) told() string {
	s := &b.file.Scenarios[0]
	words := "library " + s.Library
	if s.Library != ncclLibrary {
		return words
	}
	if s.NCCL.Version != "" {
		words += " " + s.NCCL.Version
	}
	words += ", " + map[string]string{"process": "a process a GPU", "thread": "a thread a GPU", "single": "one thread for all GPUs of a node"}[s.NCCL.Launch]
	if s.NCCL.Graph {
		words += ", CUDA graphs"
	}
	for _, v := range s.NCCL.Env {
		words += ", " + v.Name + "=" + v.Value
	}
	return words
}

// render lays out what came out.
func (b *benchmark) render(output string, paint bool) ([]byte, error) {
	switch {
	case b.log != nil && output == "json":
		return b.contrast().json()
	case b.log != nil:
		return b.contrast().text(paint), nil
	}
	l := b.simulated()
	if output == "json" {
		return measured.JSON(l)
	}
	return measured.Text(l), nil
}

// partly is what there is when the test is interrupted.
func (b *benchmark) partly(output string, i *interruption) ([]byte, error) {
	b.Lock()
	known := len(b.answers)
	b.Unlock()
	if known == 0 {
		return nil, nil
	}
	b.halted = i.text()
	return b.render(output, false)
}
