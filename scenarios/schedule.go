package scenarios

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/algo/msccl"
	"collsim/algo/nccl"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// Outside is a schedule that a file brings, in MSCCL's XML, instead of an algorithm of the registry. It is proved when it is
// read.
type Outside struct {
	File      string // as the scenario names it
	Text      string
	Algorithm *msccl.Algorithm
	Proof     *msccl.Proof
}

// called is what results call the algorithm: not like one of the registry.
func (o *Outside) called() string { return "msccl/" + o.Algorithm.Name }

// ranks is how many ranks it is for.
func (o *Outside) ranks() int { return len(o.Algorithm.GPUs) }

// name is the file without its directory, so that no result depends on where it lies.
func (o *Outside) name() string { return o.File[strings.LastIndexAny(o.File, "/\\")+1:] }

// object is the schedule in a scenario that is spelled out: with its text, for the file may change.
func (o *Outside) object() ordered { return ordered{{"file", o.name()}, {"text", o.Text}} }

// without is the scenario without a schedule from outside, and without what only that has settled.
func (s Scenario) without() Scenario {
	if s.Schedule != nil {
		s.Schedule, s.Channels, s.Slices = nil, 0, 0
	}
	return s
}

// planOutside builds the schedule that a file brings.
func (b *bound) planOutside() error {
	s := &b.scenario
	o := s.Schedule
	if len(b.gpus) != o.ranks() {
		return fmt.Errorf("schedule: %s is for %d ranks, not %d", o.name(), o.ranks(), len(b.gpus))
	}
	loops := max(1, s.Slices)
	if s.Sync == "rounds" {
		loops = 1 // a barrier after each round leaves nothing to pipeline
	}
	a := algo.Algorithm{Collective: o.Algorithm.Collective, Name: o.called()}
	perNode, nodes := b.perNode(b.gpus, nil, &a)
	schedule, local, err := o.Algorithm.Schedule(s.Bytes, loops, perNode, o.Proof)
	if err != nil {
		return fmt.Errorf("schedule: %w", err)
	}
	schedule.Algorithm, schedule.Call.Nodes = a.Name, nodes
	b.algorithm, b.schedule, b.switches, b.local = a, schedule, nil, local
	s.Channels = schedule.Call.Channels
	b.sized(o)
	return b.spoken(o)
}

// protocols of a file, in the words of scenarios.
var fileProtocols = map[string]nccl.Protocol{"LL": nccl.LL, "LL128": nccl.LL128, "Simple": nccl.Simple}

// sized warns of a size that the file is not meant for.
func (b *bound) sized(o *Outside) {
	least, most := o.Algorithm.LeastBytes, o.Algorithm.MostBytes
	meant := fmt.Sprintf("%d to %d bytes", least, most)
	if most == 0 {
		meant = fmt.Sprintf("%d bytes and more", least)
	}
	if n := int64(b.scenario.Bytes); n < least || most > 0 && n > most {
		b.warnings = append(b.warnings, fmt.Sprintf("schedule: %s is meant for %s; MSCCL's runtime would not take it for %d", o.name(), meant, n))
	}
}

// spoken binds what the protocol of the file costs. Nobody speaks it but library nccl, by which MSCCL's runtime moves data.
func (b *bound) spoken(o *Outside) error {
	p, a := o.Algorithm.Protocol, o.Algorithm
	if b.nccl == nil {
		if p != "Simple" {
			b.warnings = append(b.warnings, "schedule: protocol "+p+" of "+o.name()+" changed nothing: library "+b.scenario.Library+" has none")
		}
		return nil
	}
	loops := b.schedule.Call.Slices
	b.choice = &nccl.Choice{
		Collective: a.Collective, Bytes: b.scenario.Bytes, Algorithm: o.called(), Protocol: fileProtocols[p], Across: fileProtocols[p],
		Channels: int(a.Channels), Lanes: int(a.Channels), Blocks: 1, Loops: loops, Slices: loops, Why: o.name() + " says so",
	}
	b.scenario.Protocol = b.choice.Protocol.String()
	return b.software()
}

// localTasks are what ranks copy and combine by themselves. Either is a pass over the GPU's memory, which takes as long as
// combining what has come.
func (b *bound) localTasks() []exec.Task {
	all := make([]exec.Task, len(b.local))
	for i, w := range b.local {
		all[i] = exec.Task{Component: ledger.Prepare, Nominal: b.pass(w.Bytes)}
		if w.Combines {
			all[i].Component = ledger.Reduce
		}
	}
	return all
}

// pass is how long a GPU passes over n bytes of its own.
func (b *bound) pass(n units.Bytes) units.Duration {
	if k := &b.host.Kernel; k.Block > 0 {
		return k.Pass(n)
	}
	return b.host.Costs.Reduce(n)
}

// proofOfOutside says how a file's schedule was proved, when it was read.
func (b *bound) proofOfOutside() string {
	return "proved on symbolic data as " + b.scenario.Schedule.name() + " writes it: every contribution arrives exactly once, and no two thread blocks touch a chunk without one waiting for the other"
}

