package trace

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"

	"collsim/scenarios"
	"collsim/sim/units"
)

// Perfetto writes the timelines of results for trace viewers: a process is a server, or the network between servers; a thread
// is a lane of a rank or a link. Slices of lanes are nested, round over component; an arrow is a message; a counter is what
// waits for a link. how says how the file was made. Every result must have a timeline.
func Perfetto(w io.Writer, results []scenarios.Result, how string) error {
	for i := range results {
		if results[i].Timeline == nil {
			return errors.New("a result without a timeline cannot be traced")
		}
	}
	b := bufio.NewWriter(w)
	e := &events{w: b}
	b.WriteString("{\"displayTimeUnit\":\"ns\",\n\"otherData\":" + about(results, how) + ",\n\"traceEvents\":[")
	for i := range results {
		s := newStage(e, &results[i], len(results) > 1)
		s.name()
		s.lanes()
		s.links()
		e.process += s.nodes + 1
	}
	b.WriteString("\n]}\n")
	return b.Flush()
}

// about is what the file says of itself.
func about(results []scenarios.Result, how string) string {
	text := object{}
	text.word("tool", "collsim").word("model_version", scenarios.ModelVersion).word("command", how)
	for i := range results {
		r := &results[i]
		name := "run"
		if r.Variant != "" {
			name = r.Variant
		}
		one := object{}
		one.word("scenario", r.Hash).word("collective", r.Collective).word("algorithm", r.Algorithm).word("fidelity", r.Fidelity).
			number("total_ps", int64(r.Total)).word("left_out", r.Timeline.Note)
		text.add(name, one.String())
	}
	return text.String()
}

// events writes trace events, one a line.
type events struct {
	w       *bufio.Writer
	some    bool
	process int   // the first of the present result, less 1
	flows   int64 // arrows so far
}

// event writes one event: its phase, where it happens, when, and what else there is to it.
func (e *events) event(phase string, t thread, at units.Time, rest object) {
	if e.some {
		e.w.WriteByte(',')
	}
	e.some = true
	e.w.WriteString("\n{\"ph\":\"" + phase + "\",\"pid\":" + strconv.Itoa(t.process) + ",\"tid\":" + strconv.Itoa(t.number) + ",\"ts\":" + microseconds(at))
	if len(rest) > 0 {
		e.w.WriteByte(',')
		e.w.Write(rest)
	}
	e.w.WriteByte('}')
}

// thread is a track of the viewer.
type thread struct{ process, number int }

// name names a process or a thread and gives it its place among others.
func (e *events) name(what string, t thread, name string, place int) {
	e.event("M", t, 0, *new(object).word("name", what+"_name").args(new(object).word("name", name)))
	e.event("M", t, 0, *new(object).word("name", what+"_sort_index").args(new(object).number("sort_index", int64(place))))
}

// microseconds writes an instant as the format wants it, exactly.
func microseconds(t units.Time) string {
	whole, rest := int64(t)/1e6, int64(t)%1e6
	text := strconv.FormatInt(whole, 10)
	if rest == 0 {
		return text
	}
	digits := strconv.FormatInt(1e6+rest, 10)
	for digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
	}
	return text + "." + digits[1:]
}

// round names a round.
func round(n int32) string {
	if n < 0 {
		return "outside rounds"
	}
	return fmt.Sprintf("round %d", n)
}
