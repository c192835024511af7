package scenarios

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"collsim/sim/ledger"
	"collsim/sim/units"
)

// why says in one sentence why the run takes as long as it does, and what else there is to know.
func (b *bound) why(r *Result, watch Watch) (string, error) {
	if r.Total == 0 {
		return "nothing has to be done", nil
	}
	sentence := b.regime(r)
	if others := b.crowded(r); others != "" {
		sentence = others + "; " + sentence
	}
	r.Why = sentence // so much is known while the search goes on
	rival, err := b.rival(r, watch)
	if rival != "" {
		sentence += "; " + rival
	}
	return sentence, err
}

// regime names what half of the critical path or more is made of, or else the parts of the mixture.
func (b *bound) regime(r *Result) string {
	parts := r.regimes()
	first := parts[0]
	of := share(first.time, r.Total)
	if of < 50 {
		return fmt.Sprintf("mixed: %s %d %%, %s %d %%, %s %d %% of the time, no single cause", first.name, of,
			parts[1].name, share(parts[1].time, r.Total), parts[2].name, share(parts[2].time, r.Total))
	}
	switch first.name {
	case "waiting":
		if most := r.largest(ledger.Waiting); most == ledger.Compute.String() && r.CriticalPath[ledger.Skew] == 0 {
			return fmt.Sprintf("compute-bound: computing is %d %% of the time (%s), and what communication adds to it is the rest", of, first.time.Short())
		}
		return fmt.Sprintf("waiting-bound: %s is %d %% of the time (%s), the network is not what is slow",
			r.largest(ledger.Waiting), of, first.time.Short())
	case "queueing":
		return "queueing-bound: " + b.queueing(r)
	case "bytes over rate":
		percent, _, _ := strings.Cut(r.Bound.Percent.String(), ".")
		return fmt.Sprintf("bandwidth-bound: bytes over rate are %d %% of the time, and the lower bound (%s) is %s %% of it",
			of, r.Bound.Binding, percent)
	}
	if r.Rounds == 0 {
		return fmt.Sprintf("software-bound: %s is %d %% of the time", r.largest(ledger.Software), of)
	}
	sentence := fmt.Sprintf("latency-bound: %s = %d %% of the time", rounds(r.Rounds, first.time), of)
	if software := r.Groups[ledger.Software]; software > 0 {
		sentence += fmt.Sprintf(", %d %% of the whole in software", share(software, r.Total))
	}
	return sentence
}

// rounds writes a time as so many rounds of so long.
func rounds(n int, time units.Duration) string {
	if n == 1 {
		return "1 round x " + time.Short()
	}
	return fmt.Sprintf("%d rounds x %s", n, (time / units.Duration(n)).Short())
}

// cause is a kind of time that a run can be bound by.
type cause struct {
	name string
	time units.Duration
}

// regimes are the kinds of time on the critical path, largest first: what each round costs whatever its size (software
// and flight), bytes over rate, queueing, waiting.
func (r *Result) regimes() []cause {
	bytes := r.CriticalPath[ledger.Serialize]
	all := []cause{
		{"rounds", r.Groups[ledger.Software] + r.Groups[ledger.Physical] - bytes}, {"bytes over rate", bytes},
		{"queueing", r.Groups[ledger.Queueing]}, {"waiting", r.Groups[ledger.Waiting]},
	}
	slices.SortStableFunc(all, func(a, b cause) int { return cmpDescending(a.time, b.time) })
	return all
}

func (b *bound) queueing(r *Result) string {
	what := map[ledger.Component]string{
		ledger.Queue:        "ports on the way send other messages; fewer at once into one port, or more links there, would help, deeper buffers would not",
		ledger.Arbitrate:    "shared links are busy with others; spreading the traffic over more of them would help",
		ledger.HeadOfLine:   "packets stand behind others that wait for another output; virtual output queues would help",
		ledger.Retransmit:   "packets were lost and sent again; finding the link that loses them would help, a shorter time-out too, more bandwidth would not",
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
