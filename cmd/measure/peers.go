//go:build linux

package main

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// work is a ring all-reduce without software over hosts on one switch: preset star, two links a message.
type work struct {
	ranks   int
	bytes   int64
	packets bool // count and move packets of 4 KiB; otherwise whole messages
}

func (w work) unit() string {
	if w.packets {
		return "packet"
	}
	return "message"
}

func (w work) String() string {
	return fmt.Sprintf("ring, %s ranks, %s MiB", grouped(int64(w.ranks)), grouped(w.bytes>>20))
}

// count is how many messages or packets the work has.
func (w work) count() int64 {
	messages := 2 * int64(w.ranks) * int64(w.ranks-1)
	if w.packets {
		return messages * (w.bytes / int64(w.ranks) / packet)
	}
	return messages
}

const (
	packet  = 4096
	rate    = 50_000_000_000 // bytes a second, of every link
	latency = 400_000        // ps, of two cables and the switch
)

// ps is how long bytes take on a link; all that is measured here takes whole picoseconds.
func ps(bytes int64) int64 { return bytes * (1_000_000_000_000 / rate) }

// simulated is the closed form of the work for collsim, in picoseconds.
func (w work) simulated() int64 {
	return 2 * int64(w.ranks-1) * (ps(w.bytes/int64(w.ranks)) + latency)
}

// outcome is what a program said and took.
type outcome struct {
	usage
	count, simulated int64 // messages or packets; picoseconds
}

// contestant is a program that can do works.
type contestant struct {
	name string
	run  func(w work) (outcome, error)
	due  func(w work) int64 // what it must simulate, in ps, by what is known of its model
}

// errAbsent is what a contestant reports that has nothing for a work.
var errAbsent = errors.New("absent")

// contest runs all programs on one work, turn about, and keeps the best of each. Who is absent has a count of 0.
func contest(w work, all []contestant, runs int) ([]outcome, error) {
	best := make([]outcome, len(all))
	for range runs {
		for i, c := range all {
			o, err := c.run(w)
			if errors.Is(err, errAbsent) {
				continue
			} else if err != nil {
				return nil, err
			}
			if o.count != w.count() {
				return nil, fmt.Errorf("%s moved %d %ss, %s has %d", c.name, o.count, w.unit(), w, w.count())
			}
			if o.simulated != c.due(w) {
				return nil, fmt.Errorf("%s simulated %d ps for %s, %d ps were expected", c.name, o.simulated, w, c.due(w))
			}
			best[i].count, best[i].simulated = o.count, o.simulated
			best[i].best(o.usage)
		}
	}
	return best, nil
}

// peers compares all programs that there are and writes the table. The ratio is to the first row of each work.
func peers(o *options) (string, error) {
	var works []work
	for _, n := range o.ranks {
		works = append(works, work{ranks: n, bytes: int64(n) << 20})
	}
	works = append(works, o.packets)
	var b strings.Builder
	b.WriteString(taken(o.runs))
	b.WriteString("| work | program | simulated us | CPU s | peak MiB | a CPU second | ratio |\n|---|---|---:|---:|---:|---:|---:|\n")
	for _, w := range works {
		all := o.contestants(w)
		results, err := contest(w, all, o.runs)
		if err != nil {
			return "", err
		}
		first := fmt.Sprintf("%s: %s %ss", w, grouped(w.count()), w.unit())
		for i, r := range results {
			if r.count == 0 {
				continue
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %.3f | %.1f | %s | %.1f |\n", first, all[i].name, microseconds(r.simulated), r.cpu.Seconds(),
				mebibytes(r.peak), grouped(int64(r.perSecond())), r.perSecond()/results[0].perSecond())
			first = ""
		}
	}
	return b.String(), nil
}

func (o *outcome) perSecond() float64 { return float64(o.count) / o.cpu.Seconds() }

