package diagnosis

import (
	"os"
	"slices"
	"strings"
	"testing"

	"collsim/scenarios"
	"collsim/scenarios/measured"
	"collsim/scenarios/trial"
	"collsim/scenarios/validate"
	"collsim/sim/units"
)

// largest is up to what size rows are looked at: what is wrong shows below, and larger ones take a test too long.
const largest = 32 * units.MiB

// TestSweeps names the causes of sweeps that are known to be slow, by the log alone. 104 is told to be on its network, not on
// sockets. 144, which has large sizes only, is too slow for a test that runs every time.
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
			return tr.Only(slices.DeleteFunc(tr.Spread(len(tr.Rows)), func(row int) bool { return tr.Rows[row].Bytes > largest }))
		}
		t.Fatalf("there is no sweep %s", id)
		return nil
	}
	for id, cause := range map[string]string{"104": "sockets", "117": "gdrcopy-off"} {
		d, err := Question{Trial: of(id)}.Diagnose(onAllCores)
		if err != nil {
			t.Fatal(err)
		}
		if named := d.Named(); len(named) == 0 || named[0].Name != cause {
			t.Errorf("%s: healthy %v, %s", id, d.Healthy, summary(d, cause))
		}
	}
	for _, id := range []string{"001", "107"} {
		if d, err := (Question{Trial: of(id)}).Diagnose(onAllCores); err != nil || len(d.Named()) > 0 {
			t.Errorf("%s is accused: %v, %s", id, err, summary(d, ""))
		}
	}
}
