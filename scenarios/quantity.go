package scenarios

import (
	"errors"
	"strconv"
	"strings"

	"collsim/sim/units"
)

// parseWhole reads a whole number that is not negative, in decimal digits only: no sign, no point, no 0x.
func parseWhole(text string) (int64, error) {
	n, err := strconv.ParseUint(text, 10, 63)
	octal := len(text) > 1 && text[0] == '0' // which some read as 8 and others as 10
	if err == nil && !octal {
		return int64(n), nil
	}
	problem := "not a whole number"
	if errors.Is(err, strconv.ErrRange) {
		problem = "too large"
	} else if rest, ok := strings.CutPrefix(text, "-"); ok {
		if _, err := strconv.ParseUint(rest, 10, 64); err == nil {
			problem = "cannot be negative"
		}
	}
	return 0, &units.ParseError{Text: text, Problem: problem, Valid: "a whole number such as 8"}
}

// size is a number of bytes.
type size struct{ into func(*draft) *units.Bytes }

func (z size) read(r *reader, path string, n *node, d *draft) {
	s, ok := r.scalar(n, path, "a size such as 64 MiB")
	if !ok {
		return
	}
	b, err := units.ParseBytes(s)
	if err != nil {
		r.refuse(n, path, err)
		return
	}
	if b > mostBytes {
		r.problem(n.Where, path+": too large", s, "at most "+mostBytes.String())
		return
	}
	r.confusable(n, path, s, b, false)
	*z.into(d) = b
}

// memory is how much of a machine's memory may be used: powers of ten and of two are both usual.
type memory struct{ into func(*draft) *units.Bytes }

// leastMemory is less than any run takes.
const leastMemory = units.MiB

func (z memory) read(r *reader, path string, n *node, d *draft) {
	s, ok := r.scalar(n, path, "a size such as 8 GiB")
	if !ok {
		return
	}
	b, err := units.ParseBytes(s)
	switch {
	case err != nil:
		r.refuse(n, path, err)
	case b < leastMemory || b > mostBytes:
		r.problem(n.Where, path+": out of range", s, leastMemory.String()+" to "+mostBytes.String())
	default:
		*z.into(d) = b
	}
}

// duration is a span of time.
type duration struct {
	least, most units.Duration
	into        func(*draft) *units.Duration
}

func (t duration) read(r *reader, path string, n *node, d *draft) {
	s, ok := r.scalar(n, path, "a duration such as 1.5 us")
	if !ok {
		return
	}
	v, err := units.ParseDuration(s)
	if err != nil {
		r.refuse(n, path, err)
		return
	}
	switch {
	case v < t.least:
		r.problem(n.Where, path+": cannot be zero", s, "1 ps or more")
	case v > t.most:
		r.problem(n.Where, path+": too long", s, "at most "+t.most.String())
	default:
		*t.into(d) = v
	}
}

// factor is a number of least to most, or above 0 where least is 0: how many times slower a straggler is.
type factor struct {
	least, most int64
	into        func(*draft) *Ratio
}

func (q factor) read(r *reader, path string, n *node, d *draft) {
	valid := "a factor of " + strconv.FormatInt(q.least, 10) + " to " + strconv.FormatInt(q.most, 10) + ", such as 1.4"
	s, ok := r.scalar(n, path, valid)
	if !ok {
		return
	}
	f, err := parseRatio(s)
	if err != nil {
		r.refuse(n, path, err)
		return
	}
	switch {
	case f.Num < q.least*f.Den || f.Num == 0:
		r.problem(n.Where, path+": too small", s, valid)
	case f.Num > q.most*f.Den:
		r.problem(n.Where, path+": too large", s, valid)
	default:
		*q.into(d) = f
	}
}
