package validate

import (
	"testing"

	"collsim/fabric/host"
	"collsim/scenarios/calibration"
)

// TestNumbersCoverTheParameters has each class give each parameter of library nccl that its kind is about once.
func TestNumbersCoverTheParameters(t *testing.T) {
	numbers, err := Numbers()
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range numbers {
		if !(n.Low.Int <= n.Start.Int && n.Start.Int <= n.High.Int) {
			t.Errorf("%s: %v is not between %v and %v", n.Name, n.Start, n.Low, n.High)
		}
	}
	m := NewModel(nil, numbers)
	known := map[string]bool{}
	for _, p := range host.Parameters() {
		known[p.Name] = true
	}
	for _, c := range m.Classes(nil) {
		if c.About == "" {
			t.Errorf("nothing is said about class %s", c.Name)
		}
		for i, v := range c.Values {
			if i > 0 && c.Values[i-1].Parameter == v.Parameter {
				t.Errorf("%s gives %s twice", c.Name, v.Parameter)
			}
			if !known[v.Parameter] {
				t.Errorf("%s gives %s, which is no parameter", c.Name, v.Parameter)
			}
		}
		if want := len(m.classNamed(t, c.Kind, "a100", "infiniband-ndr").Values); c.Kind == calibration.GPU && c.Name == "h100" && len(c.Values) < want {
			t.Errorf("%s has %d values, a100 %d", c.Name, len(c.Values), want)
		}
	}
}

func (m *Model) classNamed(t *testing.T, kind, gpu, network string) *calibration.Class {
	t.Helper()
	for _, c := range m.Classes(nil) {
		if c.Kind == kind && (c.Name == gpu || c.Name == network) {
			return c
		}
	}
	t.Fatalf("no class of kind %s", kind)
	return nil
}
