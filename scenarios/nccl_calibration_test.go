package scenarios

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/sim/units"
)

const siteFile = `schema: collsim.calibration/v1
kind: site
class: here
about: "one machine"
values:
  host.launch: {value: 21 us, between: [20 us, 22 us], source: "measured"}
`

// TestSiteCalibration has a site's launch hold over that of the class and under that of the scenario, from a file and from
// the scenario's own spelling.
func TestSiteCalibration(t *testing.T) {
	c := Known()
	c.Open = func(path string) ([]byte, error) {
		if path != "site.yaml" {
			return nil, errors.New("no such file")
		}
		return []byte(siteFile), nil
	}
	total := func(more string) units.Duration {
		t.Helper()
		f, err := c.Load("x.yaml", []byte("schema: collsim.scenario/v1\nfabric: hgx-h100\ncollective: all_reduce\nbytes: 1 KiB\nlibrary: nccl\n"+more))
		if err != nil {
			t.Fatal(err)
		}
		again, err := Load("again.json", Canonical(f.Scenarios[0]))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(Canonical(f.Scenarios[0])), string(Canonical(again.Scenarios[0]))); diff != "" {
			t.Error(diff)
		}
		b, err := NewBench(again.Scenarios[0])
		if err != nil {
			t.Fatal(err)
		}
		answer, err := b.Run(units.KiB, nil)
		if err != nil {
			t.Fatal(err)
		}
		return answer.Total
	}
	for _, same := range [][2]string{
		{"nccl: {calibration: site.yaml}", "set: {host.launch: 21 us}"},
		{"nccl: {calibration: site.yaml}\nset: {host.launch: 4 us}", "set: {host.launch: 4 us}"},
	} {
		if a, b := total(same[0]), total(same[1]); a != b {
			t.Errorf("%q takes %v, %q %v", same[0], a, same[1], b)
		}
	}
	for text, want := range map[string]string{
		"nccl: {calibration: other.yaml}": "nccl.calibration: cannot read it: no such file",
		"nccl: {calibration: [a]}":        "nccl.calibration: must be a file",
		"nccl: {calibration: {kind: gpu, schema: collsim.calibration/v1, class: x, about: y, values: {host.launch: {value: 2 us, between: [1 us, 3 us], source: z}}}}": "nccl.calibration: this is a class of kind gpu",
		"nccl: {calibration: {kind: site}}": "class: is missing",
	} {
		_, err := c.Load("x.yaml", []byte("schema: collsim.scenario/v1\nfabric: hgx-h100\ncollective: all_reduce\nbytes: 1 KiB\nlibrary: nccl\n"+text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
