package exec_test

import (
	"errors"
	"math/rand"
	"slices"
	"testing"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/sim/units"
)

// regular draws a schedule that may have a symmetry, on a fabric that may have it too.
type regular struct {
	spec  fabric.Spec
	graph *fabric.Graph
	exec.Config
	fold algo.Fold
}

// foldables are fabrics with symmetries of several kinds.
var foldables = []fabric.Spec{
	{Preset: "star", Nodes: 12}, {Preset: "star", Nodes: 16}, {Preset: "star", Nodes: 16, Network: "leaf-spine", Set: []fabric.Setting{{Name: "leaf.nodes", Value: fabric.CountOf(4)}}},
	{Preset: "star", Nodes: 16, Network: "torus-2d"}, {Preset: "star", Nodes: 12, Network: "torus-2d"},
	{Preset: "hgx-h100", Nodes: 4, Network: "switch"}, {Preset: "hgx-h100", Nodes: 4, GPUsPerNode: 4, Network: "rail-optimised"},
	{Preset: "hgx-h100", Nodes: 1}, {Preset: "hgx-a100", Nodes: 2, Network: "switch"}, {Preset: "pcie-8", Nodes: 2, Network: "switch"},
	{Preset: "dgx1-v100", Nodes: 2, Network: "switch"}, {Preset: "hgx-h100", Nodes: 4, Network: "rail-only", Set: []fabric.Setting{{Name: "routing.pxn", Value: fabric.WordOf("on")}}},
	{Preset: "star", Nodes: 16, Network: "fat-tree", Set: []fabric.Setting{{Name: "switch.ports", Value: fabric.CountOf(4)}}},
}

func drawRegular(t testing.TB, r *rand.Rand, graphs map[int]*fabric.Graph) *regular {
	return drawRegularOn(t, r, foldables, graphs)
}

func drawRegularOn(t testing.TB, r *rand.Rand, specs []fabric.Spec, graphs map[int]*fabric.Graph) *regular {
	which := r.Intn(len(specs))
	spec := specs[which]
	g := graphs[which]
	if g == nil {
		var err error
		if g, _, err = fabric.Build(spec); err != nil {
			t.Fatalf("%+v: %v", spec, err)
		}
		graphs[which] = g
	}
	ranks := int32(len(g.GPUs))
	all := algo.All()
	for {
		a := all[r.Intn(len(all))]
		call := algo.Call{Ranks: int(ranks), PerNode: g.GPUsPerNode, Channels: 1 + r.Intn(2)*r.Intn(3), Slices: 1 + r.Intn(2), Bytes: units.Bytes(int(ranks) * []int{0, 8, 840, 5000, 30_000}[r.Intn(5)])}
		if r.Intn(3) > 0 {
			call.Order = g.Order(call.Channels)
		}
		s, err := a.Build(call)
		if err != nil {
			continue
		}
		unit, xor, why := s.Symmetry()
		if why != nil || unit == ranks {
			continue
		}
		var strides []int32
		for d := unit; d < ranks; d += unit {
			if ranks%d == 0 && (!xor || d&(d-1) == 0 && (ranks/d)&(ranks/d-1) == 0) {
				strides = append(strides, d)
			}
		}
		if len(strides) == 0 {
			continue
		}
		z := &regular{spec: spec, graph: g, fold: algo.Fold{Ranks: ranks, Stride: strides[r.Intn(len(strides))], Xor: xor}}
		z.Schedule, z.Graph = s, g
		return z
	}
}

