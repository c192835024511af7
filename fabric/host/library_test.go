package host

import (
	"slices"
	"strings"
	"testing"

	"collsim/fabric"
)

func TestLibrariesAreDocumented(t *testing.T) {
	last := ""
	for _, l := range Libraries() {
		if l.Name <= last || strings.Count(l.Doc+" ", ". ") < 2 {
			t.Errorf("%q after %q: %q", l.Name, last, l.Doc)
		}
		last = l.Name
		for i, p := range l.priors {
			if slices.ContainsFunc(l.priors[:i], func(q prior) bool { return q.name == p.name }) {
				t.Errorf("%s sets %s twice", l.Name, p.name)
			}
		}
	}
}

// Each parameter says what it is, and each default why one may believe it. Both ends of what is allowed are bounded
// where it is added to the clock.
func TestParametersAreDocumented(t *testing.T) {
	last := ""
	for _, p := range Parameters() {
		if p.Name <= last || strings.Count(p.Doc+" ", ". ") < 2 || len(p.Defaults) == 0 {
			t.Errorf("%+v after %q", p, last)
		}
		last = p.Name
		for _, d := range p.Defaults {
			if d.Source == "" || d.Uncertainty == "" || p.Allows(d.Value) != nil {
				t.Errorf("%s: %+v: %v", p.Name, d, p.Allows(d.Value))
			}
			if l, ok := FindLibrary(d.Preset); !ok {
				t.Errorf("%s: no library %q", p.Name, d.Preset)
			} else if v, ok := l.value(p.Name); !ok || v != d.Value {
				t.Errorf("%s of %s: %v, the list says %v", p.Name, l.Name, v, d.Value)
			}
		}
		timed := p.Quantity == fabric.DurationQuantity || p.Quantity == fabric.CountQuantity
		fast := p.Quantity == fabric.RateQuantity || p.Quantity == fabric.FrequencyQuantity
		if timed && p.Most == 0 || fast && (p.Least < 1_000_000 || p.Most == 0) {
			t.Errorf("%s: %d to %d", p.Name, p.Least, p.Most)
		}
	}
}

// What a library leaves out it does not have: it costs what nothing costs.
func TestWhatALibraryLeavesOutIsFree(t *testing.T) {
	for _, l := range Libraries() {
		for i, p := range l.priors {
			less := l
			less.priors = slices.Delete(slices.Clone(l.priors), i, i+1)
			nothing := fabric.Setting{Name: p.name, Value: fabric.Value{Quantity: p.value.Quantity}}
			for _, set := range fullSettings(t) {
				set = slices.DeleteFunc(slices.Clone(set), func(s fabric.Setting) bool { return s.Name == p.name })
				if got, want := costs(less, Use{}, set), costs(l, Use{}, append(set, nothing)); got != want {
					t.Errorf("%s without %s, %v: %+v, want %+v", l.Name, p.name, set, got, want)
				}
			}
		}
	}
	if c := costs(Library{}, Use{}, nil); c != (Costs{}) {
		t.Errorf("a library without figures costs %+v", c)
	}
	if raw, _, err := Bind("raw", nil); err != nil || raw != (Costs{}) {
		t.Errorf("raw costs %+v, %v", raw, err)
	}
}

// fullSettings bring every part of Costs into play.
func fullSettings(t *testing.T) [][]fabric.Setting {
	return [][]fabric.Setting{
		nil,
		settings(t, "host.completion=interrupt", "host.core.instructions=100"),
		settings(t, "host.handshake=yes", "host.register.cache=cold", "host.register.capacity=1 MiB", "host.copy.rate=1 GB/s"),
		settings(t, "host.setup=every", "host.metadata.cache=off", "host.numa=remote", "host.pinning=free", "host.stream.queued=1 us"),
		settings(t, "host.setup=first", "host.metadata.cache=cold", "host.numa=remote", "host.pinning=pinned", "host.lock.hold=1 us"),
		settings(t, "host.offload=no", "host.handshake=yes", "host.gpudirect=no", "host.ack=software", "host.proxy=node", "host.proxy.instructions=100"),
		settings(t, "host.prepare=strided", "host.serialize.rate=1 GB/s", "host.nic.small=64 KiB"),
		settings(t, "host.ack=hardware", "host.proxy=rank", "host.proxy.instructions=100"),
		settings(t, "host.handshake=yes", "host.register.cache=off", "host.core.clock=2 GHz"),
	}
}

func settings(t *testing.T, lines ...string) (set []fabric.Setting) {
	t.Helper()
	for _, line := range lines {
		name, text, _ := strings.Cut(line, "=")
		p, ok := fabric.Find(Parameters(), name)
		if !ok {
			t.Fatalf("no parameter %s", name)
		}
		v, err := p.Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		set = append(set, fabric.Setting{Name: name, Value: v})
	}
	return set
}