func (o *options) contestants(w work) (all []contestant) {
	if o.simgrid != "" && !w.packets {
		all = append(all, contestant{"SimGrid S4U", func(w work) (outcome, error) { return peer(o.simgrid, w) }, work.simulated})
	}
	if o.ns3 != "" && w.packets {
		all = append(all,
			contestant{"ns-3, point-to-point devices", func(w work) (outcome, error) { return peer(o.ns3, w, "wired") }, wired},
			contestant{"ns-3, its learning bridge", func(w work) (outcome, error) { return peer(o.ns3, w, "bridge") }, bridged})
	}
	all = append(all, contestant{"collsim run", o.program, work.simulated}, contestant{"collsim run --rivals off", o.told("--rivals", "off"), work.simulated})
	if o.core != "" {
		all = append(all, contestant{"its executor alone", o.executor, work.simulated})
	}
	return all
}

// bridged adds what it takes to store a packet in the switch before it is sent on: one packet a message.
func bridged(w work) int64 { return w.simulated() + 2*int64(w.ranks-1)*ps(packet) }

// wired adds to that the header of two bytes that point-to-point devices put on each packet.
func wired(w work) int64 {
	perMessage := w.bytes / int64(w.ranks) / packet
	return bridged(w) + 2*int64(w.ranks-1)*ps(2*(perMessage+1))
}

// peer runs a program of testdata/peers.
func peer(program string, w work, more ...string) (o outcome, err error) {
	argv := append([]string{program, strconv.Itoa(w.ranks), strconv.FormatInt(w.bytes, 10)}, more...)
	text, used, err := run(argv...)
	if err != nil {
		return o, err
	}
	o.usage = used
	if _, err := fmt.Sscanf(text, w.unit()+"s %d picoseconds %d", &o.count, &o.simulated); err != nil {
		return o, fmt.Errorf("%s printed %q: %w", program, text, err)
	}
	return o, nil
}

// program runs collsim as a user does, in full.
func (c *programs) program(w work) (outcome, error) { return c.told()(w) }

// told is program with more flags.
func (c *programs) told(flags ...string) func(work) (outcome, error) {
	return func(w work) (outcome, error) { return c.ring(w, flags) }
}

func (c *programs) ring(w work, flags []string) (o outcome, err error) {
	flags = append([]string{"--fabric", "star", "--nodes", strconv.Itoa(w.ranks), "--algorithm", "ring", "--bytes", fmt.Sprintf("%dMiB", w.bytes>>20), "--fidelity", w.unit(), "--fold", "off"}, flags...)
	a, used, err := c.ask(flags...)
	if err != nil {
		return o, err
	}
	o = outcome{usage: used, count: a.number("messages"), simulated: a.number("total_ps")}
	if w.packets {
		o.count = a.number("wire_bytes") / packet
	}
	return o, nil
}

// executor runs the benchmark of the same work, which binds and plays the schedule and does nothing else. CPU is what the
// benchmark says; the peak is that of its process.
func (c *programs) executor(w work) (o outcome, err error) {
	points, used, err := c.benchmark(fmt.Sprintf("^%s$/^ranks=%d$/^bytes=%d$/^links=2$", w.unit(), w.ranks, w.bytes), "1x")
	if err != nil {
		return o, err
	}
	if len(points) != 1 {
		return o, errAbsent // its sweeps have other sizes
	}
	used.cpu = time.Duration(points[0].cpu)
	return outcome{usage: used, count: points[0].moved, simulated: w.simulated()}, nil // the benchmark compares with the same closed form
}

var thousands = regexp.MustCompile(`(\d)(\d{3}(?:,|$))`)

// grouped writes a number with commas.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for next := thousands.ReplaceAllString(s, "$1,$2"); next != s; next = thousands.ReplaceAllString(s, "$1,$2") {
		s = next
	}
	return s
}

func microseconds(ps int64) string {
	return fmt.Sprintf("%s.%06d", grouped(ps/1_000_000), ps%1_000_000)
}

func mebibytes(bytes int64) float64 { return float64(bytes) / (1 << 20) }
