package scenarios

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"collsim/sim/ledger"
)

// outsideOf is a catalogue that reads the schedules of the documents.
func outsideOf() *Catalogue {
	c := Known()
	c.Open = func(path string) ([]byte, error) { return os.ReadFile(filepath.Join("..", "docs", "schedules", path)) }
	return c
}

// timed runs a scenario that may name files.
func timed(t *testing.T, text string) []Result {
	t.Helper()
	f, err := outsideOf().Load("t.yaml", []byte("schema: collsim.scenario/v1\n"+text))
	if err != nil {
		t.Fatal(err)
	}
	results, err := f.Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	return results
}

// TestOutsideRing: a ring that MSCCL's XML describes takes what collsim's own takes, to the picosecond and part by part, at
// every level, with software and without, in one node and across, where chunks are even and where they are not.
func TestOutsideRing(t *testing.T) {
	for _, where := range []string{
		"fabric: {preset: star, nodes: 8}\nlibrary: raw\nfidelity: message\nbytes: 8 MiB\n",
		"fabric: {preset: star, nodes: 8}\nlibrary: raw\nfidelity: packet\nbytes: 1 MiB\n",
		"fabric: {preset: star, nodes: 8}\nlibrary: raw\nfidelity: flow\nbytes: 1 MiB\n",
		"fabric: {preset: star, nodes: 8}\nlibrary: raw\nfidelity: message\nbytes: 12345 B\n",
		"fabric: {preset: star, nodes: 8}\nlibrary: raw\nfidelity: message\nsync: rounds\nbytes: 8 MiB\n",
		"fabric: {preset: hgx-h100}\nlibrary: mpi\nfidelity: message\nbytes: 8 MiB\n",
		"fabric: {preset: hgx-h100, nodes: 2, gpus-per-node: 4}\nlibrary: mpi\nfidelity: message\nchannels: 1\nbytes: 64 KiB\norder: ranks\n",
		"fabric: {preset: hgx-h100}\nlibrary: nccl\nprotocol: simple\nchannels: 1\nbytes: 64 KiB\n",
		"fabric: {preset: hgx-h100, nodes: 2, gpus-per-node: 4}\nlibrary: nccl\nprotocol: simple\nchannels: 1\nbytes: 64 KiB\norder: ranks\n",
	} {
		own := timed(t, where+"collective: all_reduce\nalgorithm: ring\n")[0]
		other := timed(t, strings.NewReplacer("protocol: simple\n", "", "channels: 1\n", "", "order: ranks\n", "").Replace(where)+"schedule: ring8.xml\n")[0]
		if other.Total != own.Total || other.CriticalPath != own.CriticalPath || other.Rounds != own.Rounds || other.Messages != own.Messages || other.Bound.Total != own.Bound.Total {
			t.Errorf("%s takes %v (%v), the registry's ring %v (%v)", where, other.Total, other.CriticalPath, own.Total, own.CriticalPath)
		}
		if other.Algorithm != "msccl/ring" || other.Collective != "all_reduce" || !strings.Contains(other.Proof, "ring8.xml") {
			t.Errorf("%s %s: %s", other.Collective, other.Algorithm, other.Proof)
		}
	}
}

// TestOutsideShapes: files whose blocks wait for each other, combine by themselves, and cross.
func TestOutsideShapes(t *testing.T) {
	for _, c := range []struct {
		file             string
		rounds, messages int
		local            ledger.Component
	}{
		{"allpairs8.xml", 2, 112, ledger.Reduce}, {"onepass8.xml", 1, 56, ledger.Reduce}, {"alltoall8.xml", 1, 56, ledger.Prepare}, {"crossed3.xml", 1, 6, ledger.Prepare},
	} {
		raw := timed(t, "fabric: star\nlibrary: raw\nfidelity: message\nbytes: 1 MiB\nschedule: "+c.file+"\n")[0]
		if raw.Rounds != c.rounds || int(raw.Messages) != c.messages || raw.Total < raw.Bound.Total || raw.CriticalPath[c.local] != 0 {
			t.Errorf("%s: %d rounds, %d messages, %v, bound %v", c.file, raw.Rounds, raw.Messages, raw.Total, raw.Bound.Total)
		}
		costly := timed(t, "fabric: star\nlibrary: mpi\nfidelity: message\nbytes: 1 MiB\nset: {host.reduce.rate: 1 MB/s}\nschedule: "+c.file+"\n")[0]
		if costly.CriticalPath[c.local] == 0 { // a second a MB is what all wait for
			t.Errorf("%s: what ranks do by themselves costs nothing: %v", c.file, costly.CriticalPath)
		}
	}
}

