package scenarios

import (
	"fmt"

	"collsim/sim/units"
)

// fewChannels are proved for all of a call of library nccl, and two batches of slices for all: every channel and every slice
// takes the same steps (package algo builds them by one rule), and there may be thousands.
const fewChannels = 2

// proveFew proves a part of the schedule of a call of library nccl that stands for all of it, and says so.
func (b *bound) proveFew() (string, error) {
	all, few := b.schedule.Call, b.schedule.Call
	few.Channels, few.Slices = min(all.Channels, fewChannels), min(all.Slices, 2*max(1, all.Batch))
	if few.Channels == all.Channels && few.Slices == all.Slices {
		return prove(b.algorithm, b.schedule)
	}
	few.Order = few.Order[:min(len(few.Order), few.Channels)]
	schedule, err := b.algorithm.Build(few)
	if err != nil {
		return "", err
	}
	proof, err := prove(b.algorithm, schedule)
	if err != nil || proof != proved {
		return proof, err
	}
	return fmt.Sprintf("proved on symbolic data in %s and %s, which all take the same steps: every contribution arrives exactly once",
		of(few.Channels, all.Channels, "channel"), of(few.Slices, all.Slices, "slice")), nil
}

// of is some of all things of a kind, in words.
func of(some, all int, kind string) string {
	if all != 1 {
		kind += "s"
	}
	if some == all {
		return fmt.Sprintf("%d %s", all, kind)
	}
	return fmt.Sprintf("%d of %d %s", some, all, kind)
}

// Prove proves the schedule of a size right on symbolic data, and says how. Its error is that it is wrong.
func (x *Bench) Prove(n units.Bytes) (string, error) {
	b := x.base
	b.scenario.Bytes, b.asked.Bytes = n, n
	if err := b.plan(); err != nil {
		return "", err
	}
	return b.proof()
}
