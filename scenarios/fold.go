package scenarios

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
)

// Whether a run is played by representatives: one rank of each class for all. Results are the same.
const (
	foldOff     = "off"
	foldAuto    = "auto"    // where a run in full would be long
	foldRequire = "require" // or it is an error
)

var folds = []string{foldOff, foldAuto, foldRequire}

// foldsOfAuto is how many messages, or decisions of ports where packets move, a run in full must need before auto tries to
// fold it.
const foldsOfAuto = 1_000_000

// foldsOfSeries is how many messages a run in full must have for a series to try to fold it: looking for a symmetry, too,
// takes time.
const foldsOfSeries = 10_000

// folding is what became of folding.
type folding struct {
	fold *algo.Fold // nil = the run is in full
	said string     // in a sentence; "" = nobody has tried
}

// copies is how many ranks each rank that was played stands for.
func (f *folding) copies() int {
	if f.fold == nil {
		return 1
	}
	return int(f.fold.Copies())
}

// Unfolded says that a run could not be folded that had to be.
type Unfolded struct{ Why string }

func (u *Unfolded) Error() string {
	return "fold: " + u.Why + "; valid: auto, which plays it in full, or off"
}

// folded plays the scenario by representatives; nil where it must be played in full.
func (b *bound) folded(f fidelity, watch Watch) (*exec.Run, error) {
	b.folding = folding{}
	if !b.triesFold(f) {
		return nil, nil
	}
	run, err := b.foldedRun(f, watch)
	var no *exec.Unfoldable
	var unfit *fabric.Unfit
	if errors.As(err, new(*exec.Deadlock)) { // who waits for whom is told of all
		return nil, b.whole(watch)
	}
	switch {
	case errors.As(err, &no), errors.As(err, &unfit):
		b.folding = folding{said: "not folded: " + err.Error()}
	case err != nil:
		return nil, err
	default:
		return run, nil
	}
	if b.scenario.Fold == foldRequire {
		return nil, &Unfolded{b.folding.said}
	}
	return nil, b.whole(watch)
}

// triesFold reports whether it is worth while to look for a symmetry.
func (b *bound) triesFold(f fidelity) bool {
	switch {
	case b.meter != nil: // links are watched one by one
		return false
	case b.scenario.Fold == foldRequire, b.graph.Sketched():
		return true
	case b.scenario.Fold == foldOff:
		return false
	case b.eager:
		return b.counts.Messages > foldsOfSeries
	case f.name == byPackets:
		return b.decisions() > foldsOfAuto
	}
	return b.counts.Messages > foldsOfAuto
}

// foldedRun plays the run by the fewest representatives that there are. The error is an *exec.Unfoldable or a *fabric.Unfit
// where there are none, or where the order of links may have mattered.
func (b *bound) foldedRun(f fidelity, watch Watch) (*exec.Run, error) {
	if err := b.graph.Unplayable(f.name == byPackets); err != nil {
		return nil, err
	}
	if err := b.unfoldedGrants(f.name == byPackets); err != nil {
		return nil, err
	}
	c := b.config(f)
	fold, err := b.findFold(&c, f.name == byPackets)
	if err != nil {
		return nil, err
	}
	c.Fold, c.Skip = fold, true
	if err := b.roomToRun(f.name, &c, int(fold.Ranks.Stride)); err != nil {
		return nil, err
	}
	run, err := exec.New(c)
	if err != nil {
		return nil, err
	}
	err = b.fire(run, func(p Progress) bool { return run.Ties() == 0 && (watch == nil || watch(p)) })
	if run.Ties() > 0 {
		return nil, &exec.Unfoldable{Why: "messages met at a link in one picosecond, and which goes first is settled by numbers of links that do not move with the ranks"}
	}
	if err != nil {
		return nil, err
	}
	of := fold.Ranks
	b.folding = folding{&of, fmt.Sprintf("folded: %s of %s ranks, %s, no ties", grouped(int64(of.Stride)), grouped(int64(of.Ranks)), of.Name())}
	return run, nil
}

// findFold looks for the fewest representatives: whole nodes, as few as the schedule and the fabric allow. The error is
// that of the fewest.
func (b *bound) findFold(c *exec.Config, packets bool) (*exec.Fold, error) {
	if b.graph.Sketched() { // bind has looked
		of := b.serverFold()
		return &exec.Fold{Ranks: of, Fabric: b.graph.Twins(of)}, nil
	}
	unit, xor, why := c.Schedule.Symmetry()
	if why != nil {
		return nil, &exec.Unfoldable{Why: why.Error()}
	}
	var first error
	vague := false
	for of := range b.strides(unit, xor) {
		fold, err := b.foldBy(c, of, packets)
		if err == nil {
			return fold, nil
		}
		var unfit *fabric.Unfit
		if coarse := errors.As(err, &unfit) && unfit.Coarse; first == nil || vague && !coarse {
			first, vague = err, coarse
		}
	}
	if first == nil {
		first = &exec.Unfoldable{Why: fmt.Sprintf("%d ranks at steps of whole nodes leave a single class", b.scenario.Ranks)}
	}
	return nil, first
}

// strides are the folds to try, fewest representatives first.
func (b *bound) strides(unit int32, xor bool) iter.Seq[algo.Fold] {
	ranks := int32(b.scenario.Ranks)
	if node := int32(b.schedule.Call.PerNode); node < ranks {
		unit = multiple(unit, node)
	}
	return func(yield func(algo.Fold) bool) {
		for d := unit; d < ranks; d += unit {
			f := algo.Fold{Ranks: ranks, Stride: d, Xor: xor}
			if ranks%d != 0 || xor && (d&(d-1) != 0 || f.Copies()&(f.Copies()-1) != 0) {
				continue
			}
			if !yield(f) {
				return
			}
		}
	}
}

// multiple is the least common multiple.
func multiple(a, b int32) int32 {
	x, y := a, b
	for y > 0 {
		x, y = y, x%y
	}
	return a / x * b
}

// mostRoutes are compared to find a fold: a few seconds' work.
const mostRoutes = 1 << 22

func (b *bound) foldBy(c *exec.Config, of algo.Fold, packets bool) (*exec.Fold, error) {
	if err := c.Foldable(of); err != nil {
		return nil, err
	}
	gpus := b.gpus
	if inPlace(gpus) {
		gpus = nil
	}
	var pairs []fabric.Pair
	for p := range c.Pairs(of) {
		if pairs = append(pairs, p); len(pairs) > mostRoutes/int(of.Copies()) {
			return nil, &exec.Unfoldable{Why: fmt.Sprintf("more than %s routes would have to be compared", grouped(mostRoutes))}
		}
	}
	orbits, err := b.graph.Orbits(of, gpus, packets, slices.Values(pairs))
	if err != nil {
		return nil, err
	}
	return &exec.Fold{Ranks: of, Fabric: orbits}, nil
}

// grouped writes a number with commas.
func grouped(n int64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
