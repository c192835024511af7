package nccl

import (
	"fmt"
	"slices"
	"strings"

	"collsim/algo"
	"collsim/sim/units"
)

// Choice is all that a schedule needs to know.
type Choice struct {
	Collective algo.Collective
	Bytes      units.Bytes
	Algorithm  string    // of package algo
	Method     Algorithm // of NCCL
	Protocol   Protocol
	Across     Protocol // between nodes; of sends and receives it may be another

	Channels int         // thread blocks at work; of sends and receives, those of one peer
	Threads  int         // of a block
	Chunk    units.Bytes // data that a block hands on as one unit, at most; of NVLS, for one head
	Pieces   int         // slices of a chunk, each flagged on its own
	Loops    int         // chunks one after the other in each block
	Window   int         // messages that a block may have on their way to a peer
	Heads    int         // GPUs that add up, of NVLS and CollNet
	Peers    int         // served at the same time, of sends and receives

	Lanes    int         // Call.Channels: as many copies of the schedule split the bytes
	Blocks   int         // thread blocks that a lane of the schedule stands for
	Slices   int         // Call.Slices: all pieces of a chunk of the schedule
	Batch    int         // Call.Batch: how many go round together; 0 = all
	Portion  units.Bytes // Call.Portion: of a chunk of the schedule, what a batch takes, or a slice where there are none
	Lone     bool        // Call.Lone: only channels of the first tree are used
	Together int         // Call.Together: chunks of ranks that share a message, of PAT

	Time units.Duration // what NCCL expects; 0 = it has no model of it
	Why  string         // in a sentence
}

// Want is what a scenario fixes; the zero value leaves all to NCCL.
type Want struct {
	Algorithm string // of package algo; "" or auto
	Protocol  string // ll, ll128, simple; "" or auto
	Channels  int    // thread blocks; 0 = as NCCL counts
}

// Choose is what NCCL does for n bytes, as nccl-tests prints them (of one rank's send buffer for all_to_all).
func (t *Tuning) Choose(coll algo.Collective, n units.Bytes) (Choice, error) {
	return t.Take(coll, n, Want{})
}

// Take is what NCCL does if the user wants some of it otherwise.
func (t *Tuning) Take(coll algo.Collective, n units.Bytes, w Want) (Choice, error) {
	c, ok := index(coll)
	if !ok {
		return t.takeGroup(coll, n, w)
	}
	list, err := t.candidates(c, n, w)
	if err != nil {
		return Choice{}, err
	}
	first, second := best(list)
	if first == nil {
		return Choice{}, fmt.Errorf("nccl: nothing is left for %s: %s", coll, strings.Join(absent(list), "; "))
	}
	x := Choice{Collective: coll, Bytes: n, Algorithm: first.Algorithm, Method: first.Method, Protocol: first.Protocol, Across: first.Protocol, Time: first.Time}
	t.size(&x, w.Channels)
	x.Why = t.why(first, second, w)
	return x, nil
}

// candidates are the predictions that a wish leaves over.
func (t *Tuning) candidates(c int, n units.Bytes, w Want) ([]Prediction, error) {
	coll := collectives[c]
	list := t.Predict(coll, n)
	if w.Protocol != "" && w.Protocol != "auto" {
		if err := t.force(c, n, list, w.Protocol); err != nil {
			return nil, err
		}
	}
	if w.Algorithm == "" || w.Algorithm == "auto" {
		return list, nil
	}
	kept, names := list[:0:0], []string(nil)
	for _, x := range list {
		if x.Algorithm == w.Algorithm {
			kept = append(kept, x)
		}
		if x.Protocol == LL && t.unfit(coll, x.Method, Simple) == "" {
			names = append(names, x.Algorithm)
		}
	}
	if len(kept) == 0 {
		return nil, fmt.Errorf("nccl: NCCL has no %s by %q: there is %s", coll, w.Algorithm, strings.Join(names, ", "))
	}
	return kept, nil
}

// force leaves one protocol, also where NCCL would not trust it by itself, as NCCL_PROTO does.
func (t *Tuning) force(c int, n units.Bytes, list []Prediction, name string) error {
	for p := range protocols {
		if p.String() != name {
			continue
		}
		for i := range list {
			x := &list[i]
			switch {
			case x.Protocol != p:
				x.Why = "protocol " + name + " is asked for"
			case t.System.Ranks > 1 && !x.Available() && t.unfit(collectives[c], x.Method, p) == "" && t.Env.protocols[c][p] != denied && t.Env.algorithms[c][x.Method] != denied:
				*x = t.predict(c, x.Method, p, row{lag: t.lag(c, x.Method, p), rate: t.rate(c, x.Method, p)}, n)
			}
		}
		return nil
	}
	return fmt.Errorf("nccl: there is no protocol %q: there are %s", name, strings.Join(protocolNames[:], ", "))
}

// why says the choice in a sentence.
func (t *Tuning) why(first, second *Prediction, w Want) string {
	text := fmt.Sprintf("NCCL %v expects %s us of %v/%s", t.Version, microseconds(first.Time), first.Method, first.Protocol.Word())
	switch {
	case second != nil:
		text += fmt.Sprintf(" and %s us of the next, %v/%s", microseconds(second.Time), second.Method, second.Protocol.Word())
	case w == Want{}:
		text += ", and nothing else is available"
	default:
		text += ", which is what was asked for"
	}
	return text
}

// absent says why combinations are not available, a line a reason: by the algorithm alone if none of its protocols is. Of
// algorithms that speak Simple only, nothing is said of the others.
func absent(list []Prediction) []string {
	var reasons, names []string
	for _, x := range list {
		if x.Available() || x.Method.simpleOnly() && x.Protocol != Simple {
			continue
		}
		name := x.Method.String()
		if someOf(list, x.Method) {
			name += "/" + x.Protocol.Word()
		}
		i := slices.Index(reasons, x.Why)
		switch {
		case i < 0:
			reasons, names = append(reasons, x.Why), append(names, name)
		case names[i] != name && !strings.HasSuffix(names[i], ", "+name):
			names[i] += ", " + name
		}
	}
	for i := range names {
		names[i] += ": " + reasons[i]
	}
	return names
}

// someOf says whether an algorithm is available by some protocol.
func someOf(list []Prediction, a Algorithm) bool {
	return slices.ContainsFunc(list, func(x Prediction) bool { return x.Method == a && x.Available() })
}
