package scenarios

import (
	"errors"
	"strings"
	"testing"
)

const ringOfStar = "schema: collsim.scenario/v1\nfabric: {preset: star, nodes: 4}\ncollective: all_reduce\nalgorithm: ring\nbytes: 64 KiB\nlibrary: raw\n"

// At the postal level background traffic costs those who stand on the GPU where it starts, and nobody else: what is said
// to change nothing changes nothing, and what does is not said to.
func TestBackgroundAtThePostalLevel(t *testing.T) {
	for _, c := range []struct {
		more string
		felt bool
	}{
		{"background: {a: {from: 0, to: 1, rate: 40 GB/s}}", true},
		{"background: {a: {from: [3, 0], to: [0, 3], rate: 40 GB/s}}\nranks: 3", true},
		{"background: {a: {from: 3, to: 1, rate: 40 GB/s}}\nranks: 3", false},
		{"background: {a: {from: 0, to: 1, rate: 40 GB/s}}\nplacement: [1, 2, 3]", false},
		{"background: {a: {from: 3, to: 1, rate: 40 GB/s}}\nplacement: [1, 2, 3]", true},
		{"background: {a: {from: 3, to: 1, rate: 40 GB/s}}\njobs: {x: {ranks: 2}}", false},
		{"background: {a: {from: 1, to: 3, rate: 40 GB/s}}\njobs: {x: {ranks: 2}}", true},
	} {
		r := run(t, ringOfStar+"fidelity: postal\n"+c.more+"\n")[0]
		said := strings.Contains(strings.Join(r.Warnings, "\n"), "background.a: changed nothing")
		if said == c.felt || (r.Jobs[0].Cost > 0) != c.felt {
			t.Errorf("%s: costs %v, warnings %q", c.more, r.Jobs[0].Cost, r.Warnings)
		}
	}
}

// A flow that brings more than a link on its way carries is told of, with the link; one that brings just as much is not.
func TestFlowsThatNoLinkCarries(t *testing.T) {
	for flow, link := range map[string]string{
		"{from: 0, to: 1, rate: 50 GB/s}":                                                                               "",
		"{from: 0, to: 1, rate: 50000000001 B/s}":                                                                       "node0/gpu0>leaf0 carries, 50 GB/s",
		"{from: 0, to: 2, rate: 10 GB/s}":                                                                               "",
		"{from: [0, 1], to: 2, rate: 11 GB/s}":                                                                          "leaf0>node2/gpu0 carries, 10 GB/s",
		"{from: 0, to: 1, rate: 100 GB/s, pattern: on-off, on: 10 us, period: 20 us}":                                   "",
		"{from: 0, to: 1, rate: 100 GB/s, pattern: on-off, on: 10 us, period: 19 us}":                                   "node0/gpu0>leaf0 carries, 50 GB/s",
		"{from: 0, to: 1, rate: 60 GB/s, pattern: poisson}":                                                             "node0/gpu0>leaf0 carries, 50 GB/s",
		"{from: 0, to: 1, rate: 18000000000000 B/s, bytes: 1 MiB, pattern: on-off, on: 1 s, period: 400 s, start: 1 s}": "",
	} {
		r := run(t, ringOfStar+"set: {leaf0>node2/gpu0.rate: 10 GB/s}\nbackground: {a: "+flow+"}\n")[0]
		got := strings.Join(r.Warnings, "\n")
		if link == "" && got != "" || !strings.Contains(got, link) || strings.Count(got, "backlog") > 1 {
			t.Errorf("%s: %q", flow, got)
		}
	}
}

// Who is held up by others for half of its time is told by whom, whatever the component; others are not mentioned.
func TestWhyNamesTheOthers(t *testing.T) {
	for _, level := range []string{"packet", "message", "flow", "postal"} {
		r := run(t, ringOfStar+"fidelity: "+level+"\nbackground: {a: {from: 0, to: 1, rate: 1000 GB/s}, silent: {from: 1, to: 2, rate: 0 B/s}}\n")[0]
		if j := r.Jobs[0]; 2*j.Cost < j.Total || !strings.HasPrefix(r.Why, "all_reduce waits for others: ") || !strings.Contains(r.Why, " is what comes with background a; ") {
			t.Errorf("%s: costs %v of %v: %s", level, j.Cost, j.Total, r.Why)
		}
		r = run(t, ringOfStar+"fidelity: "+level+"\nbackground: {a: {from: 0, to: 1, rate: 1 GB/s}}\n")[0]
		if j := r.Jobs[0]; 2*j.Cost >= j.Total || strings.Contains(r.Why, "others") {
			t.Errorf("%s: costs %v of %v: %s", level, j.Cost, j.Total, r.Why)
		}
	}
}

// Routes that can wait for one another in a circle are an error of the file that wires them.
func TestRoutingThatCanDeadlockHasAPlace(t *testing.T) {
	c := Known()
	c.Open = func(string) ([]byte, error) {
		return []byte("schema: collsim.fabric/v1\npreset: star\ndevices: {\"node0..4/gpu0\": gpu, sw0..4: switch}\nlinks:\n  node0..4/gpu0 <-> sw0..4:\n  sw0..3 <-> sw1..4:\n  sw4 <-> sw0:\n"), nil
	}
	f, err := c.Load("f.yaml", []byte("schema: collsim.scenario/v1\ncollective: all_to_all\nalgorithm: pairwise\nbytes: 1 MiB\nlibrary: raw\nfidelity: packet\nfabric: {graph: ring.yaml}\n"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.Run(nil)
	var p Problems
	if !errors.As(err, &p) || len(p) != 1 || !strings.HasPrefix(err.Error(), "ring.yaml:1:1: ") || !strings.Contains(p[0].What, "fabric: routing can deadlock: sw0>sw1 waits for ") {
		t.Error(err)
	}
}
