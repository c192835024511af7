package fabric

import (
	"strings"
	"testing"

	"collsim/sim/units"
)

// What a sender does about loss is known where packets can be lost, and a remark tells who sets it elsewhere.
func TestRetry(t *testing.T) {
	set := func(name, text string) Setting {
		t.Helper()
		p, err := ParameterOf(name)
		if err != nil {
			t.Fatal(err)
		}
		v, err := p.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return Setting{name, v}
	}
	timeout := set("retransmit.timeout", "500 us")
	for _, c := range []struct {
		set   []Setting
		lossy bool
		warns string
	}{
		{[]Setting{timeout}, false, "retransmit.timeout"},
		{[]Setting{timeout, set("network.mtu", "4 KiB")}, false, "retransmit.timeout"},
		{[]Setting{timeout, set("network.mtu", "4095 B")}, true, ""},
		{[]Setting{timeout, set("network.loss", "1 ppb")}, true, ""},
		{[]Setting{timeout, set("node0/gpu0>leaf0.loss", "100 %")}, true, ""},
		{[]Setting{timeout, set("network.loss", "0 %")}, false, "network.loss"},
	} {
		g, remarks, err := Build(Spec{Preset: "star", Nodes: 2, Set: c.set})
		if err != nil {
			t.Fatal(err)
		}
		if g.Lossy() != c.lossy {
			t.Errorf("%v: lossy %v", c.set, g.Lossy())
		}
		want := Retry{500 * units.Microsecond, 2, 7}
		if !c.lossy {
			want = Retry{}
		}
		if g.Retry != want {
			t.Errorf("%v: %+v", c.set, g.Retry)
		}
		warned := false
		for _, r := range remarks {
			warned = warned || c.warns != "" && r.Where == "set."+c.warns && strings.HasPrefix(r.Text, "changed nothing")
		}
		if warned != (c.warns != "") {
			t.Errorf("%v: %v", c.set, remarks)
		}
	}
}

func TestProbabilitiesOutsideZeroAndOneAreRefused(t *testing.T) {
	p, err := ParameterOf("network.loss")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"100.1 %", "-1 %", "2", "0.5", "nearly"} {
		if v, err := p.Parse(text); err == nil {
			t.Errorf("%q is read as %v", text, v)
		}
	}
	for _, v := range []Value{ProbabilityOf(units.Certain + 1), ProbabilityOf(-2), ProbabilityOf(Auto), CountOf(1)} {
		if p.Allows(v) == nil {
			t.Errorf("%v is allowed", v)
		}
	}
}
