package site

import (
	"strings"
	"testing"

	"collsim/fabric"
)

func TestUnusual(t *testing.T) {
	s := machine(t, "")
	p, err := parameter("host.launch")
	if err != nil {
		t.Fatal(err)
	}
	class, ok := s.ValueOf(p)
	if !ok {
		t.Fatal("the class has no host.launch")
	}
	for _, c := range []struct {
		times   int64
		unusual bool
	}{{1, false}, {2, false}, {23, true}} {
		got := unusual(&s, p.Name, fabric.Value{Quantity: class.Quantity, Int: c.times * class.Int})
		if (got != "") != c.unusual || c.unusual && !strings.Contains(got, "23.0 times what its class has") {
			t.Errorf("%d times: %q", c.times, got)
		}
	}
}
