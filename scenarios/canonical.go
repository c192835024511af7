package scenarios

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"

	"collsim/algo"
)

// Canonical spells s out as a JSON object that [Load] reads back to the same scenario. Quantities are exact, keys have
// one order, and what is at its default of "work it out" is absent.
func Canonical(s Scenario) []byte {
	data, err := s.object().MarshalJSON()
	if err != nil {
		panic("scenarios: " + err.Error()) // strings and numbers always marshal
	}
	return data
}

// Hash names everything that the numbers of s depend on: its canonical form without name, variant and description, the
// parameters that hold where it is run (a Result's), and the version of the model. It is 16 hexadecimal digits.
func Hash(s Scenario, parameters []byte) string {
	s.Name, s.Variant, s.Description = "", "", ""
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\nmodel %s", Canonical(s), parameters, ModelVersion))
	return hex.EncodeToString(sum[:8])
}

func (s *Scenario) object() ordered {
	o := ordered{{"schema", SchemaName}}
	words := func(name, value string) {
		if value != "" {
			o.add(name, value)
		}
	}
	number := func(name string, value int) {
		if value != 0 {
			o.add(name, value)
		}
	}
	words("name", s.Name)
	words("variant", s.Variant)
	words("description", s.Description)
	o.add("fabric", s.Fabric.object())
	if s.Schedule != nil { // which says the rest itself
		o.add("schedule", s.Schedule.object())
	} else {
		words("collective", s.Collective)
		words("algorithm", s.Algorithm)
	}
	words("protocol", s.Protocol)
	if s.Workload.many() {
		o.add("workload", s.Workload.object())
	}
	if s.Collective != string(algo.Barrier) && !s.Workload.sized() {
		o.add("bytes", s.Bytes.Exact())
	}
	number("root", s.Root)
	words("inter", s.Inter)
	if s.Schedule == nil {
		number("channels", s.Channels)
	}
	number("slices", s.Slices)
	if crew := s.crew(); len(crew) > 0 {
		o.add("ranks", crew)
	}
	s.shared(&o)
	words("fidelity", s.Fidelity)
	words("grant", s.Grant)
	words("sync", s.Sync)
	words("library", s.Library)
	if s.NCCL.told() {
		o.add("nccl", s.NCCL.object())
	}
	words("on-error", s.OnError)
	o.add("seed", s.Seed)
	number("replicates", s.Replicates)
	s.figures(&o)
	return o
}

// figures are what is drawn by chance, what is set, and where a run ends.
func (s *Scenario) figures(o *ordered) {
	if s.Jitter.Distribution != "" {
		o.add("jitter", s.Jitter.object())
	}
	if len(s.Settings) > 0 {
		var set ordered
		for _, p := range s.Settings {
			set.add(p.Name, p.Value)
		}
		o.add("set", set)
	}
	var limits ordered
	if s.MaxEvents > 0 {
		limits.add("events", s.MaxEvents)
	}
	if s.MaxTime > 0 {
		limits.add("time", s.MaxTime.Exact())
	}
	if len(limits) > 0 {
		o.add("limits", limits)
	}
}

// shared is where ranks stand, and what else happens on the fabric.
func (s *Scenario) shared(o *ordered) {
	if !s.Placement.packed() {
		o.add("placement", s.Placement.value())
	}
	if s.Order != "" {
		o.add("order", s.Order)
	}
	if s.Rings != nil {
		o.add("order", spellRings(s.Rings))
	}
	var jobs, groups, traffic ordered
	for i := range s.Jobs {
		jobs.add(s.Jobs[i].Name, s.Jobs[i].object())
	}
	for i := range s.Groups {
		groups.add(s.Groups[i].Name, s.Groups[i].object())
	}
	for i := range s.Background {
		traffic.add(s.Background[i].Name, s.Background[i].object())
	}
	if len(groups) > 0 {
		groups.add("run", s.Run)
	}
	for _, all := range []member{{"jobs", jobs}, {"groups", groups}, {"background", traffic}} {
		if len(all.value.(ordered)) > 0 {
			o.add(all.name, all.value)
		}
	}
}

func (f *Fabric) object() ordered {
	if f.Graph != nil {
		graph := *f.Graph
		graph.Preset = f.Preset
		o := members(graph.Tree())
		if len(f.Down) > 0 {
			o.add("down", f.Down)
		}
		return o
	}
	o := ordered{{"preset", f.Preset}, {"nodes", f.Nodes}}
	if f.GPUsPerNode != 0 {
		o.add("gpus-per-node", f.GPUsPerNode)
	}
	if f.Network != "" {
		o.add("network", f.Network)
	}
	if f.Transport != "" {
		o.add("transport", f.Transport)
	}
	if f.NICs != 0 {
		o.add("nics", f.NICs)
	}
	if len(f.Down) > 0 {
		o.add("down", f.Down)
	}
	return o
}

func (s *Scenario) crew() ordered {
	var o ordered
	if s.Ranks != 0 {
		o.add("count", s.Ranks)
	}
	for _, late := range s.Stragglers {
		o.add(strconv.Itoa(late.Rank), late.object())
	}
	return o
}
