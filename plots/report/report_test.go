package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/plots"
	"collsim/plots/report"
	"collsim/scenarios"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

var update = flag.Bool("update", false, "rewrite the golden pages")

const us = units.Microsecond

// result is an answer made by hand, with everything that a page can show, and with names that are no mark-up.
func result(variant string) scenarios.Result {
	r := scenarios.Result{
		Name: `a "name" <of> & something`, Variant: variant, Fabric: "hgx-h100", Nodes: 2, Collective: "all_reduce", Algorithm: "ring", Ranks: 16,
		Fidelity: "packet", FidelityNote: "packets of 4 KiB", Library: "mpi", Channels: 8, Slices: 1, Bytes: 64 * units.MiB, Rounds: 30, Depth: 30, Messages: 3840,
		PayloadBytes: 1920 * units.MiB, WireBytes: 2000 * units.MiB, Algbw: 102_700_000_000, Busbw: 192_600_000_000, Hash: "eff8a5608c99df1b", Seed: 1, ModelVersion: "3",
		Warnings: []string{"a <b>warning</b>"}, Why: "bandwidth-bound", Proof: "proved at this size", Scenario: json.RawMessage(`{"bytes":"64 MiB"}`),
		Parameters: json.RawMessage(`{"nic.rate":"50 GB/s"}`),
	}
	for c, d := range map[ledger.Component]units.Duration{ledger.Launch: 5 * us, ledger.Reduce: 40 * us, ledger.Serialize: 470 * us, ledger.Queue: 5 * us} {
		r.CriticalPath[c] = d
		r.Total += d
	}
	r.Bound = scenarios.Bound{Total: r.Total / 2, Percent: "50.00", Binding: "bandwidth of a rank"}
	r.PerRank = scenarios.PerRank{Own: scenarios.Spread{Min: us, Median: 2 * us, Max: 3 * us}, Slowest: []int{5, 13}}
	half := r.Total / 2
	ratio := json.Number("0.500")
	r.WhatIf = &scenarios.Sensitivity{Base: r.Total, Changes: []scenarios.Change{{Name: "links twice as fast", Total: &half, Ratio: &ratio}, {Name: "no launch", Note: "cannot run"}}}
	r.Links = &scenarios.Links{Edges: []units.Duration{0, r.Total}, All: []scenarios.LinkUse{{Link: "node0/nic0>leaf0", Bytes: 3, Busy: 10 * us, Percent: "1.92"}},
		Critical: []scenarios.LinkCost{{Link: "node0/nic0>leaf0", Serialize: 470 * us, Queue: 5 * us}}}
	p := func(at units.Duration) scenarios.Percentile { return scenarios.Percentile{At: at} }
	s := scenarios.Sample{Mean: r.Total, Min: r.Total - us, Max: r.Total + 9*us, P50: p(r.Total), P95: p(r.Total + 5*us), P99: p(r.Total + 8*us)}
	r.Replicates = &scenarios.Replicates{Count: 100, Total: s}
	return r
}

// pages are one result, two variants, and one that failed.
func pages() map[string][]scenarios.Result {
	failed := result("broken")
	failed.Error = "a message was given up"
	return map[string][]scenarios.Result{"one": {result("")}, "two": {result("ring"), result("other")}, "failed": {failed, result("right")}}
}

const caption = "$ collsim report scenario.yaml --out report.html"

func page(t *testing.T, results []scenarios.Result) []byte {
	t.Helper()
	var loads bytes.Buffer
	if err := plots.Breakdown(&loads, "svg", results, caption); err != nil {
		t.Fatal(err)
	}
	p, err := report.Results(results, caption, []report.Extras{{Loads: loads.Bytes(), Timeline: loads.Bytes()}})
	if err != nil {
		t.Fatal(err)
	}
	p.Commands = []string{"collsim run 'a scenario.yaml'"}
	p.Made = "collsim"
	var b bytes.Buffer
	if _, err := p.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestPages(t *testing.T) {
	for name, results := range pages() {
		got := page(t, results)
		if again := page(t, results); !bytes.Equal(got, again) {
			t.Errorf("two pages of %s differ", name)
		}
		path := filepath.Join("testdata", name+".html")
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
			t.Errorf("%s differs from what was written before; look at it and run with -update\n%s", path, diff)
		}
	}
}

// A page needs nothing beside itself: it loads nothing, leads nowhere outside, and runs nothing.
func TestPagesStandAlone(t *testing.T) {
	outside := regexp.MustCompile(`(?i)\s(src|srcset|action|data|poster)=|\bhref="[^#]|url\(|@import|<(script|link|iframe|object|embed|base|form)\b|\son[a-z]+=`)
	for name, results := range pages() {
		if found := outside.FindString(string(page(t, results))); found != "" {
			t.Errorf("%s has %q, which reaches outside", name, found)
		}
	}
}

// Elements are closed in the order in which they were opened, every id is there once, and every link of the page leads to one.
func TestPagesAreWellFormed(t *testing.T) {
	for name, results := range pages() {
		d := xml.NewDecoder(bytes.NewReader(page(t, results)))
		d.Strict, d.AutoClose, d.Entity = false, []string{"meta"}, xml.HTMLEntity
		ids, targets := map[string]int{}, map[string]bool{}
		var open []string
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			switch e := token.(type) {
			case xml.StartElement:
				open = append(open, e.Name.Local)
				for _, a := range e.Attr {
					switch a.Name.Local {
					case "id":
						ids[a.Value]++
					case "href":
						targets[strings.TrimPrefix(a.Value, "#")] = true
					}
				}
			case xml.EndElement:
				if last := open[len(open)-1]; last != e.Name.Local {
					t.Fatalf("%s: %s is closed within %s", name, e.Name.Local, last)
				}
				open = open[:len(open)-1]
			}
		}
		for id, n := range ids {
			if n != 1 || !targets[id] {
				t.Errorf("%s: the id %s is there %d times, and a link leads to it: %v", name, id, n, targets[id])
			}
		}
		if len(targets) != len(ids) || len(open) > 0 {
			t.Errorf("%s: %d links, %d places, %v still open", name, len(targets), len(ids), open)
		}
	}
}

func TestRefusals(t *testing.T) {
	if _, err := report.Results(nil, caption, nil); err == nil {
		t.Error("a page of no results")
	}
	p := report.Page{Parts: []report.Part{{Figures: []report.Figure{{Words: "a picture", SVG: []byte("PNG")}}}}}
	var b bytes.Buffer
	if _, err := p.WriteTo(&b); err == nil || b.Len() > 0 {
		t.Errorf("a figure that is no SVG: %v, %d bytes", err, b.Len())
	}
}
