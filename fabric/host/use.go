package host

import (
	"fmt"
	"slices"
	"strings"

	"collsim/fabric"
	"collsim/sim/units"
)

// The protocols by which kernels hand data on.
const (
	LL     = "ll"     // 4 bytes of data and a flag of 4 in every store
	LL128  = "ll128"  // 120 bytes of data and a flag of 8 in every line
	Simple = "simple" // slices, each with a counter and a fence
)

// The families of algorithms, as far as software goes.
const (
	Ring     = "ring"      // and chains
	Tree     = "tree"      // a block's threads are shared between going up and going down
	NVLS     = "nvls"      // the switches of a node add up and copy
	NVLSTree = "nvls_tree" // and trees join nodes
	CollNet  = "collnet"   // switches between nodes add up
	PAT      = "pat"
	P2P      = "p2p" // grouped sends and receives
)

// Who launches kernels.
const (
	Process = "process" // each GPU has a process of its own
	Thread  = "thread"  // each GPU has a thread of one process
	Single  = "single"  // one thread launches on all GPUs of its process, one after the other
)

// Use is what else than parameters the costs of a library go by: how it is used. The zero value is Simple, a Ring, a Process
// for each GPU. Only libraries of kernels look at it.
type Use struct {
	Protocol string // LL, LL128 or Simple; "" = Simple
	Family   string // "" = Ring
	Launch   string // Process, Thread or Single; "" = Process
	GPUs     int    // that a process drives, where Launch is Single
	Joint    bool   // which launches them together, before any begins, as old versions of NCCL did
	Graph    bool   // launches are replayed from a CUDA graph
	Rooted   bool   // broadcast or reduce: the root runs ahead of others from one call to the next
	Peers    int    // that a rank sends to in a group of sends and receives

	Defaults []fabric.Setting // of the machine at hand: instead of the library's, where nobody sets them
}

var (
	protocols = []string{LL, LL128, Simple}
	families  = []string{Ring, Tree, NVLS, NVLSTree, CollNet, PAT, P2P}
	launches  = []string{Process, Thread, Single}
)

// Bind is Bind for the use given.
func (u Use) Bind(library string, set []fabric.Setting) (Costs, []fabric.Remark, error) {
	l, with, err := u.costs(library, set)
	if err != nil {
		return Costs{}, nil, err
	}
	var remarks []fabric.Remark
	for i, s := range set {
		if without := costs(l, u, slices.Delete(slices.Clone(set), i, i+1)); without == with {
			remarks = append(remarks, fabric.Remark{Where: "set." + s.Name, Text: "changed nothing: " + u.why(l, s)})
		}
	}
	return with, remarks, nil
}

// Costs is Bind for whoever needs no remarks.
func (u Use) Costs(library string, set []fabric.Setting) (Costs, error) {
	_, c, err := u.costs(library, set)
	return c, err
}

func (u Use) costs(library string, set []fabric.Setting) (Library, Costs, error) {
	l, ok := FindLibrary(library)
	if !ok {
		return Library{}, Costs{}, fmt.Errorf("there is no library %q; valid: %s", library, strings.Join(libraryNames(), ", "))
	}
	if err := u.valid(); err != nil {
		return Library{}, Costs{}, err
	}
	for _, from := range [][]fabric.Setting{u.Defaults, set} {
		if err := allowed(from); err != nil {
			return Library{}, Costs{}, err
		}
	}
	return l, costs(l, u, set), nil
}

// valid refuses words that mean nothing.
func (u Use) valid() error {
	for _, w := range []struct {
		what, word string
		valid      []string
	}{{"protocol", u.Protocol, protocols}, {"family of algorithms", u.Family, families}, {"launch mode", u.Launch, launches}} {
		if w.word != "" && !slices.Contains(w.valid, w.word) {
			return fmt.Errorf("there is no %s %q; valid: %s", w.what, w.word, strings.Join(w.valid, ", "))
		}
	}
	if u.GPUs < 0 || u.Peers < 0 {
		return fmt.Errorf("a process of %d GPUs and groups of %d peers: neither can be below 0", u.GPUs, u.Peers)
	}
	return nil
}

// allowed refuses settings that are not of this package, or whose values are not allowed.
func allowed(set []fabric.Setting) error {
	all := Parameters()
	for _, s := range set {
		p, ok := fabric.Find(all, s.Name)
		if !ok {
			return fmt.Errorf("there is no parameter %s of the software path", s.Name)
		}
		if err := p.Allows(s.Value); err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
	}
	return nil
}

