package main

import (
	"fmt"
	"strings"

	"collsim/scenarios"
	"collsim/sim/ledger"
)

// answer lays out one result for a reader.
func answer(p *page, r *scenarios.Result) {
	heading(p, r)
	p.line()
	figures(p, r)
	p.line()
	criticalPath(p, r)
	p.line()
	perRank(p, r)
	steps(p, r)
	jobs(p, r)
	starvedPorts(p, r)
	links(p, r)
	chances(p, r)
	changes(p, r)
	interval(p, r)
	p.line()
	remarks(p, r)
}

func heading(p *page, r *scenarios.Result) {
	name := ""
	if r.Name != "" {
		name = r.Name + ": "
	}
	p.paragraph("", p.in(bold, fmt.Sprintf("%s%s, %s, %s on %s", name, work(r), r.Algorithm, count(r.Ranks, "rank"), servers(r))))
	library := r.Library
	if r.Protocol != "" {
		library += " (" + r.Protocol + ")"
	}
	p.paragraph("", fmt.Sprintf("library %s, %s level, %s, %s, %s", library, r.Fidelity, r.Sync, count(r.Channels, "channel"),
		count(r.Slices, "slice")))
}

// figures prints two facts a line.
func figures(p *page, r *scenarios.Result) {
	facts := facts(r)
	for i := 0; i < len(facts); i += 2 {
		p.line(left(facts[i][0], 12), left(facts[i][1], 24), left(facts[i+1][0], 16), facts[i+1][1])
	}
}

func facts(r *scenarios.Result) [][2]string {
	return [][2]string{
		{"total", ended(r, r.Total.String())}, {"lower bound", r.Bound.Total.String()},
		{"algbw", r.Algbw.Short()}, {"  of the total", r.Bound.Percent.String() + " %"},
		{"busbw", r.Busbw.Short()}, {"  set by", r.Bound.Binding},
		{"rounds", grouped(int64(r.Rounds))}, {"messages", grouped(r.Messages)},
		{"  a round", r.Round.Short()}, {"  payload", r.PayloadBytes.String()},
		{"depth", grouped(int64(r.Depth))}, {"  on the wire", r.WireBytes.String()},
	}
}

// ended is a figure of a run, or that it failed.
func ended(r *scenarios.Result, figure string) string {
	if r.Error != "" {
		return "failed"
	}
	return figure
}

// Columns of the critical path; the bar takes what the screen leaves.
const (
	nameColumn  = 16
	spanColumn  = 22
	shareColumn = 9
	barColumn   = screen - nameColumn - spanColumn - shareColumn - 2
)

func criticalPath(p *page, r *scenarios.Result) {
	e := exactFor(r.Total)
	shares := ledger.Shares(r.CriticalPath[:])
	p.line(p.in(bold, "critical path"))
	for g := range ledger.Groups {
		row(p, g, p.in(bold, left(g.String(), nameColumn)), e.text(r.Groups[g]), groupShare(shares, g))
		for c := range ledger.Components {
			if c.Group() == g && r.CriticalPath[c] != 0 {
				row(p, g, left("  "+c.String(), nameColumn), e.text(r.CriticalPath[c]), shares[c])
			}
		}
	}
	sum := 0
	for _, s := range shares {
		sum += s
	}
	p.line(p.in(bold, left("total", nameColumn)), right(e.text(r.Total), spanColumn), right(percent(sum), shareColumn))
}

func groupShare(shares []int, g ledger.Group) int {
	sum := 0
	for c := range ledger.Components {
		if c.Group() == g {
			sum += shares[c]
		}
	}
	return sum
}

var groupColours = [ledger.Groups]colour{ledger.Software: blue, ledger.Physical: green, ledger.Queueing: yellow, ledger.Waiting: magenta}

func row(p *page, g ledger.Group, name, span string, share int) {
	p.line(name, right(span, spanColumn), right(percent(share), shareColumn), "  ", p.in(groupColours[g], bar(share, barColumn)))
}

// bar is a line as long as share, in tenths of a percent, of width letters, to an eighth of a letter.
func bar(share, width int) string {
	eighths := (share*width*8 + 999) / 1000
	text := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		text += string([]rune(" ▏▎▍▌▋▊▉")[rest])
	}
	return text
}

func perRank(p *page, r *scenarios.Result) {
	cells := func(name string, s scenarios.Spread) {
		p.line(left(name, nameColumn), right(s.Min.Short(), 14), right(s.Median.Short(), 14), right(s.Max.Short(), 14))
	}
	p.line(p.in(bold, left("per rank", nameColumn)), right("min", 14), right("median", 14), right("max", 14))
	cells("  own work", r.PerRank.Own)
	cells("  waiting", r.PerRank.Waiting)
	cells("  idle at end", r.PerRank.Idle)
	if len(r.PerRank.Slowest) == 0 {
		p.line("  no rank is slower than the others")
		return
	}
	p.line("  slowest: ", slowest(r))
}

// slowest names the ranks with most own work.
func slowest(r *scenarios.Result) string {
	var names []string
	for _, rank := range r.PerRank.Slowest {
		name := fmt.Sprintf("rank %d", rank)
		for _, view := range r.PerRank.Ranks {
			if view.Rank == rank {
				name += " (" + view.Own.Short() + ")"
			}
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// starvedPorts lists the hottest ports when one of them stood still for want of credit.
func starvedPorts(p *page, r *scenarios.Result) {
	starved := false
	for _, port := range r.HottestPorts {
		starved = starved || port.Starved > 0
	}
	if !starved {
		return
	}
	p.line()
	p.line(p.in(bold, left("hottest ports", 38)), right("bytes", 13), right("busy", 13), right("no credit", 13))
	for _, port := range r.HottestPorts {
		p.line(left("  "+port.Link, 38), " ", right(port.Bytes.Short(), 12), " ", right(port.Busy.Short(), 12), " ", right(port.Starved.Short(), 12))
	}
}

// remarks are the sentences that go with the figures.
func remarks(p *page, r *scenarios.Result) {
	reasons(p, r)
	p.paragraph("fidelity: ", r.FidelityNote)
	if r.Grant != nil {
		p.paragraph("grant: ", r.Grant.Note)
	}
	if r.Fold != "" {
		p.paragraph("", r.Fold)
	}
	p.paragraph("schedule: ", r.Proof)
	origin(p, r)
}

// reasons say what to think of the figures.
func reasons(p *page, r *scenarios.Result) {
	if r.Partial != "" {
		p.paragraph(p.in(red, "partial:")+" ", r.Partial)
	}
	for _, w := range r.Warnings {
		p.paragraph(p.in(red, "warning:")+" ", w)
	}
	p.paragraph("why: ", r.Why)
	if r.NCCL != nil {
		p.paragraph("choice: ", r.NCCL.Why)
	}
}

// origin names the question that the figures answer.
func origin(p *page, r *scenarios.Result) {
	p.paragraph("scenario: ", fmt.Sprintf("%s, seed %d, model %s", r.Hash, r.Seed, r.ModelVersion))
}
