package scenarios

import (
	"errors"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
)

// manyRanks is from how many ranks on two servers are drawn for all of a fabric whose servers are interchangeable, where
// the run can be folded by servers. Below it is no trouble to draw all and look at every link.
const manyRanks = 1 << 14

// errWhole says that a fabric must be drawn as it is.
var errWhole = errors.New("fabric: single servers matter")

// bind builds a scenario. The error is fabric.Problems where the fabric is at fault, and *Stopped where the Watch says so.
func bind(s Scenario, watch Watch) (*bound, error) { return bindFrom(s, watch, manyRanks) }

// bindFrom is bind where two servers may be drawn for all from so many ranks on; 0 = never.
func bindFrom(s Scenario, watch Watch, many int) (*bound, error) {
	b := &bound{scenario: s, asked: s, many: many}
	err := b.bind(watch)
	if errors.Is(err, errWhole) {
		b = &bound{scenario: s, asked: s}
		err = b.bind(watch)
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}

// sketches reports whether the scenario names no single server or rank, and has so many that it pays to draw two servers for
// all.
func (b *bound) sketches() bool {
	s := &b.scenario
	preset, _ := fabric.FindPreset(s.Fabric.Preset)
	per := s.Fabric.GPUsPerNode
	if per == 0 {
		per = preset.GPUsPerNode
	}
	ranks := s.Fabric.Nodes * per
	if b.many == 0 || s.Fold == foldOff || ranks < b.many || s.Ranks != 0 && s.Ranks != ranks {
		return false
	}
	a, ok := algo.Find(algo.Collective(s.Collective), s.Algorithm)
	return ok && s.Rings == nil && a.Site == "" && !a.Rooted && s.Fabric.Graph == nil && !s.Workload.many() && s.Placement.packed() &&
		len(s.Jobs) == 0 && len(s.Groups) == 0 && len(s.Background) == 0 && len(s.Stragglers) == 0
}

// standsAlone is errWhole where a sketch cannot be folded by whole servers.
func (b *bound) standsAlone() error {
	if !b.graph.Sketched() {
		return nil
	}
	f, _ := fidelityOf(byMessages) // the level makes no difference to schedule and hosts
	c := b.config(f)
	if c.Foldable(b.serverFold()) != nil {
		return errWhole
	}
	return nil
}

// serverFold takes the ranks of the first server for those of all.
func (b *bound) serverFold() algo.Fold {
	_, xor, _ := b.schedule.Symmetry()
	return algo.Fold{Ranks: int32(b.scenario.Ranks), Stride: int32(b.graph.GPUsPerNode), Xor: xor}
}

// whole draws all servers of a scenario, if two had been drawn.
func (b *bound) whole(watch Watch) error {
	if !b.graph.Sketched() {
		return nil
	}
	w, err := bindFrom(b.asked, watch, 0)
	if err != nil {
		return err
	}
	w.vain, w.forgives, w.meter, w.folding, w.host = b.vain, b.forgives, b.meter, b.folding, b.host
	*b = *w
	return nil
}

// drawnPorts are the ports that may be among the hottest, in the order of the links of the whole fabric: what is inside the
// first servers, then what joins them to the network. Those of other servers do the same.
func (b *bound) drawnPorts(run *exec.Run) []Port {
	g := b.graph
	var all []Port
	for _, inside := range []bool{true, false} {
		for node := range min(g.Nodes, hottest) {
			for i := range g.Links {
				id := fabric.LinkID(i)
				c := b.counters(run, id)
				if g.Home(id) == id && g.Indoors(id) == inside && c.Packets > 0 {
					all = append(all, Port{Link: g.NameIn(id, node), Bytes: c.Bytes, Busy: c.Busy, Starved: c.Starved})
				}
			}
		}
	}
	return all
}
