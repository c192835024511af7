package measured

import (
	"strings"

	"collsim/sim/input"
)

// reader goes through a text log line by line. Whatever it does not know it passes over.
type reader struct {
	file string
	runs []*run
	run  *run  // the last of them
	open *open // a row that may go on in the next line
}

// run is what stands under one head: a test, or a part of one.
type run struct {
	Log
	commanded bool // Program is known from a command line only
	columns   columns
	seen      []seen
	choices   []sized
	twice     bool // some rank stands twice in the list
}

func readText(file string, data []byte) []*run {
	r := &reader{file: file}
	r.add()
	all := split(data)
	for i, line := range all {
		line = plain(line)
		switch words := tokens(line); {
		case r.row(words, i+1):
		case r.goesOn(words):
		default:
			r.about(line)
		}
		r.run.chosen(line)
	}
	r.closed()
	return r.runs
}

func (r *reader) add() {
	r.run = &run{Log: Log{Name: r.file}}
	r.runs = append(r.runs, r.run)
}

// begin is the run that a line of a head belongs to: a new one, if the last has rows or already says the same.
func (r *reader) begin(said bool) *run {
	r.closed()
	if said || len(r.run.seen) > 0 {
		r.add()
	}
	return r.run
}

// programOf is the test that a path names; "" = none.
func programOf(path string) string {
	name := strings.TrimSuffix(strings.TrimSuffix(path[strings.LastIndexAny(path, `/\`)+1:], ".exe"), "_mpi")
	if !strings.HasSuffix(name, "_perf") {
		return ""
	}
	return name
}

// name is told which program the run is of.
func (r *run) name(program string, commanded bool) {
	r.Program, r.commanded = program, commanded
	r.Collective, _ = collectiveOf(strings.TrimSuffix(program, "_perf"))
}

// problem notes what is wrong with a line, which is passed over.
func (l *Log) problem(line int, p input.Problem) {
	p.Where = input.Where{File: l.Name, Line: line, Column: 1}
	if line == 0 {
		p.Where.Column = 0
	}
	l.Problems = append(l.Problems, p)
}
