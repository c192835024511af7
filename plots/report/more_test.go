package report_test

import (
	"bytes"
	"strings"
	"testing"

	"collsim/plots/report"
	"collsim/scenarios/compare"
	"collsim/scenarios/sweep"
	"collsim/sim/units"
)

// text is a page as it is written.
func text(t *testing.T, p *report.Page) string {
	t.Helper()
	var b bytes.Buffer
	if _, err := p.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestComparison(t *testing.T) {
	g := &compare.Grid{Names: []string{"ring", "tree", "never"}, Unit: compare.Ranks, Scales: []int{4, 8}, Sizes: []units.Bytes{8, 1 << 20}}
	c, err := g.Answer(func(points []compare.Point) ([]compare.Cell, error) {
		cells := make([]compare.Cell, len(points))
		for i, p := range points {
			cells[i].Total = units.Duration(1000 + p.Bytes)
			switch p.Of {
			case 1:
				cells[i].Total = 2000
			case 2:
				cells[i].Refused = "needs <a switch>"
			}
		}
		return cells, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	c.Collective, c.Fabric = "all_reduce", "star"
	got := text(t, report.Comparison(c, nil))
	for _, want := range []string{"ring is fastest at 2 of 4 places", "tree is fastest at 2 of 4 places", "ring, 1.984 x", "1,000 B", "1,001 B", "needs &lt;a switch&gt;", "never: time"} {
		if !strings.Contains(got, want) {
			t.Errorf("the page of a comparison does not say %q", want)
		}
	}
}

func TestSweep(t *testing.T) {
	values := func(text string) sweep.Values { return sweep.Values{{Path: "bytes", Text: text}} }
	plan := &sweep.Plan{Name: "sizes", Hash: "abc", Source: sweep.Source{Name: "sizes.yaml", Text: "bytes: <any>"},
		Axes: []sweep.Axis{{Name: "bytes", Paths: []string{"bytes"}, Values: []sweep.Values{values("1 KiB"), values("4 KiB"), values("9 KiB")}}}, Points: make([]sweep.Point, 3)}
	kept := func(total units.Duration) []byte {
		r := result("")
		r.Total = total
		data, err := sweep.Keep(&r)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	m := &sweep.Merged{Plan: plan, Hash: "def", Failed: 1, Records: []sweep.Record{
		{Index: 0, Values: values("1 KiB"), Result: kept(700 * us)}, {Index: 1, Values: values("4 KiB"), Result: kept(900 * us)}, {Index: 2, Values: values("9 KiB"), Error: "too <large>"}}}
	p, err := report.Sweep(m, nil, nil, []string{"an axis changed nothing"})
	if err != nil {
		t.Fatal(err)
	}
	got := text(t, p)
	for _, want := range []string{"3 points over bytes (3 values); 1 failed.", "The fastest takes 700 us: bytes = 1 KiB.", "The slowest takes 900 us: bytes = 4 KiB.",
		"too &lt;large&gt;", "bytes: &lt;any&gt;", "an axis changed nothing"} {
		if !strings.Contains(got, want) {
			t.Errorf("the page of a sweep does not say %q", want)
		}
	}
	m.Records[0].Result = []byte("{")
	if _, err := report.Sweep(m, nil, nil, nil); err == nil {
		t.Error("half a result is no error")
	}
}