// software draws a library, and ranks that are late or slow by class.
func (z *regular) software(t testing.TB, r *rand.Rand) {
	names := []string{"raw", "raw", "mpi", "gloo"}
	costs, _, err := host.Bind(names[r.Intn(len(names))], nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Intn(4) == 0 {
		costs.Ack = host.HardwareAck
	}
	if r.Intn(4) == 0 {
		costs.Proxy, costs.ProxyWork = host.RankProxy, 100*units.Nanosecond
	}
	z.Host = host.Model{Costs: costs}
	if r.Intn(3) == 0 {
		z.blocks(t, r)
	}
	if r.Intn(4) == 0 {
		z.Window = 1 + int32(r.Intn(3))
	}
	if r.Intn(3) == 0 {
		z.Start = make([]units.Duration, z.fold.Ranks)
		for q := range z.fold.Stride {
			z.Start[q] = units.Duration(r.Intn(1_000_000))
		}
		for q := range z.fold.Ranks {
			z.Start[q] = z.Start[z.fold.Rep(q)]
		}
	}
	if r.Intn(4) == 0 {
		z.Host.Slow = make([]host.Slowdown, z.fold.Ranks)
		for q := range z.fold.Ranks {
			z.Host.Slow[q] = host.Slowdown{Num: 10 + int64(z.fold.Rep(q)%3), Den: 10}
		}
	}
}

// blocks draws a library whose thread blocks move data.
func (z *regular) blocks(t testing.TB, r *rand.Rand) {
	costs, err := host.Use{Protocol: []string{host.LL, host.LL128, host.Simple}[r.Intn(3)], Family: []string{host.Ring, host.Tree, host.P2P}[r.Intn(3)], Peers: 3}.Costs("nccl", nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Intn(3) == 0 {
		costs.NetRise = 6 * us
	}
	if r.Intn(3) == 0 {
		costs.Issue = 50 * us
	}
	if costs.Proxy != host.NoProxy && r.Intn(3) == 0 {
		costs.Proxy = host.NodeProxy
	}
	z.Host = host.Model{Costs: costs}
}

// folded is the run by representatives; nil, and why, where there is none.
func (z *regular) folded(packets bool) (*exec.Run, error) {
	if err := z.Foldable(z.fold); err != nil {
		return nil, err
	}
	orbits, err := z.graph.Orbits(z.fold, nil, packets, z.Pairs(z.fold))
	if err != nil {
		return nil, err
	}
	if why := z.graph.Unplayable(packets); why != nil {
		return nil, why
	}
	c := z.Config
	c.Fold = &exec.Fold{Ranks: z.fold, Fabric: orbits}
	return exec.New(c)
}

// TestFolded plays random regular schedules on random fabrics, in full and by representatives. Where the folded run saw no
// ties, every rank, every part of the critical path, every count and every link agree to the picosecond.
func TestFolded(t *testing.T) {
	graphs := map[int]*fabric.Graph{}
	var same, tied, refused int
	by := map[string]int{}
	for seed := range int64(900) {
		r := rand.New(rand.NewSource(seed))
		z := drawRegular(t, r, graphs)
		z.software(t, r)
		l := levels[1+r.Intn(2)]
		z.Net = l.net(z.graph)
		folded, err := z.folded(l.name == "packet")
		var no *exec.Unfoldable
		var unfit *fabric.Unfit
		if errors.As(err, &no) || errors.As(err, &unfit) {
			refused++
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := folded.Play(0); err != nil { // windows may be too small
			if full, _ := exec.New(z.Config); !stuck(full) || !errors.As(err, new(*exec.Deadlock)) {
				t.Fatalf("seed %d, %s on %v: %v", seed, z.Schedule.Algorithm, z.spec, err)
			}
			continue
		}
		if folded.Ties() > 0 {
			tied++
			continue
		}
		same++
		by[z.spec.Preset+" "+z.graph.Network+" "+l.name]++
		z.compare(t, seed, folded)
	}
	t.Logf("%d agree, %d tied, %d refused; %v", same, tied, refused, by)
	if same < 200 || refused < 20 || tied < 10 {
		t.Errorf("%d agree, %d tied, %d refused: too few of some kind to show anything", same, tied, refused)
	}
}

func stuck(x *exec.Run) bool {
	_, err := x.Play(0)
	return errors.As(err, new(*exec.Deadlock))
}

func (z *regular) compare(t *testing.T, seed int64, folded *exec.Run) {
	t.Helper()
	full, err := exec.New(z.Config)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := full.Play(0); err != nil {
		t.Fatal(err)
	}
	got, want := folded.Outcome(), full.Outcome()
	about := func(what string, a, b any) {
		t.Fatalf("seed %d: %s/%s %+v on %v, %s: %s %v, in full %v", seed, z.Schedule.Collective, z.Schedule.Algorithm, z.Schedule.Call, z.spec, z.fold.Name(), what, a, b)
	}
	if got.Total != want.Total || got.Critical != want.Critical {
		about("total", got.Total, want.Total)
	}
	for q := range z.fold.Ranks {
		if got.Ranks[z.fold.Rep(q)] != want.Ranks[q] {
			about("rank", got.Ranks[z.fold.Rep(q)], want.Ranks[q])
		}
	}
	if got.Messages != want.Messages || got.Payload != want.Payload || got.Controls != want.Controls {
		about("messages", got.Messages, want.Messages)
	}
	for id := range z.graph.Links {
		a, b := folded.Counters(fabric.LinkID(id)), full.Counters(fabric.LinkID(id))
		a.Starved, b.Starved = 0, 0
		if a != b {
			about(z.graph.LinkName(fabric.LinkID(id)), a, b)
		}
	}
	if slices.Equal(got.Ranks, want.Ranks) {
		about("ranks", len(got.Ranks), len(want.Ranks))
	}
}

// TestNearlySymmetric: one link, rank or host that is the least bit unlike the others, and the run is not folded.
func TestNearlySymmetric(t *testing.T) {
	graphs := map[int]*fabric.Graph{}
	spoilt := map[string]int{}
	for seed := range int64(400) {
		r := rand.New(rand.NewSource(seed))
		z := drawRegular(t, r, graphs)
		z.software(t, r)
		z.Net = levels[1].net(z.graph)
		if folded, err := z.folded(false); err != nil || folded == nil {
			continue
		}
		how := z.spoil(t, r)
		if _, err := z.folded(false); err == nil {
			t.Errorf("seed %d: %s/%s on %v, %s, is folded although %s", seed, z.Schedule.Collective, z.Schedule.Algorithm, z.spec, z.fold.Name(), how)
		}
		spoilt[how]++
	}
	for how, n := range spoilt {
		if n < 5 {
			t.Errorf("%s: only %d times", how, n)
		}
	}
	t.Log(spoilt)
}

// spoil changes one thing that matters, by as little as there is.
func (z *regular) spoil(t *testing.T, r *rand.Rand) string {
	odd := z.fold.Stride + int32(r.Intn(int(z.fold.Ranks-z.fold.Stride)))
	switch r.Intn(4) {
	case 0:
		z.Start = slices.Clone(z.Start)
		if z.Start == nil {
			z.Start = make([]units.Duration, z.fold.Ranks)
		}
		z.Start[odd]++
		return "a rank is 1 ps late"
	case 1:
		z.Host.Slow = make([]host.Slowdown, z.fold.Ranks)
		for q := range z.Host.Slow {
			z.Host.Slow[q] = host.Slowdown{Num: 1, Den: 1}
		}
		z.Host.Slow[odd] = host.Slowdown{Num: 1_000_001, Den: 1_000_000}
		return "a host is slow"
	}
	g := *z.graph
	g.Links = slices.Clone(g.Links)
	orbits, err := z.graph.Orbits(z.fold, nil, false, z.Pairs(z.fold))
	if err != nil {
		t.Fatal(err)
	}
	for {
		id := fabric.LinkID(r.Intn(len(g.Links)))
		if _, used := orbits.StandIn(id); !used {
			continue
		}
		z.graph, z.Graph = &g, &g
		if l := &g.Links[id]; r.Intn(2) == 0 {
			l.Latency++
			return "a link is 1 ps slower"
		} else {
			l.Rate--
			return "a link is 1 B/s slower"
		}
	}
}
