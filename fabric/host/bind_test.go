package host

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"collsim/fabric"
	"collsim/sim"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// What would overflow is refused, by Parse and by Bind alike, with what would be valid.
func TestFiguresBeyondAnyMachineAreRefused(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"host.nic.start", "9000000 s", "above the largest value allowed, 1 s"},
		{"host.launch", "100000 s", "above the largest value allowed, 1 s"},
		{"host.core.clock", "1 Hz", "below the smallest value allowed, 1 MHz"},
		{"host.core.instructions", "9000000000", "above the largest value allowed, 1000000"},
		{"host.copy.rate", "1 B/s", "below the smallest value allowed, 1 MB/s"},
		{"host.register.page", "1 s", "above the largest value allowed, 10 us"},
		{"host.register.page-size", "1 B", "below the smallest value allowed, 4 KiB"},
	} {
		p, _ := fabric.Find(Parameters(), c.name)
		if v, err := p.Parse(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %s is read as %v (%v)", c.name, c.text, v, err)
		}
		huge := fabric.Value{Quantity: p.Quantity, Int: math.MaxInt64}
		if p.Most == 0 {
			huge.Int = 0
		}
		if _, _, err := Bind("mpi", []fabric.Setting{{Name: c.name, Value: huge}}); err == nil || !strings.HasPrefix(err.Error(), c.name+": ") {
			t.Errorf("%s: %v is bound (%v)", c.name, huge, err)
		}
	}
}

// The costliest software that can be set, on the slowest rank, takes a time that a Duration holds.
func TestCostliestSoftwareFits(t *testing.T) {
	const bytes, slow = units.GiB, 1000
	for _, cache := range []string{"cold", "off"} {
		for _, completion := range []string{"polling", "interrupt"} {
			set := settings(t, "host.register.cache="+cache, "host.completion="+completion, "host.setup=every", "host.metadata.cache=off",
				"host.numa=remote", "host.pinning=free", "host.proxy=node", "host.offload=no", "host.gpudirect=no", "host.prepare=strided")
			for _, p := range Parameters() {
				v := fabric.Value{Quantity: p.Quantity, Int: p.Most}
				switch p.Quantity {
				case fabric.WordQuantity, fabric.YesNoQuantity:
					continue
				case fabric.RateQuantity, fabric.FrequencyQuantity:
					v.Int = p.Least
				case fabric.SizeQuantity:
					if v.Int = p.Least; p.Least == 0 {
						v.Int = int64(bytes)
					}
				}
				set = append(set, fabric.Setting{Name: p.Name, Value: v})
			}
			c, _, err := Bind("mpi", set)
			if err != nil {
				t.Fatal(err)
			}
			m := Model{Costs: c, Slow: []Slowdown{{slow, 1}}}
			for _, d := range []units.Duration{c.Hold, c.Setup, c.Metadata, c.Launch, c.Post, c.NICStart, c.Poll, c.Coalesce, c.Handler, c.Copy(bytes), c.Preparation(bytes), c.Staging(bytes), c.ProxyWork, c.PCIe, c.Reduce(bytes), c.Register(bytes)} {
				if d < 0 || d > math.MaxInt64/slow {
					t.Fatalf("%v of %+v", d, c)
				}
				if got := m.Excess(0, ledger.Library, d); got != (slow-1)*d {
					t.Errorf("%d ps take %d more", int64(d), int64(got))
				}
			}
		}
	}
}

// Registering the largest buffer there can be, in the smallest pages, does not wrap.
func TestLargestRegistrationFits(t *testing.T) {
	c, _, err := Bind("mpi", settings(t, "host.register.cache=off", "host.register.page=10 us", "host.register.page-size=4 KiB"))
	if err != nil {
		t.Fatal(err)
	}
	const largest, pages = 1 << 50, 1 << 38 // algo allows no more bytes
	want := new(big.Int).Mul(big.NewInt(pages), big.NewInt(int64(c.RegisterPage)))
	want.Add(want, big.NewInt(int64(c.RegisterBase)))
	if got := c.Register(largest); want.Cmp(big.NewInt(int64(got))) != 0 {
		t.Errorf("%d ps, want %v", int64(got), want)
	}
}

func TestBindTellsOfWhatItCannotUse(t *testing.T) {
	_, remarks, err := Bind("raw", settings(t, "host.eager=1 KiB", "host.launch=1 us"))
	if err != nil || len(remarks) != 1 || remarks[0].Where != "set.host.eager" {
		t.Errorf("%v, %v", remarks, err)
	}
	if _, _, err := Bind("mpii", nil); err == nil || !strings.Contains(err.Error(), "valid: gloo, mpi, nccl, raw") {
		t.Errorf("%v", err)
	}
	if _, _, err := Bind("mpi", []fabric.Setting{{Name: "pcie.rate"}}); err == nil {
		t.Error("a parameter of the fabric is bound")
	}
}

// Set-up is paid when it is said to be paid, and is the sum of its parts; remote memory takes its accesses longer.
func TestPartsOfACall(t *testing.T) {
	const ms = units.Millisecond
	for _, c := range []struct {
		set  string
		want func(*Costs)
	}{
		{"host.setup=warm", func(c *Costs) {}},
		{"host.setup=first", func(c *Costs) { c.Setup = 280*ms + 110*ms + 30*ms }},
		{"host.setup=every", func(c *Costs) { c.Setup, c.Rebuild = 420*ms, true }},
		{"host.metadata.cache=cold", func(c *Costs) { c.Metadata = 20 * units.Microsecond }},
		{"host.metadata.cache=off", func(c *Costs) { c.Metadata, c.Uncached = 20*units.Microsecond, true }},
		{"host.numa=remote", func(c *Costs) { c.Post += 8 * 80 * units.Nanosecond }},
		{"host.lock.hold=1 ms", func(c *Costs) { c.Hold = ms }},
		{"host.stream.queued=1 ms", func(c *Costs) { c.Ahead = sim.Jitter{Distribution: sim.Exponential, Mean: ms} }},
		{"host.pinning=free", func(c *Costs) {
			c.Scheduling = sim.Jitter{Distribution: sim.Exponential, Mean: 2 * units.Microsecond}
		}},
		{"host.pinning=pinned", func(c *Costs) {
			c.Scheduling = sim.Jitter{Distribution: sim.Exponential, Mean: 500 * units.Nanosecond}
		}},
	} {
		want, _, _ := Bind("mpi", nil)
		c.want(&want)
		if got, _, err := Bind("mpi", settings(t, c.set)); err != nil || got != want {
			t.Errorf("%s: %+v, want %+v (%v)", c.set, got, want, err)
		}
	}
}
