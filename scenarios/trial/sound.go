package trial

import (
	"fmt"
	"slices"

	"collsim/scenarios/measured"
	"collsim/sim/units"
)

// fewest is from how many different sizes on a log can tell what is paid once from what is paid a byte.
const fewest = 2

// most is how many rows are simulated: a log of every size of a sweep has a hundred, and repeats it some times.
const most = 10_000

// few refuses a log that nobody would wait for.
func few(l *measured.Log) error {
	if len(l.Rows) > most {
		return fmt.Errorf("%s has %d rows, each of which would be simulated; valid: at most %d", l.Name, len(l.Rows), most)
	}
	return nil
}

// sound says what makes the rows no measurement of a collective, whatever machine it ran on; nil = nothing does.
func (t *Trial) sound() error {
	sizes, times := t.different()
	switch {
	case sizes == 0:
		return fmt.Errorf("%s has no row with a size and a time; valid: a log of nccl-tests that has run", t.Name)
	case sizes < fewest:
		return fmt.Errorf("%s has rows of %s only: that tells nothing of how time grows with size; valid: %d and more sizes", t.Name, counted(sizes), fewest)
	case times == 1:
		return fmt.Errorf("%s says %v for each of %s: a time that no size changes is not one of moving data; valid: times as measured",
			t.Name, t.Rows[0].Measured.Short(), counted(sizes))
	}
	if t.twice() {
		return fmt.Errorf("%s has each row twice and more, with the same time: what is counted twice seems to be known better than it is; valid: the log once", t.Name)
	}
	if falling, of := t.falling(); 4*falling > of {
		return fmt.Errorf("%s: of %d pairs of rows whose sizes are 4 times apart and more, the larger one took less than 4/5 of the time in %d: these times are not of these sizes; valid: a log as it was written",
			t.Name, of, falling)
	}
	return nil
}

func counted(sizes int) string {
	if sizes == 1 {
		return "one size"
	}
	return fmt.Sprintf("%d sizes", sizes)
}

// different counts sizes and times that differ.
func (t *Trial) different() (sizes, times int) {
	seen := map[units.Duration]bool{}
	for i := range t.Rows {
		if i == 0 || t.Rows[i].Bytes != t.Rows[i-1].Bytes {
			sizes++
		}
		seen[t.Rows[i].Measured] = true
	}
	return sizes, len(seen)
}

// Repeats tells whether a trial has the sizes and times of another.
func (t *Trial) Repeats(other *Trial) bool {
	return slices.EqualFunc(t.Rows, other.Rows, func(a, b Row) bool { return a.Bytes == b.Bytes && a.Root == b.Root && a.Measured == b.Measured })
}

// twice tells whether every row stands there twice and more. Of runs that are repeated few times are the same.
func (t *Trial) twice() bool {
	type told struct {
		bytes units.Bytes
		root  int
		time  units.Duration
	}
	times := map[told]int{}
	for i := range t.Rows {
		r := &t.Rows[i]
		times[told{r.Bytes, r.Root, r.Measured}]++
	}
	for i := range t.Rows {
		if r := &t.Rows[i]; times[told{r.Bytes, r.Root, r.Measured}] < 2 {
			return false
		}
	}
	return true
}

// falling counts the pairs of rows with sizes far apart, and those of them where more bytes took much less time, more than
// small sizes scatter by. Of times that have nothing to do with their sizes that is nearly half; of any machine it is few,
// for protocols overtake one another only over a factor of two or so.
func (t *Trial) falling() (falling, of int) {
	for i := range t.Rows {
		for j := range i {
			if t.Rows[i].Bytes < 4*t.Rows[j].Bytes {
				continue
			}
			of++
			if t.Rows[i].Measured < t.Rows[j].Measured*4/5 {
				falling++
			}
		}
	}
	return falling, of
}
