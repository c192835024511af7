//go:build linux

package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// point is one line of BenchmarkGrowth: what was played, how many messages or packets that moved, and the CPU it took.
type point struct {
	level        string
	ranks, links int64
	bytes        int64
	moved, cpu   int64 // cpu in ns
}

// each is the CPU of one message or packet in ns.
func (p *point) each() float64 { return float64(p.cpu) / float64(p.moved) }

var measured = regexp.MustCompile(`(?m)^BenchmarkGrowth/(\w+)/ranks=(\d+)/bytes=(\d+)/links=(\d+)\S*\s+\d+\s+(.*)$`)

// benchmark runs those of BenchmarkGrowth that match, times as go test -benchtime has it.
func (c *programs) benchmark(pattern, times string) (points []point, used usage, err error) {
	text, used, err := run(c.core, "-test.run", "^$", "-test.bench", "^BenchmarkGrowth$/"+pattern, "-test.benchtime", times)
	if err != nil {
		return nil, used, err
	}
	for _, m := range measured.FindAllStringSubmatch(text, -1) {
		p := point{level: m[1]}
		for i, to := range []*int64{&p.ranks, &p.bytes, &p.links} {
			if *to, err = strconv.ParseInt(m[2+i], 10, 64); err != nil {
				return nil, used, err
			}
		}
		figures := strings.Fields(m[5])
		for i := 0; i+1 < len(figures); i += 2 {
			value, err := strconv.ParseFloat(figures[i], 64)
			if err != nil {
				return nil, used, err
			}
			switch figures[i+1] {
			case "cpu-ns/op":
				p.cpu = int64(value)
			case p.level + "s/op":
				p.moved = int64(value)
			}
		}
		if p.cpu <= 0 || p.moved <= 0 {
			return nil, used, fmt.Errorf("%q has no cpu-ns/op or %ss/op", m[0], p.level)
		}
		points = append(points, p)
	}
	return points, used, nil
}

// growth measures the sweeps of BenchmarkGrowth and what collsim run takes over ranks, and writes tables and fits.
func growth(o *options) (string, error) {
	if o.core == "" {
		return "", fmt.Errorf("growth is measured with the benchmarks of algo/exec: -core is needed")
	}
	points, err := o.least()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(taken(o.runs))
	b.WriteString(pointHead)
	for i := range points {
		b.WriteString(points[i].row())
	}
	b.WriteByte('\n')
	b.WriteString(fits(points))
	b.WriteByte('\n')
	whole, err := o.whole()
	return b.String() + whole, err
}

// least runs all sweeps so many times and keeps the least CPU of each point.
func (o *options) least() (points []point, err error) {
	for range o.runs {
		next, _, err := o.benchmark(".", "300ms")
		if err != nil {
			return nil, err
		}
		if points == nil {
			points = next
		}
		for i := range next {
			points[i].cpu = min(points[i].cpu, next[i].cpu)
		}
	}
	return points, nil
}

const pointHead = "| level | ranks | bytes | links | moved | CPU us | ns each |\n|---|---:|---:|---:|---:|---:|---:|\n"

func (p *point) row() string {
	return fmt.Sprintf("| %s | %s | %s | %d | %s | %s | %.1f |\n", p.level, grouped(p.ranks), grouped(p.bytes), p.links, grouped(p.moved), grouped(p.cpu/1000), p.each())
}

// axis is what a sweep grows, while the rest stays as it is at the middle: the point that all sweeps of a level share.
type axis struct {
	name  string
	of    func(p *point) int64
	fixed func(p, middle *point) bool
}

var axes = []axis{
	{"ranks", func(p *point) int64 { return p.ranks }, func(p, m *point) bool { return p.links == m.links && p.bytes/p.ranks == m.bytes/m.ranks }},
	{"bytes", func(p *point) int64 { return p.bytes }, func(p, m *point) bool { return p.links == m.links && p.ranks == m.ranks }},
	{"links", func(p *point) int64 { return p.links }, func(p, m *point) bool { return p.ranks == m.ranks && p.bytes == m.bytes }},
}

// middles are the points that the sweeps of a level have in common.
var middles = []point{
	{level: "message", ranks: 256, bytes: 256 << 20, links: 2},
	{level: "packet", ranks: 64, bytes: 64 << 20, links: 2},
}

// fits writes how CPU grows along each axis of each level.
func fits(points []point) string {
	var b strings.Builder
	b.WriteString("| level | what grows | from | to | CPU grows as | farthest point | ns each, least to most |\n|---|---|---:|---:|---:|---:|---:|\n")
	for i := range middles {
		for _, a := range axes {
			b.WriteString(a.row(points, &middles[i]))
		}
	}
	return b.String()
}

func (a *axis) row(points []point, middle *point) string {
	var x, y []float64
	var low, high, from, to float64
	for i := range points {
		p := &points[i]
		if p.level != middle.level || !a.fixed(p, middle) {
			continue
		}
		at, each := float64(a.of(p)), p.each()
		if len(x) == 0 {
			low, high, from, to = each, each, at, at
		}
		low, high, from, to = min(low, each), max(high, each), min(from, at), max(to, at)
		x, y = append(x, at), append(y, float64(p.cpu))
	}
	l := fit(x, y)
	return fmt.Sprintf("| %s | %s | %s | %s | %s^%.2f | %.0f %% | %.0f to %.0f |\n", middle.level, a.name, grouped(int64(from)), grouped(int64(to)), a.name, l.exponent, 100*l.off, low, high)
}

// whole measures collsim run over ranks, start to end.
func (o *options) whole() (string, error) {
	var b strings.Builder
	b.WriteString("| collsim run, ring by messages | messages | CPU s | ns a message | peak MiB |\n|---|---:|---:|---:|---:|\n")
	for n := 64; n <= 4096; n *= 2 {
		w := work{ranks: n, bytes: int64(n) << 20}
		results, err := contest(w, []contestant{{"collsim run", o.program, work.simulated}}, o.runs)
		if err != nil {
			return "", err
		}
		r := results[0]
		fmt.Fprintf(&b, "| %s ranks | %s | %.3f | %s | %.1f |\n", grouped(int64(n)), grouped(r.count), r.cpu.Seconds(), grouped(int64(r.cpu)/r.count), mebibytes(r.peak))
	}
	return b.String(), nil
}