// TestOutsideCrossed: blocks that receive on one way and send on another, each played by two lanes, take what an exchange
// among three takes in which each sends to both others.
func TestOutsideCrossed(t *testing.T) {
	const where = "fabric: {preset: star, nodes: 3}\nlibrary: raw\nfidelity: message\nbytes: 3 MiB\n"
	own, other := timed(t, where+"collective: all_gather\nalgorithm: direct\n")[0], timed(t, where+"schedule: crossed3.xml\n")[0]
	if other.Total != own.Total || other.CriticalPath != own.CriticalPath {
		t.Errorf("%v (%v), the registry's %v (%v)", other.Total, other.CriticalPath, own.Total, own.CriticalPath)
	}
}

// TestOutsideOnePass: in one pass every rank sends all of its buffer to each other, one behind the other on its link to a
// star, and combines when all is there.
func TestOutsideOnePass(t *testing.T) {
	r := timed(t, "fabric: {preset: star, nodes: 8}\nlibrary: raw\nfidelity: message\nbytes: 8 MiB\nschedule: onepass8.xml\n")[0]
	one := timed(t, "fabric: {preset: star, nodes: 2}\nlibrary: raw\nfidelity: message\nbytes: 8 MiB\ncollective: broadcast\nalgorithm: chain\n")[0]
	rest := 6 * one.CriticalPath[ledger.Serialize] // on a link that is never idle
	if got, want := r.Total, one.Total+rest; got != want {
		t.Errorf("%v, want %v: one message, and six before it on the same link", got, want)
	}
}

// TestOutsideAgain: a result runs again from itself, without the file, to the same bytes; and the file's text is part of
// its hash.
func TestOutsideAgain(t *testing.T) {
	text := "fabric: star\nlibrary: raw\nbytes: 1 MiB\nslices: 3\nschedule: ring8.xml\n"
	first := timed(t, text)[0]
	f, err := Load("again.json", first.Scenario) // reads no file
	if err != nil {
		t.Fatal(err)
	}
	again, err := f.Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	if again[0].Hash != first.Hash || again[0].Total != first.Total || !bytes.Equal(again[0].Scenario, first.Scenario) {
		t.Errorf("%s\n%s", again[0].Scenario, first.Scenario)
	}
	c := outsideOf()
	open := c.Open
	c.Open = func(path string) ([]byte, error) {
		data, err := open(path)
		return append(data, "<!-- another -->"...), err
	}
	if f, err = c.Load("t.yaml", []byte("schema: collsim.scenario/v1\n"+text)); err != nil {
		t.Fatal(err)
	}
	if other, err := f.Run(nil); err != nil || other[0].Hash == first.Hash || other[0].Total != first.Total {
		t.Errorf("another text has the same hash, or takes another time: %v", err)
	}
}

// TestOutsideLoops: loops follow one another in each block; they change neither rounds nor bytes.
func TestOutsideLoops(t *testing.T) {
	one := timed(t, "fabric: star\nlibrary: raw\nfidelity: message\nbytes: 8 MiB\nschedule: ring8.xml\n")[0]
	four := timed(t, "fabric: star\nlibrary: raw\nfidelity: message\nbytes: 8 MiB\nslices: 4\nschedule: ring8.xml\n")[0]
	if four.Rounds != one.Rounds || four.PayloadBytes != one.PayloadBytes || four.Messages != 4*one.Messages {
		t.Errorf("4 loops: %d rounds, %d bytes, %d messages; one: %d, %d, %d", four.Rounds, four.PayloadBytes, four.Messages, one.Rounds, one.PayloadBytes, one.Messages)
	}
	quarter := timed(t, "fabric: star\nlibrary: raw\nfidelity: message\nbytes: 2 MiB\nschedule: ring8.xml\n")[0]
	if four.Total != 4*quarter.Total { // everybody ends a loop at the same instant
		t.Errorf("4 loops take %v, one of a quarter of the bytes %v", four.Total, quarter.Total)
	}
}

