package main

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"collsim/scenarios"
	"collsim/scenarios/measured"
	"collsim/sim/units"
)

// probed is one row of a probe between the two ends of two servers, as JSON gives it.
func probed(t *testing.T, args ...string) (latency units.Duration, rate units.Rate) {
	t.Helper()
	var answer struct {
		Results []struct {
			Latency units.Duration `json:"t_avg_ps"`
			Rate    units.Rate     `json:"BW_average_bytes_per_s"`
		}
	}
	out := succeeds(t, append([]string{"perf", "--output", "json", "--fabric", "hgx-h100", "--nodes", "2", "--probe"}, args...)...)
	if err := json.Unmarshal([]byte(out), &answer); err != nil || len(answer.Results) != 1 {
		t.Fatalf("%v: %s", err, out)
	}
	return answer.Results[0].Latency, answer.Results[0].Rate
}

// chained is how long a chain of two ranks takes between those ends: what a probe is, said as a scenario.
func chained(t *testing.T, n units.Bytes, slices int, ends string) units.Duration {
	t.Helper()
	out := succeeds(t, "run", "--output", "json", "--fabric", "hgx-h100", "--nodes", "2", "--library", "raw", "--collective", "broadcast", "--algorithm", "chain",
		"--channels", "1", "--ranks", "2", "--placement", ends, "--fidelity", "message", "--slices", strconv.Itoa(slices), "--bytes", n.Exact())
	var r scenarios.Result
	if err := json.NewDecoder(strings.NewReader(out)).Decode(&r); err != nil {
		t.Fatal(err)
	}
	return r.Total
}

// A probe is what the scenario that it stands for gives, to the picosecond and to the byte a second.
func TestProbes(t *testing.T) {
	const n, times = 64 * units.KiB, 100
	one := chained(t, n, 1, "[0, 8]")
	for _, verb := range []string{"write_lat", "send_lat"} {
		if got, _ := probed(t, verb, "-b", "64K"); got != one {
			t.Errorf("%s is %v, a message %v", verb, got, one)
		}
	}
	if got, _ := probed(t, "read_lat", "-b", "64K"); got != chained(t, readRequest, 1, "[0, 8]")+chained(t, n, 1, "[8, 0]") {
		t.Errorf("a read takes %v", got)
	}
	for verb, ends := range map[string]string{"write_bw": "[0, 8]", "send_bw": "[0, 8]", "read_bw": "[8, 0]"} {
		if _, got := probed(t, verb, "-b", "64K", "-n", strconv.Itoa(times)); got != measured.PerSecond(n*times, chained(t, n*times, times, ends)) {
			t.Errorf("%s is %v", verb, got)
		}
	}
	if _, got := probed(t, "write_bw", "-b", "64K", "-n", "1"); got != measured.PerSecond(n, one) {
		t.Errorf("one message flows at %v", got)
	}
}
