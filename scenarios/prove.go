package scenarios

import (
	"fmt"

	"collsim/algo"
)

// proof proves every schedule that is played.
func (b *bound) proof() (string, error) {
	switch {
	case b.scenario.Schedule != nil:
		return b.proofOfOutside(), nil
	case b.proved != nil:
		return b.proved(b.algorithm, b.schedule)
	case b.acts != nil:
		return b.proofOfActs()
	case b.choice != nil:
		return b.proveFew()
	case b.work == nil:
		return prove(b.algorithm, b.schedule)
	}
	return b.work.proof()
}

// provable is the number of words that the proof of a schedule may need.
const provable = 1 << 21

// affordable reports whether so many words of 64 contributions, all factors multiplied, are not too many to prove.
func affordable(factors ...int64) bool {
	left := int64(provable+1)*64 - 1
	for _, f := range factors {
		left /= f
	}
	return left > 0
}

// proved is what is said of a schedule that was checked as it is.
const proved = "proved on symbolic data at this size: every contribution arrives exactly once"

// prove checks a schedule on symbolic data where that is affordable, and says how it was proved.
func prove(a algo.Algorithm, s *algo.Schedule) (string, error) {
	n := int64(s.Call.Ranks)
	if !affordable(n, n, int64(s.Labels), int64(len(s.Channels))) {
		return fmt.Sprintf("same rule as for up to 33 ranks, where %s/%s is proved on symbolic data; too large to prove at %d ranks", a.Collective, a.Name, n), nil
	}
	if err := algo.Check(s); err != nil {
		return "", fmt.Errorf("the schedule is wrong: %w", err)
	}
	return proved, nil
}