// TestOutsideNCCL: library nccl moves the data by the protocol of the file.
func TestOutsideNCCL(t *testing.T) {
	simple := timed(t, "fabric: hgx-h100\nlibrary: nccl\nbytes: 64 KiB\nschedule: ring8.xml\n")[0]
	c := outsideOf()
	open := c.Open
	c.Open = func(path string) ([]byte, error) {
		data, err := open(path)
		return bytes.ReplaceAll(data, []byte(`proto="Simple"`), []byte(`proto="LL" minBytes="1" maxBytes="4096"`)), err
	}
	load := func(library string) Result {
		f, err := c.Load("t.yaml", []byte("schema: collsim.scenario/v1\nfabric: hgx-h100\nbytes: 64 KiB\nschedule: ring8.xml\nlibrary: "+library+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		r, err := f.Run(nil)
		if err != nil {
			t.Fatal(err)
		}
		return r[0]
	}
	ll := load("nccl")
	if ll.Protocol != "ll" || simple.Protocol != "simple" || ll.Total >= simple.Total || ll.NCCL == nil || ll.NCCL.Algorithm != "MSCCL" {
		t.Errorf("%s takes %v, %s %v: %+v", ll.Protocol, ll.Total, simple.Protocol, simple.Total, ll.NCCL)
	}
	warned := strings.Join(load("mpi").Warnings, "\n")
	for _, want := range []string{"meant for 1 to 4096 bytes", "protocol LL of ring8.xml changed nothing"} {
		if !strings.Contains(warned, want) {
			t.Errorf("no warning says %q: %s", want, warned)
		}
	}
}

// TestOutsideRefused: what is wrong with a schedule from outside is said where it stands.
func TestOutsideRefused(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"no such file", "fabric: star\nbytes: 1 MiB\nschedule: nothing.xml\n", "t.yaml:4:11: schedule: cannot read it"},
		{"another collective", "fabric: star\nbytes: 1 MiB\ncollective: broadcast\nschedule: ring8.xml\n", `t.yaml:4:13: collective: ring8.xml performs all_reduce: "broadcast"`},
		{"beside an algorithm", "fabric: star\nbytes: 1 MiB\nalgorithm: ring\nschedule: ring8.xml\n", "t.yaml:4:12: algorithm: stands beside schedule"},
		{"other ranks", "fabric: {preset: star, nodes: 16}\nbytes: 1 MiB\nranks: 16\nschedule: ring8.xml\n", "t.yaml:4:8: ranks: ring8.xml is for 8"},
		{"a small fabric", "fabric: {preset: star, nodes: 4}\nbytes: 1 MiB\nschedule: ring8.xml\n", "t.yaml:4:11: ranks: more than the 4 GPUs"},
		{"GOAL", "fabric: star\nbytes: 1 MiB\nschedule: ring4.goal\n", "t.yaml:4:11: schedule: a GOAL program names no collective"},
		{"no schedule at all", "fabric: star\nbytes: 1 MiB\nschedule: rings4.xml\n", "rings4.xml:1:1: this element does not belong here"},
		{"a storm", "fabric: star\nworkload: {kind: storm, operations: 3}\nbytes: 1 MiB\nschedule: ring8.xml\n", "workload: stands beside schedule"},
	} {
		_, err := outsideOf().Load("t.yaml", []byte("schema: collsim.scenario/v1\n"+c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: says %v\nwant %s", c.name, err, c.want)
		}
	}
}

// TestOutsideVariants: beside algorithms of the registry, which a rival is looked for among.
func TestOutsideVariants(t *testing.T) {
	all := timed(t, "fabric: {preset: star, nodes: 8}\nlibrary: raw\nbytes: 8 MiB\ncollective: all_reduce\nvariants:\n  mine: {schedule: ring8.xml}\n  ring: {algorithm: ring}\n")
	if all[0].Total != all[1].Total || !strings.Contains(all[0].Why, "would take") {
		t.Errorf("%v, %v; %s", all[0].Total, all[1].Total, all[0].Why)
	}
}