// enclose puts the text of a schedule's file in the place of its name.
func (r *reader) enclose(n *node) *node {
	path := n.Get("schedule")
	if path == nil || path.Form != scalar {
		return n
	}
	data, ok := r.open(path, "schedule", "a file in MSCCL's XML, by its place from here")
	if !ok {
		return n
	}
	if strings.HasSuffix(path.Text, ".goal") || strings.HasPrefix(strings.TrimSpace(string(data)), "num_ranks") {
		r.problem(path.Where, "schedule: a GOAL program names no collective, and its costs are its own", path.Text,
			"MSCCL's XML; collsim goal plays GOAL by LogGOPSim's rules")
		return n
	}
	body := &node{Form: mapping, Where: path.Where}
	for _, f := range []struct{ name, text string }{{"file", path.Text}, {"text", readable(data)}} {
		body = body.With(field{Name: f.name, Where: path.Where, Value: &node{Text: f.text, Where: path.Where}})
	}
	body.Whole = true
	return n.With(field{Name: "schedule", Where: path.Where, Value: body})
}

// open reads a file that a scenario names.
func (r *reader) open(path *node, key, valid string) (data []byte, ok bool) {
	if r.catalogue.Open == nil {
		r.problem(path.Where, key+": no file can be read here", path.Text, "a scenario in a file of its own, or flags alone")
		return nil, false
	}
	data, err := r.catalogue.Open(path.Text)
	if err != nil {
		r.problem(path.Where, key+": cannot read it: "+err.Error(), path.Text, valid)
		return nil, false
	}
	return data, true
}

// readable is a file's text as a scenario that is spelled out can hold it, each thing on the line where it was.
func readable(data []byte) string {
	return strings.ReplaceAll(strings.ReplaceAll(string(data), "\r\n", "\n"), "\r", "\n")
}

// outsides is the shape of the key schedule: a file, or what it says, spelled out.
type outsides struct{}

func (outsides) read(r *reader, path string, n *node, d *draft) {
	if n.Form == scalar {
		return // the file has been refused
	}
	file, text := n.Get("file"), n.Get("text")
	if n.Form != mapping || file == nil || text == nil || len(n.Fields) != 2 {
		r.problem(n.Where, path+": must be a file", n.Text, "a file in MSCCL's XML, such as ring.xml")
		return
	}
	for _, known := range r.outsides {
		if known.File == file.Text && known.Text == text.Text {
			d.Schedule = known
			return
		}
	}
	o := &Outside{File: file.Text, Text: text.Text}
	var wrong Problems
	switch err := o.read(); {
	case errors.As(err, &wrong):
		r.problems = append(r.problems, wrong...)
	case err != nil:
		r.problem(n.Where, path+": "+err.Error(), "", "")
	}
	r.outsides = append(r.outsides, o)
	d.Schedule = o
}

// read parses the text and proves it.
func (o *Outside) read() (err error) {
	a, err := msccl.Parse(o.File, []byte(o.Text))
	if err != nil {
		return err
	}
	if o.Proof, err = a.Verify(); err != nil {
		return err
	}
	o.Algorithm = a
	return nil
}

func (outsides) schema(*Catalogue) ordered {
	word := ordered{{"type", "string"}}
	whole := ordered{{"type", "object"}, {"properties", ordered{{"file", word}, {"text", word}}}, {"required", []string{"file", "text"}}, {"additionalProperties", false}}
	return anyOf(word, whole)
}

// outside settles a scenario with a schedule from outside: what that says itself nobody else may say.
func (r *reader) outside(n *node, d *draft) {
	at := n.Get("schedule")
	if d.Schedule == nil || d.Schedule.Algorithm == nil {
		d.Schedule = nil
		return // refused already
	}
	o := d.Schedule
	a := o.Algorithm
	switch coll := n.Get("collective"); {
	case a.Collective == "":
		r.problem(at.Where, "schedule: collsim knows no size of a "+a.Custom, o.File, "a collective; collsim verify looks at any file")
	case coll != nil && d.Collective != "" && d.Collective != string(a.Collective):
		r.problem(coll.Where, "collective: "+o.File+" performs "+string(a.Collective), d.Collective, string(a.Collective)+", or leave it out")
	}
	for _, name := range []string{"algorithm", "inter", "protocol", "order", "root", "workload", "jobs", "groups"} {
		if f := n.Get(name); f != nil && (name != "algorithm" || f.Text != auto) && (name != "workload" || d.Workload.many()) {
			r.problem(f.Where, name+": stands beside schedule, which says it itself", f.Text, "one of the two")
		}
	}
	if f := n.Get("channels"); f != nil && d.Channels != int(a.Channels) {
		r.warn(f.Where, "channels: "+o.File+" has "+strconv.Itoa(int(a.Channels))+"; this changes nothing", f.Text, "")
	}
	if count := n.At("ranks", "count"); count != nil && d.Ranks != o.ranks() {
		r.problem(count.Where, "ranks: "+o.File+" is for "+strconv.Itoa(o.ranks()), count.Text, strconv.Itoa(o.ranks())+", or leave it out")
	}
	d.Collective, d.Algorithm, d.Inter, d.Root, d.Order, d.Channels, d.Ranks = string(a.Collective), o.called(), "", 0, "", 0, o.ranks()
	if d.Slices == 1 {
		d.Slices = 0
	}
}
