package main

import (
	"math/big"
	"regexp"
	"strings"
	"testing"

	"collsim/scenarios"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

var sampleLine = regexp.MustCompile(`^([a-z_]+)\{([a-z_]+="(?:[^"\\\n]|\\["\\n])*"(?:,[a-z_]+="(?:[^"\\\n]|\\["\\n])*")*)\} ([0-9]+(?:\.[0-9]+)?)$`)

// exposed reads Prometheus' text format as its description says, strictly: every metric has its help and its type once, all
// its samples behind them, and no sample comes twice.
func exposed(t *testing.T, text string) map[string]string {
	t.Helper()
	samples, seen := map[string]string{}, map[string]bool{}
	metric, helped := "", ""
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		words := strings.SplitN(line, " ", 4)
		switch {
		case strings.HasPrefix(line, "# HELP "):
			helped = words[2]
		case strings.HasPrefix(line, "# TYPE "):
			if metric = words[2]; metric != helped || seen[metric] || words[3] != "gauge" {
				t.Errorf("%q", line)
			}
			seen[metric] = true
		default:
			m := sampleLine.FindStringSubmatch(line)
			if m == nil || m[1] != metric {
				t.Fatalf("of metric %s: %q", metric, line)
			}
			key := m[1] + "{" + m[2] + "}"
			if _, twice := samples[key]; twice {
				t.Errorf("twice: %q", line)
			}
			samples[key] = m[3]
		}
	}
	return samples
}

// Seconds and picoseconds are the same numbers, components sum to totals, and labels hold any text.
func TestPrometheus(t *testing.T) {
	one, two := wild("a"), wild("b \"quoted\" \\ and\non two lines")
	two.Busbw, two.Algbw = scenarios.Undefined, scenarios.Undefined
	failed := scenarios.Result{Variant: "failed", Error: "it was lost"}
	samples := exposed(t, string(asPrometheus([]scenarios.Result{one, two, failed})))
	pairs, sums := 0, map[string]*big.Int{}
	for key, value := range samples {
		if strings.Contains(key, `variant="failed"`) && !strings.HasPrefix(key, "collsim_run_") {
			t.Errorf("a run that failed has %s", key)
		}
		seconds, ok := samples[strings.Replace(key, "_picoseconds{", "_seconds{", 1)]
		if !ok || !strings.Contains(key, "_picoseconds{") {
			continue
		}
		pairs++
		whole, _ := new(big.Rat).SetString(value)
		exact, _ := new(big.Rat).SetString(seconds)
		if whole.Cmp(exact.Mul(exact, new(big.Rat).SetInt64(int64(units.Second)))) != 0 {
			t.Errorf("%s: %s ps, %s s", key, value, seconds)
		}
		if strings.HasPrefix(key, "collsim_critical_path_") {
			variant := key[:strings.Index(key, `,fabric=`)]
			if sums[variant] == nil {
				sums[variant] = new(big.Int)
			}
			sums[variant].Add(sums[variant], whole.Num())
		}
	}
	if pairs != 2*(int(ledger.Components)+2+9) {
		t.Errorf("%d times", pairs)
	}
	for variant, sum := range sums {
		if sum.Int64() != int64(one.Total) {
			t.Errorf("%s: components sum to %d ps of %d", variant, sum, int64(one.Total))
		}
	}
}

func TestDecimal(t *testing.T) {
	for _, c := range []struct {
		n      int64
		digits int
		want   string
	}{{0, 6, "0"}, {1, 12, "0.000000000001"}, {1_500_000, 6, "1.5"}, {12, 0, "12"}, {3_000_000, 6, "3"}} {
		if got := decimal(c.n, c.digits); got != c.want {
			t.Errorf("%d x 10^-%d is %q, not %q", c.n, c.digits, got, c.want)
		}
	}
}

// Rows say what nccl-tests would of the same call.
func TestNCCLTestsRows(t *testing.T) {
	r := scenarios.Result{Bytes: 1 << 20, Ranks: 8, Total: 1_234_567, Algbw: 849_344_912_345, Busbw: 1_500_000_000, Scenario: []byte(`{"root":3}`)}
	for collective, want := range map[string]string{
		"all_reduce": "1048576,1048576,uint8,sum,-1,", "all_gather": "1048576,131072,uint8,none,-1,", "reduce_scatter": "1048576,131072,uint8,sum,-1,",
		"broadcast": "1048576,1048576,uint8,none,3,", "all_to_all": "1048576,131072,uint8,none,-1,",
	} {
		r.Collective = collective
		text, err := asNCCLTests([]scenarios.Result{r, {Error: "failed"}})
		if err != nil {
			t.Fatal(err)
		}
		if lines := strings.Split(string(text), "\n"); len(lines) != 3 || !strings.HasPrefix(lines[1], want+"1.234567,849.344912345,1.5,N/A,"+collective) {
			t.Errorf("%s: %q", collective, text)
		}
	}
}
