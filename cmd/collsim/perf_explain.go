package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"collsim/scenarios"
	"collsim/sim/units"
)

// expectationSchema is the value of the schema key of what perf --explain writes as JSON.
const expectationSchema = "collsim.expectation/v1"

// expectation is NCCL's table: what its own cost model expects of each way to do it, and which it takes.
type expectation struct {
	*benchmark
	rows []expected
}

// expected is a size and what is expected there, in NCCL's order.
type expected struct {
	size units.Bytes
	ways []scenarios.Prediction
}

// expect asks NCCL's model at all sizes.
func (b *benchmark) expect() (*expectation, error) {
	e := &expectation{benchmark: b}
	bench, err := scenarios.NewBench(b.file.Scenarios[0])
	if err != nil {
		return nil, b.file.Locate(0, err)
	}
	for _, at := range b.points {
		ways, err := bench.Predict(at.size)
		if err != nil {
			return nil, err
		}
		if len(ways) == 0 {
			return nil, errors.New("--explain: library " + b.file.Scenarios[0].Library + " chooses nothing; valid: --library " + ncclLibrary)
		}
		e.rows = append(e.rows, expected{at.size, ways})
	}
	slices.SortFunc(e.rows, func(a, b expected) int { return cmp.Compare(a.size, b.size) })
	e.rows = slices.CompactFunc(e.rows, func(a, b expected) bool { return a.size == b.size }) // of another root all is the same
	return e, nil
}

// modelled are the ways that are available at some size.
func (e *expectation) modelled() []int {
	var all []int
	for i := range e.rows[0].ways {
		if slices.ContainsFunc(e.rows, func(r expected) bool { return available(&r.ways[i]) }) {
			all = append(all, i)
		}
	}
	return all
}

func available(p *scenarios.Prediction) bool { return p.Chosen || p.Why == "" }

// widths of the table's columns.
const (
	sizeColumn = 8
	wayColumn  = 9
)

// text lays the table out.
func (e *expectation) text(paint bool) []byte {
	p := &page{paint: paint}
	p.paragraph("", p.in(bold, fmt.Sprintf("what NCCL's own model expects of %s of %s on %s, in us; * is what it takes", e.test.collective, count(e.at.ranks, "rank"), e.machine())))
	p.paragraph("", e.told())
	p.line()
	e.table(p)
	p.line()
	for _, words := range e.choices() {
		p.paragraph("", words)
	}
	e.missing(p)
	return []byte(p.String())
}

func (e *expectation) table(p *page) {
	ways := e.modelled()
	methods, protocols := left("", sizeColumn), right("size", sizeColumn)
	for _, i := range ways {
		w := &e.rows[0].ways[i]
		methods += right(w.Method, wayColumn-1) + " "
		protocols += right(word(w.Protocol), wayColumn-1) + " "
	}
	p.line(p.in(bold, methods))
	p.line(p.in(bold, protocols))
	for _, r := range e.rows {
		line := right(r.size.String(), sizeColumn)
		for _, i := range ways {
			line += right(expectedTime(&r.ways[i]), wayColumn-1)
			if r.ways[i].Chosen {
				line += p.in(green, "*")
			} else {
				line += " "
			}
		}
		p.line(line)
	}
}

// expectedTime is in tenths of microseconds, as NCCL prints it.
func expectedTime(w *scenarios.Prediction) string {
	if !available(w) || w.Time == 0 {
		return "-"
	}
	tenths := (w.Time + units.Microsecond/20) / (units.Microsecond / 10)
	return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
}

// chosen is what is taken at a size.
func (r *expected) chosen() *scenarios.Prediction {
	for i := range r.ways {
		if r.ways[i].Chosen {
			return &r.ways[i]
		}
	}
	return nil
}

// word is a protocol as NCCL writes it.
func word(protocol string) string {
	if protocol == "simple" {
		return "Simple"
	}
	return strings.ToUpper(protocol)
}

// choices says what is taken from which size on, and why.
func (e *expectation) choices() []string {
	var all []string
	last := ""
	for i := range e.rows {
		w := e.rows[i].chosen()
		if w == nil || w.Method+w.Protocol == last {
			continue
		}
		last = w.Method + w.Protocol
		all = append(all, fmt.Sprintf("from %v on %s %s (%s): %s", e.rows[i].size, w.Method, word(w.Protocol), w.Algorithm, w.Why))
	}
	return all
}

// missing says what is available at no size, and why; protocols of an algorithm that share a reason share a line.
func (e *expectation) missing(p *page) {
	modelled := e.modelled()
	var methods, reasons []string
	names := map[string][]string{}
	for i := range e.rows[0].ways {
		w := &e.rows[0].ways[i]
		if slices.Contains(modelled, i) {
			continue
		}
		at := w.Method + "\x00" + w.Why
		if names[at] == nil {
			methods, reasons = append(methods, w.Method), append(reasons, w.Why)
		}
		names[at] = append(names[at], word(w.Protocol))
	}
	if len(methods) > 0 {
		p.line("")
		p.line("not available")
	}
	for i, method := range methods {
		p.paragraph("  "+method+" "+strings.Join(names[method+"\x00"+reasons[i]], ", ")+": ", reasons[i])
	}
}

// json writes the table for programs.
func (e *expectation) json() ([]byte, error) {
	type wayRow struct {
		Algorithm string          `json:"algorithm"` // of a scenario
		Method    string          `json:"nccl_algorithm"`
		Protocol  string          `json:"protocol"`
		Expected  *units.Duration `json:"expected_ps"` // null = not available, or there is no model
		Taken     bool            `json:"taken"`
		Why       string          `json:"why,omitempty"` // it is not available, or is taken
	}
	type sizeRow struct {
		Bytes units.Bytes `json:"bytes"`
		Ways  []wayRow    `json:"ways"`
	}
	rows := make([]sizeRow, len(e.rows))
	for i := range e.rows {
		rows[i].Bytes = e.rows[i].size
		for j := range e.rows[i].ways {
			w := &e.rows[i].ways[j]
			row := wayRow{Algorithm: w.Algorithm, Method: w.Method, Protocol: w.Protocol, Taken: w.Chosen, Why: w.Why}
			if available(w) && w.Time > 0 {
				row.Expected = &w.Time
			}
			rows[i].Ways = append(rows[i].Ways, row)
		}
	}
	return scenarios.IndentedJSON(struct {
		Schema     string    `json:"schema"`
		Collective string    `json:"collective"`
		Ranks      int       `json:"ranks"`
		Nodes      int       `json:"nodes"`
		Rows       []sizeRow `json:"rows"`
	}{expectationSchema, string(e.test.collective), e.at.ranks, e.at.nodes, rows})
}
