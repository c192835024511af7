package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"collsim/scenarios"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// contrastSchema is the value of the schema key of what perf --compare writes as JSON.
const contrastSchema = "collsim.contrast/v1"

// contrast is a log beside what is simulated for its rows.
type contrast struct {
	*benchmark
	rows []beside
}

// beside is a row of a log and what is simulated for it.
type beside struct {
	against
	scenarios.Timing
	band // zero = nobody has stated one
}

// contrast puts the rows that are known side by side.
func (b *benchmark) contrast() *contrast {
	b.Lock()
	defer b.Unlock()
	c := &contrast{benchmark: b}
	for _, a := range b.against {
		if t := b.answers[a.point]; t.Total > 0 {
			c.rows = append(c.rows, beside{against: a, Timing: t, band: b.trusted[a.point]})
		}
	}
	return c
}

// apart tells on which side of its band a row lies: -1 = measured faster than it, 1 = slower; 0 = within.
func (r *beside) apart() int {
	switch {
	case r.high == 0:
		return 0
	case r.measured < r.low:
		return -1
	case r.measured > r.high:
		return 1
	}
	return 0
}

// off is by what factor the two times differ, in thousandths, 1000 = not at all.
func (r *beside) off() int64 {
	return ratio(max(r.measured, r.Total), min(r.measured, r.Total))
}

// ratio is a over b in thousandths, rounded.
func ratio(a, b units.Duration) int64 { return int64(min(thousandths(a+b/2000, b), math.MaxInt64)) }

// largest is the component that most of the critical path belongs to, and its share in tenths of a percent.
func (r *beside) largest() (ledger.Component, int) {
	most := ledger.Component(0)
	for c := range ledger.Components {
		if r.Critical[c] > r.Critical[most] {
			most = c
		}
	}
	return most, ledger.Shares(r.Critical[:])[most]
}

// text lays the rows out, and says where they part.
func (c *contrast) text(paint bool) []byte {
	p := &page{paint: paint}
	p.paragraph("", p.in(bold, fmt.Sprintf("%s of %s on %s: measured (%s) and simulated", c.test.collective, count(c.at.ranks, "rank"), c.machine(), c.log.Name)))
	p.paragraph("", c.told())
	p.line()
	p.line(p.in(bold, right("size", 10)+right("measured", 11)+right("simulated", 11)+right("ratio", 8)+"   "+left("taken", 26)+"most in"))
	for i := range c.rows {
		p.line(c.rows[i].line(p))
	}
	p.line()
	for _, words := range c.summary() {
		p.paragraph("", words)
	}
	return []byte(p.String())
}

// line is a row of the table. The mark behind the ratio says that the measured time lies beyond the band.
func (r *beside) line(p *page) string {
	most, share := r.largest()
	mark := " "
	if r.apart() != 0 {
		mark = p.in(red, "*")
	}
	return right(r.size.String(), 10) + right(r.measured.Short(), 11) + right(r.Total.Short(), 11) + right(times(r.Total, r.measured), 8) + mark + "  " +
		left(taken(&r.Timing), 26) + fmt.Sprintf("%s %d %%", most, (share+5)/10)
}

// taken is what NCCL takes.
func taken(r *scenarios.Timing) string {
	return strings.TrimSpace(r.Algorithm + " " + r.Protocol)
}

// summary says how far the rows lie apart on the whole, and where by more than the band.
func (c *contrast) summary() []string {
	off := make([]int64, len(c.rows))
	ratios := make([]int64, len(c.rows))
	for i := range c.rows {
		off[i] = c.rows[i].off()
		ratios[i] = ratio(c.rows[i].Total, c.rows[i].measured)
	}
	slices.Sort(off)
	slices.Sort(ratios)
	words := []string{fmt.Sprintf("Half of the %d rows are within a factor of %s, nine in ten within %s; the middle ratio is %s.",
		len(off), factor(off[(len(off)-1)/2]), factor(off[(len(off)*9-1)/10]), factor(ratios[(len(ratios)-1)/2]))}
	for _, more := range []string{c.parted(), c.otherwise()} {
		if more != "" {
			words = append(words, more)
		}
	}
	return words
}

// otherwise says where the log's own lines of NCCL's choice differ from what is simulated; "" where they do not, or there
// are none.
func (c *contrast) otherwise() string {
	words, more := "", 0
	for i := range c.rows {
		r := &c.rows[i]
		switch {
		case r.chosen.Algorithm == "" || inLogs(r.Method) == inLogs(r.chosen.Algorithm) && r.chosen.Protocol == r.Protocol:
		case words == "":
			words = fmt.Sprintf("The log says that NCCL took %s %s at %v, not %s", r.chosen.Algorithm, r.chosen.Protocol, r.size, taken(&r.Timing))
		default:
			more++
		}
	}
	if more > 0 {
		words += fmt.Sprintf(", and otherwise as well at %s", count(more, "more size"))
	}
	if words != "" {
		words += "; --env NCCL_ALGO and NCCL_PROTO take what was taken."
	}
	return words
}

