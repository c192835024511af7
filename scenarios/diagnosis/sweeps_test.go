package diagnosis

import (
	"os"
	"strings"
	"testing"

	"collsim/scenarios"
	"collsim/scenarios/measured"
	"collsim/scenarios/trial"
	"collsim/scenarios/validate"
)

// TestSweeps names the causes of sweeps that are known to be slow. 104 is told to be on its network, not on sockets, and
// 117 stands beside 108, the same machine when it was well. 144 is too slow for a test that runs every time.
func TestSweeps(t *testing.T) {
	all, err := measured.ReadSweeps(os.DirFS("../../testdata/measured"))
	if err != nil {
		t.Fatal(err)
	}
	of := func(id string) *trial.Trial {
		for _, s := range all {
			if s.ID != id {
				continue
			}
			f, err := scenarios.Load(id+".yaml", []byte(strings.ReplaceAll(validate.ScenarioOf(s), "network: sockets", "network: slingshot")))
			if err != nil {
				t.Fatal(err)
			}
			tr, err := trial.New(f.Scenarios[0], s.Log)
			if err != nil {
				t.Fatal(err)
			}
			return tr
		}
		t.Fatalf("there is no sweep %s", id)
		return nil
	}
	slow, err := of("117").Beside(of("108"), onAllCores)
	if err != nil {
		t.Fatal(err)
	}
	slow = slow.Thinned(14)
	for cause, tr := range map[string]*trial.Trial{"sockets": of("104").Thinned(14), "gdrcopy-off": slow} {
		d, err := Question{Trial: tr}.Diagnose(onAllCores)
		if err != nil {
			t.Fatal(err)
		}
		if d.Healthy || d.Causes[0].Name != cause {
			t.Errorf("%s: healthy %v, %+v", cause, d.Healthy, d.Causes)
		}
	}
	if d, err := (Question{Trial: of("001")}).Diagnose(onAllCores); err != nil || !d.Healthy {
		t.Errorf("001: %v, %+v", err, d)
	}
}
