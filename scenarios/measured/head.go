package measured

import (
	"regexp"
	"slices"
	"strconv"

	"collsim/sim/units"
)

// What stands in the lines around the rows, whatever stands before it in a line.
var (
	aboutVersion = regexp.MustCompile(`nccl-tests version (\S+) nccl-headers=\d+ nccl-library=(\d+)`)
	aboutNCCL    = regexp.MustCompile(`NCCL version (\d+\.\d+(?:\.\d+)?)`)
	aboutTest    = regexp.MustCompile(`Collective test (starting|concluded): (\S+)`)
	aboutSetup   = regexp.MustCompile(`nThread (\d+) nGpus (\d+) minBytes (\d+) maxBytes (\d+) step: (\d+)\((factor|bytes)\) warmup iters: (\d+) iters: (\d+)(?: agg iters: (\d+))?(?: validation: (\d+))?(?: graph: (\d+))?`)
	aboutDevice  = regexp.MustCompile(`Rank +(\d+) +(?:Group +(\d+) +)?Pid +(\d+) on +(\S+) device +(\d+) \[([^\]]*)\] ?(.*)`)
	aboutMemory  = regexp.MustCompile(`Reducing maxBytes to (\d+)`)
	aboutEnd     = regexp.MustCompile(`Out of bounds values *:|Avg bus bandwidth *:`)
	aboutCommand = regexp.MustCompile(`(?:^|[\s/"'])([a-z_]+_perf)(?:_mpi)?["']? +-`)
)

// integer is a matched number; 0 where there is none, or where it is beyond all sense.
func integer(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// about takes in what a line tells of the test; rows have been looked for before.
func (r *reader) about(line string) {
	if m := aboutVersion.FindStringSubmatch(line); m != nil {
		l := r.begin(r.run.Tests != "")
		l.Tests, l.Version = m[1], versionOf(int(integer(m[2])))
	} else if m := aboutNCCL.FindStringSubmatch(line); m != nil && r.run.Version == "" {
		r.run.Version = m[1]
	} else if m := aboutTest.FindStringSubmatch(line); m != nil {
		r.closed()
		if m[1] == "starting" {
			r.begin(r.run.Program != "" && !r.run.commanded).name(programOf(m[2]), false)
		} else if r.run.Program == "" {
			r.run.name(programOf(m[2]), false)
		}
	} else if m := aboutCommand.FindStringSubmatch(line); m != nil {
		r.begin(r.run.Program != "")
		r.run.name(m[1], true)
	} else if m := aboutSetup.FindStringSubmatch(line); m != nil {
		r.begin(r.run.Setup != Setup{})
		r.run.Setup = setupOf(m)
	} else if m := aboutDevice.FindStringSubmatch(line); m != nil {
		r.begin(false).device(m)
	} else if m := aboutMemory.FindStringSubmatch(line); m != nil {
		r.run.Setup.MaxBytes = units.Bytes(integer(m[1]))
	} else if aboutEnd.MatchString(line) {
		r.closed()
	} else if c, ok := columnsOf(tokens(line)); ok {
		r.begin(r.run.columns != columns{})
		r.run.columns = c
	}
}

func setupOf(m []string) Setup {
	s := Setup{
		Threads: int(integer(m[1])), GPUs: int(integer(m[2])), MinBytes: units.Bytes(integer(m[3])), MaxBytes: units.Bytes(integer(m[4])),
		Warmup: int(integer(m[7])), Iterations: int(integer(m[8])), Aggregated: int(integer(m[9])), Validation: int(integer(m[10])), Graph: int(integer(m[11])),
	}
	if m[6] == "factor" {
		s.StepFactor = integer(m[5])
	} else {
		s.StepBytes = units.Bytes(integer(m[5]))
	}
	return s
}

// device adds a line of the list of ranks.
func (r *run) device(m []string) {
	d := Device{Rank: int(integer(m[1])), Group: int(integer(m[2])), Process: int(integer(m[3])), Host: m[4], Index: int(integer(m[5])), Bus: m[6], Name: m[7]}
	if slices.ContainsFunc(r.Devices, func(o Device) bool { return o.Rank == d.Rank }) {
		r.twice = true
		return
	}
	r.Devices = append(r.Devices, d)
}

// columns are those of the rows, as their head names them. The zero value is of a log without such a line.
type columns struct {
	redop, root bool
	half        int  // columns of out-of-place, and of in-place
	cpu         bool // the time is that of the processor, of which the bandwidths are not
}

// columnsOf reads the line of names: size count type [redop] [root] time algbw busbw error ...
func columnsOf(line []token) (c columns, ok bool) {
	at := slices.IndexFunc(line, func(t token) bool { return t.text == "size" })
	if at < 0 || at+3 > len(line) || line[at+1].text != "count" || line[at+2].text != "type" {
		return c, false
	}
	var halves []int
	for i, t := range line[at+3:] {
		switch t.text {
		case "redop":
			c.redop = true
		case "root":
			c.root = true
		case "time", "cputime":
			halves, c.cpu = append(halves, i), c.cpu || t.text == "cputime"
		}
	}
	switch len(halves) {
	case 0:
		return c, false
	case 1:
		c.half = 4
	default:
		c.half = halves[1] - halves[0]
	}
	return c, c.half >= 3
}
