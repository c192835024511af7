package exec

import (
	"fmt"
	"slices"

	"collsim/fabric/host"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// Stand is where a rank stands and whose it is. Several ranks may stand on one GPU, each a process of its own.
type Stand struct {
	GPU    int32       // by its number in the graph
	Node   int32       // the node that the GPU is in
	Luck   uint64      // what its random draws go by
	Bytes  units.Bytes // of its collective: what it prepares, and registers where the cache is cold
	Absent bool        // it takes no part in this run
}

// stand puts rank r on GPU r where nobody says otherwise.
func (c *Config) stand(played int32) []Stand {
	if c.Stands != nil {
		return c.Stands
	}
	call := &c.Schedule.Call
	all := make([]Stand, played)
	for r := range all {
		all[r] = Stand{GPU: int32(r), Node: int32(r / call.PerNode), Luck: uint64(r), Bytes: call.Bytes}
	}
	return all
}

// bindStands finds out who shares a node or a GPU with whom.
func (x *Run) bindStands(c *Config) error {
	x.stands = c.stand(x.played)
	if len(x.stands) != int(x.ranks) && len(x.stands) != int(x.played) {
		return fmt.Errorf("exec: places for %d ranks of %d", len(x.stands), x.ranks)
	}
	gpus := len(x.graph.GPUs)
	nodes := int32(1)
	for r := range x.stands {
		s := &x.stands[r]
		if s.GPU < 0 || int(s.GPU) >= gpus {
			return fmt.Errorf("exec: rank %d on GPU %d, but the fabric has %d GPUs", r, s.GPU, gpus)
		}
		nodes = max(nodes, s.Node+1)
	}
	x.beside, x.among = make([]int32, len(x.stands)), make([]int32, len(x.stands))
	together := false
	onGPU, onNode := make([]int32, gpus), make([]int32, nodes)
	for r := range x.stands {
		s := &x.stands[r]
		x.beside[r], x.among[r] = onGPU[s.GPU], onNode[s.Node]
		together = together || x.beside[r] > 0
		onGPU[s.GPU] += x.schedule.Lanes
		onNode[s.Node] += x.schedule.Lanes
		x.shares = x.shares || onNode[s.Node] > x.schedule.Lanes
		if onGPU[s.GPU] > mostLanes {
			return fmt.Errorf("exec: %d lanes on GPU %d; at most %d", onGPU[s.GPU], s.GPU, mostLanes)
		}
		if onNode[s.Node] > mostLanes && (x.host.Hold > 0 || x.host.Proxy == host.NodeProxy) {
			return fmt.Errorf("exec: %d lanes a node that share a lock or a proxy thread; at most %d", onNode[s.Node], mostLanes)
		}
	}
	x.crowded = nodes
	meet := slices.Max(append(onGPU, x.schedule.Lanes))
	if x.host.Hold > 0 || x.host.Proxy == host.NodeProxy {
		meet = max(meet, slices.Max(onNode))
	}
	x.bindKeys(meet)
	if !together {
		x.beside = nil
	}
	return nil
}

// before is how many lanes ranks before a party have on its GPU.
func (x *Run) before(party int32) int32 {
	if x.seated(party) {
		return 0
	}
	return x.beside[party]
}

// absent reports whether a party takes no part in the run.
func (x *Run) absent(party int32) bool {
	if x.seated(party) {
		return x.seat(party).device < 0
	}
	return x.stands[party].Absent
}

// Ended is when the last lane of some ranks ended that is among the given ones, nil = all, and the trail that led there:
// the critical path of what they do. Absent ranks do not count. It may be asked of a finished run.
func (x *Run) Ended(ranks []int32, lanes []int32) (at units.Time, critical ledger.Parts) {
	last := int32(-1)
	for _, r := range ranks {
		if x.stands[r].Absent {
			continue
		}
		for number := range x.schedule.Lanes {
			if i := r*x.schedule.Lanes + number; lanes == nil || slices.Contains(lanes, number) {
				if last < 0 || x.lanes[i].time > x.lanes[last].time {
					last = i
				}
			}
		}
	}
	if last < 0 {
		return 0, critical
	}
	return x.lanes[last].time, x.book.Parts(last)
}
