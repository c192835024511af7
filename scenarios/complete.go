package scenarios

import (
	"slices"
	"strconv"
	"strings"

	"collsim/algo"
)

// What holds where a scenario says nothing.
const (
	defaultFidelity = "auto"
	defaultSync     = "dataflow"
	defaultLibrary  = "mpi"
	defaultSeed     = 1
)

// complete fills in what was left out and checks what no key can check alone. Nothing is checked on top of a value that
// was refused: one mistake gives one message.
func (r *reader) complete(n *node, d *draft) {
	d.Fidelity = or(d.Fidelity, defaultFidelity)
	d.Fold = or(d.Fold, foldAuto)
	d.Sync = or(d.Sync, defaultSync)
	d.Library = or(d.Library, defaultLibrary)
	r.nccl(n, d)
	if d.Grant == grantExact {
		d.Grant = ""
	}
	if d.Rivals == rivalsAuto {
		d.Rivals = ""
	}
	if d.OnError == goBack {
		d.OnError = ""
	}
	if n.Get("seed") == nil {
		d.Seed = defaultSeed
	}
	r.workload(n, d)
	r.jobs(n, d)
	r.groups(n, d)
	r.background(n, d)
	if len(d.Jobs)+len(d.Groups) == 0 {
		r.method(n, d)
		r.payload(n, d)
	}
	r.size(n, d)
	if d.Replicates == 1 {
		d.Replicates = 0
	}
	r.law(n.Get("jitter"), "jitter", &d.Jitter)
	for i := range d.Stragglers {
		late := &d.Stragglers[i]
		rank := strconv.Itoa(late.Rank)
		r.law(n.At("ranks", rank, "start"), "ranks."+rank+".start", &late.Late)
		r.law(n.At("ranks", rank, "noise"), "ranks."+rank+".noise", &late.Noise)
	}
	d.Stragglers = slices.DeleteFunc(d.Stragglers, func(s Straggler) bool { return s.nominal() })
}

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// method checks that the collective has the algorithm, and drops what the algorithm does not look at.
func (r *reader) method(n *node, d *draft) {
	if n.Get("schedule") != nil {
		r.outside(n, d)
		return
	}
	if n.Get("collective") == nil && d.Collective == "" {
		r.missing(n, "collective", strings.Join(r.catalogue.collectives(), ", "))
	}
	if d.Collective == "" {
		return
	}
	has := r.catalogue.algorithms(d.Collective)
	if d.Algorithm == auto {
		return // what it does not look at is not known yet
	}
	if n.Get("algorithm") == nil {
		if len(has) != 1 {
			r.missing(n, "algorithm", d.Collective+" has "+strings.Join(has, ", "))
			return
		}
		d.Algorithm = has[0]
	}
	if d.Algorithm == "" {
		return
	}
	a, ok := r.catalogue.algorithm(d.Collective, d.Algorithm)
	if !ok {
		r.unknown(n.Get("algorithm").Where, "algorithm: "+d.Collective+" has none of this name", d.Algorithm, has)
		d.Algorithm = ""
		return
	}
	if d.Slices > 1 && !a.Sliced {
		r.warn(n.Get("slices").Where, "slices: "+d.Algorithm+" does not pipeline; this changes nothing", n.Get("slices").Text, "")
	}
	if d.Slices == 1 && a.Site == "" || !a.Sliced {
		d.Slices = 0
	}
	if d.Root > 0 && !a.Rooted {
		r.warn(n.Get("root").Where, "root: "+d.Algorithm+" has none; this changes nothing", n.Get("root").Text, "")
		d.Root = 0
	}
	r.inter(n, d, a.Inter)
}

// inter settles what runs across nodes, for an algorithm that has a choice there.
func (r *reader) inter(n *node, d *draft, choice []string) {
	switch {
	case len(choice) > 0:
		d.Inter = or(d.Inter, choice[0])
		if !slices.Contains(choice, d.Inter) {
			r.unknown(n.Get("inter").Where, "inter: "+d.Algorithm+" has none of this name", d.Inter, choice)
		}
	case d.Inter != "":
		r.warn(n.Get("inter").Where, "inter: "+d.Algorithm+" has none; this changes nothing", d.Inter, "")
		d.Inter = ""
	}
}

