package nccl

import (
	"testing"

	"collsim/sim/units"
)

func TestParseVersion(t *testing.T) {
	for _, c := range []struct {
		text string
		want Version
		ok   bool
	}{
		{"", Newest, true}, {"2.29.2", Version{2, 29, 2}, true}, {"2.18", Version{2, 18, lastPatch}, true}, {"2.8.3", Oldest, true}, {"2.31.2", Version{2, 31, 2}, true},
		{"2", Version{}, false}, {"2.7.8", Version{}, false}, {"3.0.0", Version{}, false}, {"2.29.2.1", Version{}, false},
		{"2.x", Version{}, false}, {"2.+3", Version{}, false}, {"2.-1", Version{}, false}, {"2..1", Version{}, false}, {"v2.18", Version{}, false},
	} {
		got, err := ParseVersion(c.text)
		if got != c.want || (err == nil) != c.ok {
			t.Errorf("%q: %v, %v", c.text, got, err)
		}
		if c.ok && c.text != "" && got.String() != c.text {
			t.Errorf("%q prints %v", c.text, got)
		}
	}
}

// TestConstantsByVersion holds costsOf against the releases as their sources state them, each where it differs from the one
// before (src/graph/tuning.cc at the tags).
func TestConstantsByVersion(t *testing.T) {
	ns := func(d units.Duration) int64 { return int64(d / units.Nanosecond) }
	for _, c := range []struct {
		version string
		of      func(*costs) int64
		want    int64
	}{
		{"2.30.3", func(c *costs) int64 { return int64(c.ringLL128[blackwell][0]) }, 40e9},
		{"2.30.3", func(c *costs) int64 { return int64(c.nvlsTree[blackwell][2]) }, 80e9},
		{"2.29.7", func(c *costs) int64 { return int64(c.ringLL128[blackwell][0]) }, 34.5e9},
		{"2.29.7", func(c *costs) int64 { return int64(c.nvlsTree[blackwell][2]) }, 43.8e9},
		{"2.28.9", func(c *costs) int64 { return int64(c.ringLL128[blackwell][0]) }, 73.4e9},
		{"2.28.9", func(c *costs) int64 { return int64(c.ringLL128[blackwell][1]) }, 34.6e9},
		{"2.28.7", func(c *costs) int64 { return int64(c.nvlsTree[blackwell][2]) }, 43.1e9},
		{"2.28.7", func(c *costs) int64 { return ns(c.hop[hopNet][NVLSTree][Simple]) }, 20900},
		{"2.28.3", func(c *costs) int64 { return ns(c.hop[hopNet][NVLSTree][Simple]) }, 14000},
		{"2.28.3", func(c *costs) int64 { return int64(c.tree[blackwell][2]) }, 24e9},
		{"2.27.7", func(c *costs) int64 { return int64(c.tree[blackwell][2]) }, 72e9},
		{"2.23.4", func(c *costs) int64 { return ns(c.base[Tree][Simple]) }, 8400},
		{"2.22.3", func(c *costs) int64 { return ns(c.base[Tree][Simple]) }, 0},
		{"2.22.3", func(c *costs) int64 { return ns(c.hop[hopNVLink][Tree][Simple]) }, 28000},
		{"2.21.5", func(c *costs) int64 { return int64(c.llMost[hopper][0]) }, 141e9},
		{"2.20.5", func(c *costs) int64 { return int64(c.llMost[hopper][0]) }, 87.7e9},
		{"2.20.5", func(c *costs) int64 { return ns(c.hop[hopNVLink][NVLS][Simple]) }, 23000},
		{"2.19.1", func(c *costs) int64 { return ns(c.hop[hopNet][CollNetDirect][Simple]) }, 31000},
		{"2.18.6", func(c *costs) int64 { return ns(c.hop[hopNet][CollNetDirect][Simple]) }, 10700},
		{"2.18.6", func(c *costs) int64 { return ns(c.hop[hopNVLink][Tree][Simple]) }, 4000},
		{"2.18.6", func(c *costs) int64 { return ns(c.hop[hopPCIe][Tree][Simple]) }, 6000},
		{"2.18.6", func(c *costs) int64 { return ns(c.base[NVLSTree][Simple]) }, 23000},
		{"2.18.1", func(c *costs) int64 { return ns(c.hop[hopNVLink][Tree][Simple]) }, 28000},
		{"2.18.1", func(c *costs) int64 { return int64(c.tree[hopper][2]) }, 33e9},
		{"2.18.1", func(c *costs) int64 { return ns(c.base[Ring][LL]) }, 6600},
		{"2.18.1", func(c *costs) int64 { return int64(c.most[ampere]) }, 0},
		{"2.17.1", func(c *costs) int64 { return ns(c.base[Ring][LL]) }, 3600},
		{"2.17.1", func(c *costs) int64 { return ns(c.base[NVLS][Simple]) }, 40000},
		{"2.17.1", func(c *costs) int64 { return ns(c.hop[hopNet][Ring][Simple]) }, 9600},
		{"2.17.1", func(c *costs) int64 { return int64(c.most[hopper]) }, 370e9},
		{"2.17.1", func(c *costs) int64 { return int64(c.ringLL128[hopper][0]) }, 36.7e9},
		{"2.16.5", func(c *costs) int64 { return int64(c.ringLL128[hopper][0]) }, 20e9},
		{"2.16.5", func(c *costs) int64 { return int64(c.most[hopper]) }, 0},
		{"2.12.12", func(c *costs) int64 { return ns(c.hop[hopNet][Ring][Simple]) }, 28000},
		{"2.11.4", func(c *costs) int64 { return ns(c.hop[hopNet][Ring][Simple]) }, 9600},
		{"2.10.3", func(c *costs) int64 { return int64(c.tree[ampere][1]) }, 23.6e9},
		{"2.9.9", func(c *costs) int64 { return int64(c.tree[ampere][1]) }, 22.5e9},
	} {
		v, err := ParseVersion(c.version)
		if err != nil {
			t.Fatal(err)
		}
		got := costsOf(v)
		if n := c.of(&got); n != c.want {
			t.Errorf("%s: %d, not %d", c.version, n, c.want)
		}
	}
}
