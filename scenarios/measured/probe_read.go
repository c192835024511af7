package measured

import (
	"math"
	"regexp"
	"strings"

	"collsim/sim/input"
	"collsim/sim/units"
)

var (
	aboutProbe = regexp.MustCompile(`(RDMA_Write|RDMA_Read|Send) (Bidirectional )?(?:Post List )?(BW|Latency) Test`)
	aboutDepth = regexp.MustCompile(`TX depth +: (\d+)`)
	aboutMTU   = regexp.MustCompile(`Mtu +: (\d+)\[B\]`)
	aboutLink  = regexp.MustCompile(`Link type +: (\S+)`)
	aboutNIC   = regexp.MustCompile(`Device +: (\S+)`)
)

// ParseProbe reads what ib_write_lat, ib_write_bw and their kin print. Lines between are passed over. The error is [input.Problems].
func ParseProbe(file string, data []byte) (*ProbeLog, error) {
	p := &probing{ProbeLog: ProbeLog{Name: file}}
	for i, line := range split(data) {
		line = plain(line)
		switch words := tokens(line); {
		case p.row(words, i+1):
		case p.names(line):
		default:
			p.about(line)
		}
	}
	what := ""
	switch {
	case p.both:
		what = "a bidirectional test is not simulated"
	case p.Probe.Verb == "":
		what = "the log does not say which probe it is of"
	case len(p.Rows) == 0:
		what = "there is no row of results"
	}
	if what == "" {
		return &p.ProbeLog, nil
	}
	return nil, append(input.Problems{{Where: input.Where{File: file}, What: what, Valid: "what ib_write_lat, ib_write_bw, ib_read_lat, ib_read_bw, ib_send_lat or ib_send_bw print"}}, p.Problems...)
}

// probing is a log that is being read.
type probing struct {
	ProbeLog
	both    bool    // there and back at once
	columns int     // numbers of a row; 0 = no line of names yet
	unit    float64 // bytes a second of a bandwidth that is printed as 1
	timed   bool    // the test ran for a time, so only the average is known
}

// names reads the line of names of the columns.
func (p *probing) names(line string) bool {
	words := strings.Fields(line)
	if len(words) < 4 || words[0] != "#bytes" || words[1] != "#iterations" {
		return false
	}
	p.unit, p.timed, p.columns = 0, false, 5
	switch {
	case strings.Contains(line, "[Gb/sec]"):
		p.unit = 1e9 / 8
	case strings.Contains(line, "[MiB/sec]"), strings.Contains(line, "[MB/sec]"): // perftest always meant 2^20 by it
		p.unit = float64(units.MiB)
	case strings.Contains(line, "t_min[usec]"): // the columns behind t_typical came later
	case strings.Contains(line, "t_avg[usec]"):
		p.timed, p.columns = true, 3
	default:
		p.columns = 0
		return false
	}
	return true
}

func (p *probing) about(line string) {
	if m := aboutProbe.FindStringSubmatch(line); m != nil {
		for _, v := range []Verb{Write, Read, Send} {
			if v.title() == m[1] {
				p.Probe = Probe{v, m[3] == "BW"}
			}
		}
		p.both = m[2] != ""
	}
	if m := aboutDepth.FindStringSubmatch(line); m != nil {
		p.Depth = int(integer(m[1]))
	}
	if m := aboutMTU.FindStringSubmatch(line); m != nil {
		p.MTU = units.Bytes(integer(m[1]))
	}
	if m := aboutLink.FindStringSubmatch(line); m != nil {
		p.Link = m[1]
	}
	if m := aboutNIC.FindStringSubmatch(line); m != nil {
		p.Device = m[1]
	}
}

// row reads a line of results: numbers under the line of names.
func (p *probing) row(words []token, line int) bool {
	if p.columns == 0 || len(words) < 2 || !digits(words[0].text) || !digits(words[1].text) {
		return false
	}
	var n []number
	for _, w := range words[2:] {
		v, ok := parseNumber(w.text)
		if !ok {
			break
		}
		n = append(n, v)
	}
	r := ProbeRow{Line: line, Bytes: units.Bytes(integer(words[0].text)), Iterations: integer(words[1].text)}
	if len(n)+2 < p.columns || r.Bytes < 1 {
		l := Log{Name: p.Name}
		l.problem(line, input.Problem{What: "a row is cut", Text: words[0].text, Valid: "as many numbers as columns"})
		p.Problems = append(p.Problems, l.Problems...)
		return true
	}
	switch {
	case p.unit > 0:
		r.Peak, r.Average = units.Rate(math.Round(n[0].value*p.unit)), units.Rate(math.Round(n[1].value*p.unit))
	case p.timed:
		r.Latency.Average = n[0].microseconds()
	default:
		for i, d := range []*units.Duration{&r.Latency.Least, &r.Latency.Most, &r.Latency.Typical, &r.Latency.Average, &r.Latency.Deviation, &r.Latency.P99, &r.Latency.P999} {
			if i < len(n) {
				*d = n[i].microseconds()
			}
		}
	}
	p.Rows = append(p.Rows, r)
	return true
}

func (n number) microseconds() units.Duration {
	return units.Duration(math.Round(min(n.value, 1e12) * 1e6))
}
