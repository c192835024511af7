package scenarios

import (
	"fmt"
	"math/big"
	"strings"

	"collsim/sim/ledger"
	"collsim/sim/units"
)

// why says in one sentence why the run takes as long as it does, and what else there is to know.
func (b *bound) why(r *Result) string {
	if r.Total == 0 {
		return "nothing has to be done"
	}
	sentence := b.regime(r)
	if rival := b.rival(r); rival != "" {
		sentence += "; " + rival
	}
	return sentence
}

// regime names what most of the critical path is made of.
func (b *bound) regime(r *Result) string {
	share := func(d units.Duration) int64 { return share(d, r.Total) }
	bytes := r.CriticalPath[ledger.Serialize]
	switch {
	case share(r.Groups[ledger.Waiting]) >= 50:
		return fmt.Sprintf("waiting-bound: %s is %d %% of the time (%s), the network is not what is slow",
			r.largest(ledger.Waiting), share(r.Groups[ledger.Waiting]), r.Groups[ledger.Waiting].Short())
	case share(r.Groups[ledger.Queueing]) >= 40:
		return "queueing-bound: " + b.queueing(r)
	case share(bytes) >= 50:
		percent, _, _ := strings.Cut(r.Bound.Percent.String(), ".")
		return fmt.Sprintf("bandwidth-bound: bytes over rate are %d %% of the time, and the lower bound (%s) is %s %% of it",
			share(bytes), r.Bound.Binding, percent)
	case r.Rounds == 0:
		return fmt.Sprintf("software-bound: %s is %d %% of the time", r.largest(ledger.Software), share(r.Groups[ledger.Software]))
	}
	fixed := r.Total - bytes - r.Groups[ledger.Queueing] - r.Groups[ledger.Waiting]
	rounds := "1 round"
	if r.Rounds > 1 {
		rounds = fmt.Sprintf("%d rounds", r.Rounds)
	}
	sentence := fmt.Sprintf("latency-bound: %s x %s = %d %% of the time", rounds, (fixed / units.Duration(r.Rounds)).Short(), share(fixed))
	if software := r.Groups[ledger.Software]; software > 0 {
		sentence += fmt.Sprintf(", %d %% of the whole in software", share(software))
	}
	return sentence
}

func (b *bound) queueing(r *Result) string {
	what := map[ledger.Component]string{
		ledger.Queue:        "ports on the way send other messages; fewer at once into one port, or more links there, would help, deeper buffers would not",
		ledger.Arbitrate:    "shared links are busy with others; spreading the traffic over more of them would help",
		ledger.HeadOfLine:   "packets stand behind others that wait for another output; virtual output queues would help",
		ledger.Backpressure: "ports stand still for want of credit; deeper buffers would help",
	}
	var largest ledger.Component
	for c := range ledger.Components {
		if c.Group() == ledger.Queueing && (largest.Group() != ledger.Queueing || r.CriticalPath[c] > r.CriticalPath[largest]) {
			largest = c
		}
	}
	return fmt.Sprintf("%s is %d %% of the time: %s", largest, share(r.CriticalPath[largest], r.Total), what[largest])
}

// largest names the component of a group that takes most.
func (r *Result) largest(g ledger.Group) string {
	var name string
	most := units.Duration(-1)
	for c := range ledger.Components {
		if c.Group() == g && r.CriticalPath[c] > most {
			name, most = c.String(), r.CriticalPath[c]
		}
	}
	return name
}

// share is part of total in whole percent, rounded half up.
func share(part, total units.Duration) int64 {
	x := new(big.Int).Mul(big.NewInt(int64(part)), big.NewInt(200))
	x.Add(x, big.NewInt(int64(total)))
	return x.Div(x, new(big.Int).Mul(big.NewInt(2), big.NewInt(int64(total)))).Int64()
}
