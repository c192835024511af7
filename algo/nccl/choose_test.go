package nccl

import (
	"fmt"
	"strings"
	"testing"

	"collsim/algo"
	"collsim/sim/units"
)

// hgx is one server or several, each GPU with a NIC.
func hgx(gpu string, perNode, nodes int, nic units.Rate) System {
	g, err := FindGPU(gpu)
	if err != nil {
		panic(err)
	}
	return System{Ranks: perNode * nodes, Nodes: nodes, GPU: g, NICs: perNode, NICRate: nic}
}

func tune(t *testing.T, s System, version string, env ...string) *Tuning {
	t.Helper()
	v, err := ParseVersion(version)
	if err != nil {
		t.Fatal(err)
	}
	e, err := parseEnv(env)
	if err != nil {
		t.Fatal(err)
	}
	x, err := Tune(s, v, e)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestOneNodeOfH100: NCCL's logs show LL rings up to 1 MiB and NVLS from 2 MiB.
func TestOneNodeOfH100(t *testing.T) {
	x := tune(t, hgx("h100", 8, 1, 50e9), "2.29.2")
	for n := units.Bytes(8); n <= 16*units.GiB; n *= 2 {
		c, err := x.Choose(algo.AllReduce, n)
		if err != nil {
			t.Fatal(err)
		}
		want, protocol := "ring", LL
		if n > units.MiB {
			want, protocol = "nvls", Simple
		}
		if c.Algorithm != want || c.Protocol != protocol {
			t.Errorf("%v: %s/%v, not %s/%v: %s", n, c.Algorithm, c.Protocol, want, protocol, c.Why)
		}
	}
}

// parseEnv reads variables NAME=VALUE, the last of a name counts.
func parseEnv(variables []string) (e Env, err error) {
	for _, v := range variables {
		name, value, ok := strings.Cut(v, "=")
		if !ok {
			return e, fmt.Errorf("%q is not NAME=VALUE", v)
		}
		if err := e.Set(name, value); err != nil {
			return e, err
		}
	}
	return e, nil
}
