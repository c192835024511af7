package scenarios

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"collsim/fabric"
	"collsim/fabric/host"
)

// TestParametersAreTheRun: a result names every parameter that has a value where it ran, in order, and setting all of
// them to what it says gives the same numbers.
func TestParametersAreTheRun(t *testing.T) {
	for _, p := range fabric.Presets() {
		for _, l := range host.Libraries() {
			if l.Name == ncclLibrary && p.GPU == "" {
				continue // NCCL knows no such GPU
			}
			s := Scenario{
				Fabric: Fabric{Preset: p.Name, Nodes: 2, GPUsPerNode: min(p.GPUsPerNode, 4)}, Collective: "all_reduce", Algorithm: "ring", Bytes: 100_000,
				Library: l.Name, Sync: "dataflow", Fidelity: byPackets, Seed: 1,
				Settings: []Setting{{Name: "network.rate", Value: "7 GB/s"}, {Name: "packet.size", Value: "1 KiB"}},
			}
			r, err := Run(s, nil)
			if err != nil {
				t.Fatal(err)
			}
			s.Settings = settingsOf(t, r.Parameters)
			again, err := Run(s, nil)
			if err != nil {
				t.Fatalf("%s, %s: %v", p.Name, l.Name, err)
			}
			if again.Total != r.Total || again.CriticalPath != r.CriticalPath || again.Bound != r.Bound {
				t.Errorf("%s, %s: with all parameters set %v, else %v", p.Name, l.Name, again.Total, r.Total)
			}
			if string(again.Parameters) != string(r.Parameters) {
				t.Errorf("%s, %s: with all parameters set they are\n%s, else\n%s", p.Name, l.Name, again.Parameters, r.Parameters)
			}
			for _, q := range Known().Parameters {
				preset := p.Name
				if strings.HasPrefix(q.Name, "host.") {
					preset = l.Name
				}
				_, holds := q.Default(preset) // classes of NCCL name no other parameters than the library
				if named := slices.ContainsFunc(s.Settings, func(x Setting) bool { return x.Name == q.Name }); named != holds {
					t.Errorf("%s, %s: %s has a default: %v, and is named: %v", p.Name, l.Name, q.Name, holds, named)
				}
			}
		}
	}
}

// settingsOf reads the members of a JSON object of words, and checks their order.
func settingsOf(t *testing.T, object json.RawMessage) []Setting {
	t.Helper()
	var of map[string]string
	if err := json.Unmarshal(object, &of); err != nil {
		t.Fatal(err)
	}
	var all []Setting
	for name, value := range of {
		all = append(all, Setting{Name: name, Value: value})
	}
	slices.SortFunc(all, func(a, b Setting) int { return strings.Compare(a.Name, b.Name) })
	at := 0
	for _, s := range all {
		next := strings.Index(string(object[at:]), `"`+s.Name+`":`)
		if next < 0 {
			t.Fatalf("%s is out of order in %s", s.Name, object)
		}
		at += next
	}
	return all
}

// TestHash: what is spelled out and what is left out hash alike where they mean the same; what the numbers depend on
// does not.
func TestHash(t *testing.T) {
	hash := func(fabric, more string) string {
		return run(t, "schema: collsim.scenario/v1\nfabric: {preset: hgx-h100, nodes: 2"+fabric+"}\ncollective: reduce\nalgorithm: binomial\nbytes: 1 KiB\n"+more)[0].Hash
	}
	plain := hash("", "")
	for _, same := range [][2]string{
		{", network: switch", ""}, {", gpus-per-node: 8", ""}, {"", "channels: 8\n"}, {"", "root: 0\n"}, {"", "ranks: 16\n"},
		{"", "name: another\ndescription: other words\n"}, {"", "fidelity: packet\n"}, {"", "slices: 1\n"},
	} {
		if got := hash(same[0], same[1]); got != plain {
			t.Errorf("%q %q: hash %s, want %s", same[0], same[1], got, plain)
		}
	}
	seen := map[string]bool{plain: true}
	for _, other := range [][2]string{
		{", network: leaf-spine", ""}, {", gpus-per-node: 4", ""}, {"", "channels: 4\n"}, {"", "root: 1\n"}, {"", "ranks: 15\n"},
		{"", "fidelity: message\n"}, {"", "seed: 2\n"}, {"", "set: {nic.rate: 1 GB/s}\n"}, {"", "set: {host.launch: 1 us}\n"},
	} {
		h := hash(other[0], other[1])
		if seen[h] {
			t.Errorf("%q %q: hash %s, which another scenario has", other[0], other[1], h)
		}
		seen[h] = true
	}
	s := Scenario{Fabric: Fabric{Preset: "star"}}
	if Hash(s, []byte(`{"a":"1"}`)) == Hash(s, []byte(`{"a":"2"}`)) {
		t.Error("parameters do not enter the hash")
	}
}
