package docs_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/scenarios"
	"collsim/sim/ledger"
)

// explained is a scenario of the library with what came out of it.
type explained struct {
	name    string
	file    *scenarios.File
	results []scenarios.Result
}

// TestClaimsPage fails when docs/claims.md is not what the library gives, and when a claim has neither a scenario nor a
// reason to wait for one.
func TestClaimsPage(t *testing.T) {
	if testing.Short() {
		t.Skip("plays every scenario of the library")
	}
	all := library(t)
	byClaim := claimed(t, all)
	var page bytes.Buffer
	page.WriteString(claimsIntroduction)
	for _, topic := range scenarios.Topics() {
		fmt.Fprintf(&page, "\n## %s. %s\n\n| claim | practice says | shown by |\n|---|---|---|\n", topic.Letter, topic.Title)
		for _, c := range scenarios.Claims() {
			if c.ID[:1] == topic.Letter {
				fmt.Fprintf(&page, "| %s | %s | %s |\n", c.ID, c.Said, shownBy(t, c, byClaim[c.ID]))
			}
		}
	}
	page.WriteString("\n## What the scenarios give\n")
	for _, e := range all {
		e.write(&page)
	}
	if *update {
		check(t, os.WriteFile("claims.md", page.Bytes(), 0o644))
	}
	got, err := os.ReadFile("claims.md")
	check(t, err)
	if diff := cmp.Diff(string(got), page.String()); diff != "" {
		t.Errorf("docs/claims.md is stale; run make docs\n%s", diff)
	}
}

// claimed lists the names of scenarios by the claims that they explain.
func claimed(t *testing.T, all []explained) map[string][]string {
	known := scenarios.Claims()
	byClaim := map[string][]string{}
	for _, e := range all {
		for _, id := range e.file.Claims {
			if !slices.ContainsFunc(known, func(c scenarios.Claim) bool { return c.ID == id }) {
				t.Errorf("%s: there is no claim %s", e.name, id)
			}
			byClaim[id] = append(byClaim[id], e.name)
		}
	}
	return byClaim
}

// shownBy links the scenarios of a claim and says what is still to come.
func shownBy(t *testing.T, c scenarios.Claim, names []string) string {
	if len(names) == 0 && c.Wait == "" {
		t.Errorf("no scenario explains claim %s, and it does not wait for anything", c.ID)
	}
	var parts []string
	for _, name := range names {
		parts = append(parts, "["+name+"](#"+name+")")
	}
	if c.Wait != "" {
		parts = append(parts, "to come: "+c.Wait)
	}
	return strings.Join(parts, ", ")
}

// library runs every scenario that is built in.
func library(t *testing.T) []explained {
	paths, err := fs.Glob(scenarios.Library(), "*.yaml")
	check(t, err)
	var all []explained
	for _, path := range paths {
		data, err := fs.ReadFile(scenarios.Library(), path)
		check(t, err)
		f, err := scenarios.Load(path, data)
		check(t, err)
		results, err := f.Run(nil)
		check(t, err)
		for _, failure := range f.Check(results) {
			t.Error(failure)
		}
		all = append(all, explained{strings.TrimSuffix(path, ".yaml"), f, results})
	}
	return all
}

// write tells of one scenario: what it rests on, what came out, where that differs and what to try.
func (e *explained) write(page *bytes.Buffer) {
	fmt.Fprintf(page, "\n### %s\n\n", e.name)
	if len(e.file.Claims) > 0 {
		fmt.Fprintf(page, "Explains %s. ", strings.Join(e.file.Claims, ", "))
	}
	fmt.Fprintf(page, "[%s.yaml](../scenarios/library/%s.yaml)\n\n%s\n\n", e.name, e.name, paragraph(e.file.Scenarios[0].Description))
	page.WriteString("| variant | total | against the first | rounds | mostly |\n|---|---|---|---|---|\n")
	for i := range e.results {
		r := &e.results[i]
		if r.Error != "" {
			fmt.Fprintf(page, "| %s | - | - | %d | ends: %s |\n", variant(r), r.Rounds, r.Error)
			continue
		}
		fmt.Fprintf(page, "| %s | %s | %s | %d | %s |\n", variant(r), r.Total.Short(), times(r, &e.results[0]), r.Rounds, mostly(r))
	}
	e.outcomes(page)
	if e.file.Differs != "" {
		fmt.Fprintf(page, "\nWhere it differs: %s\n", paragraph(e.file.Differs))
	}
	if e.file.Try != "" {
		fmt.Fprintf(page, "\nTry next: %s\n", paragraph(e.file.Try))
	}
}

// outcomes lists what the file expects beside what came out.
func (e *explained) outcomes(page *bytes.Buffer) {
	page.WriteString("\n<details><summary>What it asserts</summary>\n\n| of | expected | came out |\n|---|---|---|\n")
	for _, o := range e.file.Outcomes(e.results) {
		if o.Metric == "warnings" {
			continue
		}
		if o.Variant != "" {
			o.Metric = o.Variant + "." + o.Metric
		}
		fmt.Fprintf(page, "| `%s` | %s | %s |\n", o.Metric, o.Expected, o.Got)
	}
	page.WriteString("\n</details>\n")
}

func paragraph(text string) string { return strings.Join(strings.Fields(text), " ") }

func variant(r *scenarios.Result) string {
	if r.Variant == "" {
		return "-"
	}
	return r.Variant
}

// times is how many times as long r took, to two decimals, in integers.
func times(r, than *scenarios.Result) string {
	if than.Total == 0 {
		return "-"
	}
	hundredths := int64(r.Total) * 100 / int64(than.Total)
	return fmt.Sprintf("%d.%02dx", hundredths/100, hundredths%100)
}

// mostly names the three components that took most of the time, with their shares.
func mostly(r *scenarios.Result) string {
	shares := ledger.Shares(r.CriticalPath[:])
	var order []ledger.Component
	for c := range ledger.Components {
		if shares[c] > 0 {
			order = append(order, c)
		}
	}
	slices.SortStableFunc(order, func(a, b ledger.Component) int { return shares[b] - shares[a] })
	var parts []string
	for _, c := range order[:min(3, len(order))] {
		parts = append(parts, fmt.Sprintf("%v %d.%d %%", c, shares[c]/10, shares[c]%10))
	}
	return strings.Join(parts, ", ")
}

const claimsIntroduction = `# What practice says, and what the model gives

<!-- Written by make docs. Change the scenarios of the library, not this page. -->

Reports from practice about the latency of synchronisations, each with the scenarios that produce it from mechanism: a
cost that an event pays, a queue that fills, a rank that is late. Figures that belong to one site's hardware are not
expected to come out; what a scenario asserts is order, ratio and the component that dominates, and numbers exactly where
arithmetic decides. Run one with ` + "`collsim run NAME`" + `; what it asserts stands in its file under ` + "`expect:`" + `.
`
