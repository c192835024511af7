package measured

import (
	"strconv"
	"strings"

	"collsim/sim/input"
	"collsim/sim/units"
)

// open is a row whose numbers may not all have been found: messages of other processes cut lines.
type open struct {
	row     Row
	apart   bool // so wide a gap stands before the numbers that the out-of-place half is blank
	numbers []string
}

// blank is less than what nccl-tests prints for a half that was not measured, and more than it leaves between columns.
const blank = 30

// row looks for the beginning of a row in a line: size, count, type. Anything may stand before.
func (r *reader) row(line []token, number int) bool {
	at := 0
	for at+2 < len(line) && !(digits(line[at].text) && digits(line[at+1].text) && wordy(line[at+2].text)) {
		at++
	}
	if at+2 >= len(line) {
		return false
	}
	o := &open{row: Row{Line: number, Type: line[at+2].text, Root: -1}}
	var err error
	if o.row.Bytes, o.row.Count, err = sizes(line[at].text, line[at+1].text); err != nil {
		return false
	}
	end, rest := line[at+2].end, line[at+3:]
	if len(rest) > 0 && wordy(rest[0].text) {
		o.row.Redop, end, rest = rest[0].text, rest[0].end, rest[1:]
	}
	o.take(rest, end)
	if elementBytes[o.row.Type] == 0 && len(o.numbers) < 3 {
		return false // prose
	}
	r.closed()
	r.open = o
	return true
}

func sizes(size, count string) (units.Bytes, int64, error) {
	n, err := strconv.ParseInt(size, 10, 64)
	if err != nil {
		return 0, 0, err
	}
	c, err := strconv.ParseInt(count, 10, 64)
	return units.Bytes(n), c, err
}

// take reads the numbers that follow one another from where the names of the row end.
func (o *open) take(rest []token, end int) {
	for i, t := range rest {
		if !numeric(t.text) {
			o.numbers = append(o.numbers, glued(t.text)...)
			return
		}
		o.numbers = append(o.numbers, t.text)
		o.apart = o.apart || i <= 1 && t.start-end > blank
		end = t.end
	}
}

// glued is the root, or the count of wrong results, right behind which somebody else's message was printed: "-138dcf:77:77". Of
// numbers that may stand there it knows those that do nearly always.
func glued(text string) []string {
	for _, n := range []string{"-1", "0", "N/A"} {
		if strings.HasPrefix(text, n) {
			return []string{n}
		}
	}
	return nil
}

// mostBytes is more than any machine moves at once: a pebibyte.
const mostBytes = units.Bytes(1) << 50

// mostNumbers is more numbers than any row has.
const mostNumbers = 40

// goesOn takes the numbers of a row that a message of another process has cut.
func (r *reader) goesOn(line []token) bool {
	if r.open == nil || len(r.open.numbers) > mostNumbers || len(line) == 0 || !numeric(line[0].text) {
		return false
	}
	r.open.take(line, line[0].start)
	return true
}

// closed ends the open row.
func (r *reader) closed() {
	if r.open == nil {
		return
	}
	r.run.finish(r.open)
	r.open = nil
}

// finish tells the numbers of a row apart, and keeps it if it agrees with itself.
func (r *run) finish(o *open) {
	if o.row.Bytes > mostBytes {
		r.problem(o.row.Line, input.Problem{What: "a row has no such size", Text: o.row.Bytes.Exact(), Valid: "0 to " + mostBytes.String()})
		return
	}
	half, numbers := r.columns.half, o.numbers
	if half == 0 {
		half = 4
	}
	if r.columns.rooted(numbers) {
		root, err := strconv.Atoi(numbers[0])
		if err != nil || root < -1 || root > 1<<20 {
			r.problem(o.row.Line, input.Problem{What: "a row has no such root", Text: numbers[0], Valid: "-1, or a rank"})
			return
		}
		o.row.Root, numbers = root, numbers[1:]
	}
	if len(numbers) < half {
		r.problem(o.row.Line, input.Problem{What: "a row is cut: its size is " + o.row.Bytes.Exact() + ", and its numbers are not all there", Valid: "time, algbw, busbw, #wrong"})
		return
	}
	s := seen{Row: o.row, high: 2}
	first, second := &s.OutOfPlace, &s.InPlace
	if o.apart {
		first, second = second, first
	}
	ok := s.sample(first, numbers[:half], r.columns.cpu)
	if len(numbers) >= 2*half && !o.apart {
		ok = s.sample(second, numbers[half:2*half], r.columns.cpu) && ok
	}
	switch {
	case !ok:
		r.problem(o.row.Line, input.Problem{What: "a row is damaged: its size, time and algbw do not agree", Text: o.row.Bytes.Exact() + " in " + numbers[0] + " us at " + numbers[1] + " GB/s", Valid: "algbw = size / time"})
	case !s.OutOfPlace.Measured && !s.InPlace.Measured:
		r.problem(o.row.Line, input.Problem{What: "a row has no time", Text: numbers[0], Valid: "microseconds"})
	default:
		r.seen = append(r.seen, s)
	}
}

// rooted says whether the first of the numbers of a row is its root. Without the line of names it is a whole number that is too many.
func (c columns) rooted(numbers []string) bool {
	if len(numbers) == 0 {
		return false
	}
	if c != (columns{}) {
		return c.root
	}
	_, err := strconv.Atoi(numbers[0])
	return err == nil && (len(numbers)%4 == 1 || len(numbers)%4 == 2)
}