// inLogs is an algorithm of NCCL as it is written in one place or another: NVLSTree, NVLS_TREE.
func inLogs(method string) string { return strings.ToLower(strings.ReplaceAll(method, "_", "")) }

// stretch is rows one after the other that lie beyond the band on one side.
type stretch struct{ from, to, worst int }

// stretches lists them by size.
func (c *contrast) stretches() []stretch {
	var all []stretch
	for i := range c.rows {
		side := c.rows[i].apart()
		if side == 0 {
			continue
		}
		if n := len(all); n > 0 && all[n-1].to == i-1 && c.rows[i-1].apart() == side {
			s := &all[n-1]
			if s.to = i; c.rows[i].off() > c.rows[s.worst].off() {
				s.worst = i
			}
			continue
		}
		all = append(all, stretch{i, i, i})
	}
	return all
}

// parted says where measured times lie beyond the band, furthest first, and which component is largest there.
func (c *contrast) parted() string {
	all := c.stretches()
	if len(all) == 0 {
		return c.together()
	}
	slices.SortStableFunc(all, func(a, b stretch) int { return cmp.Compare(c.rows[b.worst].off(), c.rows[a.worst].off()) })
	words := "They part by more than the calibration states "
	for i, s := range all[:min(mostStretches, len(all))] {
		if i > 0 {
			words += "; "
		}
		words += c.where(s)
	}
	if more := len(all) - mostStretches; more > 0 {
		words += "; and less far elsewhere"
	}
	return words + "."
}

// mostStretches is of how many a reader is told.
const mostStretches = 3

// together says that no row lies beyond the band; "" where nobody has stated one.
func (c *contrast) together() string {
	for i := range c.rows {
		if c.rows[i].high == 0 {
			return ""
		}
	}
	return "No measured time lies beyond what the calibration states for eight of ten machines."
}

// where describes a stretch.
func (c *contrast) where(s stretch) string {
	worst := &c.rows[s.worst]
	most, share := worst.largest()
	far := "longer by " + factor(worst.off())
	if worst.apart() < 0 {
		far = "shorter by " + factor(worst.off())
	}
	place := "from " + c.rows[s.from].size.String() + " on"
	switch {
	case s.from == s.to:
		place = "at " + worst.size.String()
	case s.to < len(c.rows)-1:
		place = "from " + c.rows[s.from].size.String() + " to " + c.rows[s.to].size.String()
	}
	if s.from != s.to {
		far += " at " + worst.size.String()
	}
	return fmt.Sprintf("%s (measured is %s; the largest part of the simulated %s there is %s, %s)", place, far, worst.Total.Short(), most, percent(share))
}

// contrasted is a row as JSON.
type contrasted struct {
	Bytes     units.Bytes         `json:"bytes"`
	Measured  units.Duration      `json:"measured_ps"`
	Simulated units.Duration      `json:"simulated_ps"`
	Low       *units.Duration     `json:"low_ps"` // null = nobody has stated a band
	High      *units.Duration     `json:"high_ps"`
	Within    *bool               `json:"within_band"`
	Algorithm string              `json:"algorithm"`
	Protocol  string              `json:"protocol,omitempty"`
	Channels  int                 `json:"channels"`
	Logged    string              `json:"log_took,omitempty"` // algorithm and protocol, where the log says them
	Critical  scenarios.Breakdown `json:"critical_path"`
}

// json writes the rows for programs.
func (c *contrast) json() ([]byte, error) {
	rows := make([]contrasted, len(c.rows))
	for i := range c.rows {
		r := &c.rows[i]
		rows[i] = contrasted{Bytes: r.size, Measured: r.measured, Simulated: r.Total, Algorithm: r.Algorithm, Protocol: r.Protocol, Channels: r.Channels, Critical: r.Critical}
		rows[i].Logged = strings.TrimSpace(r.chosen.Algorithm + " " + r.chosen.Protocol)
		if r.high > 0 {
			within := r.apart() == 0
			rows[i].Low, rows[i].High, rows[i].Within = &r.low, &r.high, &within
		}
	}
	return scenarios.IndentedJSON(struct {
		Schema     string       `json:"schema"`
		Log        string       `json:"log"`
		Collective string       `json:"collective"`
		Ranks      int          `json:"ranks"`
		Nodes      int          `json:"nodes"`
		Rows       []contrasted `json:"rows"`
	}{contrastSchema, c.log.Name, string(c.test.collective), c.at.ranks, c.at.nodes, rows})
}
