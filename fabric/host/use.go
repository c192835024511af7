package host

import (
	"fmt"
	"slices"
	"strings"

	"collsim/fabric"
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
	Across   string // the protocol between nodes; "" = Protocol
	Family   string // "" = Ring
	Launch   string // Process, Thread or Single; "" = Process
	GPUs     int    // that a process drives, where Launch is Single
	Joint    bool   // which launches them together, before any begins, as old versions of NCCL did
	Graph    bool   // launches are replayed from a CUDA graph
	Rooted   bool   // data move to or from one root: its side of the others runs ahead from one call to the next, and links carry one direction
	Peers    int    // that a rank sends to in a group of sends and receives
	Channels int    // that a kernel is launched with
	Blocks   int    // thread blocks in lock-step that one lane of the schedule stands for; 0 = 1
	Threads  int    // of a block; 0 = as many as a block has at most

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
	}{{"protocol", u.Protocol, protocols}, {"protocol", u.Across, protocols}, {"family of algorithms", u.Family, families}, {"launch mode", u.Launch, launches}} {
		if w.word != "" && !slices.Contains(w.valid, w.word) {
			return fmt.Errorf("there is no %s %q; valid: %s", w.what, w.word, strings.Join(w.valid, ", "))
		}
	}
	if u.GPUs < 0 || u.Peers < 0 || u.Blocks < 0 || u.Channels < 0 || u.Threads < 0 {
		return fmt.Errorf("a process of %d GPUs, groups of %d peers, %d channels, lanes of %d blocks of %d threads: none can be below 0", u.GPUs, u.Peers, u.Channels, u.Blocks, u.Threads)
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
func (u Use) across() string   { return orElse(u.Across, u.protocol()) }
func (u Use) family() string   { return orElse(u.Family, Ring) }
func (u Use) launch() string   { return orElse(u.Launch, Process) }

func orElse(word, fallback string) string {
	if word == "" {
		return fallback
	}
	return word
}
