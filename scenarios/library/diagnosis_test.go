package library_test

import (
	"os"
	"testing"

	"collsim/scenarios"
)

// Table I of the claims: what a diagnosis of the scenario must name in a variant that has the trouble, and must not name
// in one that is well.
var symptoms = []struct{ claim, scenario, ill, well, cause string }{
	{"I1", "time-swings", "uneven-arrival", "irregular-posts", "some ranks arrive late, now and then"},
	{"I1", "retransmission-tail", "lossy", "shorter", "retransmission or congestion, now and then"},
	{"I2", "init-not-warmed-up", "cold", "warm", "initialisation that was not warmed up"},
	{"I3", "serialised-on-the-cpu", "cpu", "direct", "data are copied and serialised on the CPU"},
	{"I4", "nodes-behind-one-nic", "one-nic", "eight-nics", "topology or choice of NIC"},
	{"I5", "copied-first", "interpreted-twice", "contiguous", "copies of tensors that are not contiguous"},
	{"I6", "slow-in-a-bare-benchmark", "wrong-network", "healthy", "network or driver"},
	{"I7", "fast-bare-slow-in-training", "training", "bare", "the layers above communication"},
}

func TestSymptomsAreDiagnosed(t *testing.T) {
	for _, s := range symptoms {
		data, err := os.ReadFile(s.scenario + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		file, err := scenarios.Load(s.scenario, data)
		if err != nil {
			t.Fatal(err)
		}
		results, err := file.Run(nil)
		if err != nil {
			t.Fatal(err)
		}
		named := map[string]bool{}
		for _, f := range scenarios.Diagnose(results) {
			named[f.Variant] = named[f.Variant] || f.Cause == s.cause
		}
		if !named[s.ill] || named[s.well] {
			t.Errorf("%s, %s: %q is named in %s: %v, in %s: %v", s.claim, s.scenario, s.cause, s.ill, named[s.ill], s.well, named[s.well])
		}
	}
}
