package scenarios

import (
	"regexp"
	"strings"
	"testing"

	"collsim/sim/units"
)

var faster = regexp.MustCompile(`; (\w+) would take (.*)$`)

// TestRivalsTellTheTruth runs the algorithm that a result names beside its own: it takes what was said, at the level of
// the result, and is faster. Sizes that only whole messages know are marked.
func TestRivalsTellTheTruth(t *testing.T) {
	named, above := 0, 0
	for _, preset := range []string{"hgx-h100", "star"} {
		for _, more := range []string{
			"{algorithm: ring, bytes: 64 KiB}", "{algorithm: tree, bytes: 4 MiB}", "{algorithm: direct, bytes: 1 MiB}",
			"{algorithm: halving_doubling, bytes: 1 MiB}", "{algorithm: recursive_doubling, bytes: 4 KiB}", "{algorithm: tree, bytes: 1 KiB}",
		} {
			for _, fidelity := range []string{byPackets, byMessages} {
				f := load(t, "schema: collsim.scenario/v1\nfabric: {preset: "+preset+", nodes: 2}\ncollective: all_reduce\nfidelity: "+fidelity+"\nvariants: {a: "+more+"}\n")
				r, err := Run(f.Scenarios[0], nil)
				if err != nil {
					t.Fatal(err)
				}
				if strings.Contains(r.Why, " wins") {
					above++
					if marked := strings.HasSuffix(r.Why, " wins (by whole messages)"); marked != (fidelity != byMessages) {
						t.Errorf("%s, %s, %s: %s", preset, more, fidelity, r.Why)
					}
				}
				found := faster.FindStringSubmatch(r.Why)
				if found == nil {
					continue
				}
				named++
				rival := f.Scenarios[0]
				rival.Algorithm = found[1]
				other, err := Run(rival, nil)
				if err != nil {
					t.Fatal(err)
				}
				if other.Total.Short() != found[2] || other.Total >= r.Total {
					t.Errorf("%s, %s, %s: %v; %s; it takes %v", preset, more, fidelity, r.Total, r.Why, other.Total)
				}
			}
		}
	}
	if named < 10 || above < 4 {
		t.Errorf("%d rivals and %d sizes named: this test hardly tests", named, above)
	}
}

// TestRivalsOfAnotherLevel: an algorithm that is faster by whole messages only is not named.
func TestRivalsOfAnotherLevel(t *testing.T) {
	b, err := bind(load(t, twoNodes+"fidelity: packet\n").Scenarios[0], nil)
	if err != nil {
		t.Fatal(err)
	}
	f, _ := fidelityOf(byPackets)
	r, err := b.answer(f, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := &search{b: b, left: 20 * rivalEvents}
	run, ok := s.play("tree", r.Bytes, f, s.left, 0)
	if !ok {
		t.Fatal("tree cannot be played")
	}
	total := run.Outcome().Total
	for _, c := range []struct {
		faster units.Duration
		says   bool
	}{{-1, false}, {0, false}, {1, true}} {
		own := *r
		own.Total = total + c.faster
		if said := s.confirmed("tree", total, own.Total, &own); (said != "") != c.says {
			t.Errorf("a rival that is %d ps faster: %q", int64(c.faster), said)
		}
	}
	// Where hardly any events are left, both are said by whole messages.
	s.left = probe
	whole := 100 * total
	if said := s.confirmed("tree", whole, 2*whole, r); said != "by whole messages tree would take "+whole.Short()+", and this "+(2*whole).Short() {
		t.Errorf("a rival that would take too long to play: %q", said)
	}
}