// why says for what reason a setting changed nothing.
func (u Use) why(l Library, s fabric.Setting) string {
	if v := (figures{l, u, nil}).value(s.Name); v == s.Value {
		return "library " + l.Name + " has it so already"
	}
	return "library " + l.Name + " does not use it here"
}

func (u Use) protocol() string { return orElse(u.Protocol, Simple) }
func (u Use) family() string   { return orElse(u.Family, Ring) }
func (u Use) launch() string   { return orElse(u.Launch, Process) }

func orElse(word, fallback string) string {
	if word == "" {
		return fallback
	}
	return word
}

// kernel binds how blocks move data, where a library has such.
func (c *Costs) kernel(f figures) {
	if !f.library.kernels {
		return
	}
	k, u, protocol := &c.Kernel, &f.use, f.use.protocol()
	k.Block, k.Piece, k.Hop = f.rate("host.nccl.block."+protocol), f.span("host.nccl.piece."+protocol), f.span("host.nccl.hop."+protocol)
	k.Lines = protocol != Simple
	k.NetHop = f.span("host.nccl.net." + protocol)
	if rise := f.span("host.nccl.net.rise"); rise > 0 && protocol != Simple {
		k.NetRise, k.NetEager = rise, f.size("host.nccl.net.eager")
	}
	inside, across := f.wire(protocol, "host.nccl.link.efficiency"), f.wire(protocol, "host.nccl.net.efficiency")
	if protocol == LL {
		k.ProxyRate = f.rate("host.nccl.proxy.ll-rate")
	}
	switch u.family() {
	case Tree:
		k.Block = f.share(k.Block, "host.nccl.tree.share")
	case NVLS, NVLSTree:
		k.Block, k.Hop = 0, 0
		k.Start, k.Piece = f.span("host.nccl.nvls.start"), f.span("host.nccl.nvls.piece")
		inside = f.wire(protocol, "host.nccl.nvls.efficiency")
	case CollNet:
		across = f.less(across, "host.nccl.collnet.efficiency")
	case P2P:
		inside, across = f.less(inside, "host.nccl.p2p.efficiency"), f.less(across, "host.nccl.p2p.net-efficiency")
	}
	k.Wire, k.NetWire = inside, across
	if work := f.span("host.nccl.proxy.work"); work > 0 || k.ProxyRate > 0 {
		c.Proxy, c.ProxyWork = RankProxy, work
	}
	c.launches(f)
}

// launches binds what it takes to launch kernels.
func (c *Costs) launches(f figures) {
	u := &f.use
	p := units.Duration(max(u.GPUs, 1))
	issue := p * f.span("host.nccl.launch.issue")
	group, peer := f.span("host.nccl.p2p.group"), f.span("host.nccl.p2p.peer")
	switch u.launch() {
	case Process:
	case Thread:
		c.Launch = f.span("host.nccl.launch.thread")
		if u.Rooted {
			c.Launch = units.Duration(f.part(int64(c.Launch), "host.nccl.launch.rooted"))
		}
	case Single:
		if u.Joint || u.family() == P2P { // a group is launched when all of it is known
			c.Launch, group, peer = issue, 0, p*f.span("host.nccl.p2p.issue")
		} else {
			c.Issue = issue
		}
	}
	if u.Graph {
		c.Launch = max(0, c.Launch-f.span("host.nccl.launch.graph-saves"))
	} else if u.family() == P2P {
		c.Enqueue = group + units.Duration(u.Peers)*peer
	}
}

// wire is how many bytes of a link a byte of payload takes.
func (f figures) wire(protocol, efficiency string) Ratio {
	r := Ratio{}
	switch protocol {
	case LL:
		r = r.times(2, 1)
	case LL128:
		r = r.times(128, 120)
	}
	return f.less(r, efficiency)
}

// less is a ratio of bytes on the wire where only a share of the link is left.
func (f figures) less(r Ratio, share string) Ratio {
	if v := f.count(share); v > 0 {
		return r.times(int64(units.Certain), v)
	}
	return r
}

// share is a share of a rate, rounded down; all of it where there is none.
func (f figures) share(r units.Rate, share string) units.Rate {
	return units.Rate(f.part(int64(r), share))
}

// part is a share of a number, rounded down; all of it where the share is 0.
func (f figures) part(n int64, share string) int64 {
	if v := f.count(share); v > 0 {
		return Ratio{v, int64(units.Certain)}.floor(n)
	}
	return n
}