func (r *reader) payload(n *node, d *draft) {
	bytes := n.Get("bytes")
	switch {
	case d.Collective == string(algo.Barrier):
		if d.Bytes > 0 {
			r.problem(bytes.Where, "bytes: a barrier moves none", bytes.Text, "leave bytes out")
		}
	case d.Workload.sized():
		if bytes != nil && d.Workload.Kind == storm {
			r.problem(bytes.Where, "bytes: stands beside workload.sizes", bytes.Text, "one of the two")
		}
	case bytes == nil:
		r.missing(n, "bytes", "a size such as 64 MiB")
	}
}

// size settles how many nodes and ranks there are and checks what counts on them.
func (r *reader) size(n *node, d *draft) {
	wired := r.graph(n, d)
	preset := n.At("fabric", "preset")
	if preset == nil && !wired && n.At("fabric", "graph") == nil { // a graph that is left has been refused
		r.missing(n, "fabric.preset", strings.Join(r.catalogue.presets(), ", "))
	}
	p, ok := r.catalogue.preset(d.Fabric.Preset)
	if !ok {
		return
	}
	if wired {
		r.wired(n, d)
		return
	}
	perNode := d.Fabric.GPUsPerNode
	if perNode > p.GPUsPerNode {
		at := n.At("fabric", "gpus-per-node")
		r.problem(at.Where, "fabric.gpus-per-node: more than the server has", at.Text, "at most "+strconv.Itoa(p.GPUsPerNode))
		return
	}
	if perNode == 0 {
		perNode = p.GPUsPerNode
	}
	if d.Fabric.Nodes == 0 {
		if n.At("fabric", "nodes") != nil {
			return // refused already
		}
		d.Fabric.Nodes = max(p.Nodes, 1)
		if most := d.highest(); most > 0 {
			d.Fabric.Nodes = (most + perNode - 1) / perNode
		}
	}
	r.peopled(n, d, d.Fabric.Nodes*perNode)
}

// wired takes the size of a fabric from its graph.
func (r *reader) wired(n *node, d *draft) {
	if d.Fabric.Graph == nil {
		return // refused already
	}
	var perNode int
	perNode, d.Fabric.Nodes = extent(d.Fabric.Graph)
	d.Fabric.GPUsPerNode = perNode
	r.peopled(n, d, d.Fabric.Nodes*perNode)
}

// peopled checks how many of the GPUs take part.
func (r *reader) peopled(n *node, d *draft, gpus int) {
	if !r.placed(n, d, gpus) {
		return
	}
	if d.Ranks > gpus {
		at := n.At("ranks", "count")
		if at == nil {
			at = n.Get("schedule")
		}
		r.problem(at.Where, "ranks: more than the "+strconv.Itoa(gpus)+" GPUs of the fabric", at.Text, "1 to "+strconv.Itoa(gpus))
		return
	}
	ranks := gpus
	if d.Ranks > 0 {
		ranks = d.Ranks
	}
	if d.Ranks == gpus {
		d.Ranks = 0
	}
	r.jobsPlaced(n, d, gpus)
	r.backgroundPlaced(n, d, gpus)
	if len(d.Jobs)+len(d.Groups) > 0 {
		r.groupsFit(n, d, ranks)
		r.late(n, ranks)
		return
	}
	r.ranked(n, d, ranks)
}

// ranked checks numbers of ranks.
func (r *reader) ranked(n *node, d *draft, ranks int) {
	r.ranksOfWorkload(n, d, ranks)
	valid := "0 to " + strconv.Itoa(ranks-1)
	if d.Root >= ranks {
		at := n.Get("root")
		r.problem(at.Where, "root: not one of the "+strconv.Itoa(ranks)+" ranks", at.Text, valid)
	}
	r.late(n, ranks)
	a, ok := r.catalogue.algorithm(d.Collective, d.Algorithm)
	if ok && a.PowerOfTwo && ranks&(ranks-1) != 0 {
		where := n.Where
		if at := n.Get("algorithm"); at != nil {
			where = at.Where
		}
		r.problem(where, "algorithm: needs a power of two of ranks, not "+strconv.Itoa(ranks), d.Algorithm, powersAround(ranks))
	}
}

// late checks the numbers of ranks that are late or slow.
func (r *reader) late(n *node, ranks int) {
	crew := n.Get("ranks")
	if crew == nil {
		return
	}
	for _, f := range crew.Fields {
		if rank, err := strconv.ParseUint(f.Name, 10, 31); err == nil && int(rank) >= ranks {
			r.problem(f.Where, "ranks: not one of the "+strconv.Itoa(ranks)+" ranks", f.Name, "0 to "+strconv.Itoa(ranks-1))
		}
	}
}
