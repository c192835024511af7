package diagnosis

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/scenarios"
	"collsim/sim/units"
)

// fault is something that is done to a machine that is well, in the words of a scenario file, not in those of the causes.
type fault struct {
	kind    string
	cause   string              // that is true
	healthy string              // scenario files: before
	ill     string              // and after
	unseen  []scenarios.Setting // of it that NCCL does not see
	sizes   []units.Bytes
	noise   uint64 // seed of the scatter of times
}

// place is a machine: a preset, how many nodes of it, what joins them, and what is measured.
type place struct {
	preset      string
	nodes, gpus int
	transport   string
	nics        int // 0 = all
	collective  string
}

func (p place) text(more string) string {
	of := fmt.Sprintf("{preset: %s, nodes: %d, gpus-per-node: %d", p.preset, p.nodes, p.gpus)
	if p.transport != "" {
		of += ", transport: " + p.transport
	}
	if p.nics > 0 {
		of += fmt.Sprintf(", nics: %d", p.nics)
	}
	return "fabric: " + of + "}\ncollective: " + p.collective + "\n" + more
}

// bench is the machine as it is.
func (p place) bench(t *testing.T) *scenarios.Bench {
	b, err := scenarios.NewBench(machine(t, p.text("")))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// figure is what a parameter of fabric or host is on the machine.
func (p place) figure(t *testing.T, name string) int64 {
	of, ok := fabric.Find(append(host.Parameters(), fabric.Parameters()...), name)
	if !ok {
		t.Fatalf("there is no %s", name)
	}
	s := machine(t, p.text(""))
	v, _ := s.ValueOf(of)
	return v.Int
}

// The machines that faults are drawn for: up to 16 GPUs, to keep it short.
var (
	alone = []place{
		{preset: "hgx-h100", nodes: 1, gpus: 8}, {preset: "hgx-h100", nodes: 1, gpus: 4}, {preset: "hgx-a100", nodes: 1, gpus: 8},
		{preset: "hgx-a100", nodes: 1, gpus: 4}, {preset: "hgx-b200", nodes: 1, gpus: 8}, {preset: "hgx-v100", nodes: 1, gpus: 8},
		{preset: "gh200-4", nodes: 1, gpus: 4}, {preset: "a100-4", nodes: 1, gpus: 4}, {preset: "rtx-pcie-4", nodes: 1, gpus: 4},
		{preset: "pcie-4", nodes: 1, gpus: 4}, {preset: "pcie-8", nodes: 1, gpus: 8}, {preset: "pcie-2", nodes: 1, gpus: 2},
	}
	together = []place{
		{preset: "hgx-h100", nodes: 2, gpus: 8, transport: "infiniband-ndr"}, {preset: "hgx-h100", nodes: 2, gpus: 4, transport: "infiniband-ndr"},
		{preset: "hgx-h100", nodes: 4, gpus: 4, transport: "infiniband-ndr"}, {preset: "hgx-h100", nodes: 2, gpus: 4, transport: "roce-400"},
		{preset: "hgx-h100", nodes: 2, gpus: 8, transport: "efa-v2"}, {preset: "hgx-h100", nodes: 8, gpus: 2, transport: "infiniband-ndr"},
		{preset: "hgx-a100", nodes: 2, gpus: 8, transport: "infiniband-hdr"}, {preset: "hgx-a100", nodes: 4, gpus: 4, transport: "infiniband-hdr"},
		{preset: "hgx-a100", nodes: 2, gpus: 4, transport: "efa-v1"}, {preset: "hgx-b200", nodes: 2, gpus: 8, transport: "infiniband-ndr"},
		{preset: "gh200-4", nodes: 2, gpus: 4, transport: "slingshot-11"}, {preset: "gh200-4", nodes: 4, gpus: 4, transport: "slingshot-11"},
		{preset: "a100-4", nodes: 2, gpus: 4, transport: "slingshot-11"}, {preset: "a100-4", nodes: 4, gpus: 4, transport: "slingshot-11"},
	}
	anywhere = append(append([]place(nil), alone...), together...)
	cards    = []place{{preset: "rtx-pcie-4", nodes: 1, gpus: 4}, {preset: "rtx-pcie-4", nodes: 2, gpus: 4, transport: "infiniband-ndr"}}
	adding   = []place{
		{preset: "hgx-h100", nodes: 1, gpus: 8}, {preset: "hgx-h100", nodes: 1, gpus: 6}, {preset: "hgx-b200", nodes: 1, gpus: 8},
		{preset: "hgx-h100", nodes: 2, gpus: 8, transport: "infiniband-ndr"}, {preset: "hgx-b200", nodes: 2, gpus: 8, transport: "infiniband-ndr"},
	}
	throughPCIe = []place{
		{preset: "rtx-pcie-4", nodes: 1, gpus: 4}, {preset: "pcie-4", nodes: 1, gpus: 4}, {preset: "pcie-8", nodes: 1, gpus: 8}, {preset: "pcie-2", nodes: 1, gpus: 2},
		{preset: "hgx-h100", nodes: 2, gpus: 8, transport: "infiniband-ndr"}, {preset: "hgx-a100", nodes: 2, gpus: 8, transport: "infiniband-hdr"},
		{preset: "a100-4", nodes: 2, gpus: 4, transport: "slingshot-11"}, {preset: "gh200-4", nodes: 2, gpus: 4, transport: "slingshot-11"},
	}
)

// harm is a kind of faults: where it may strike, and how. "" = it cannot strike there.
type harm struct {
	kind, cause string
	where       []place
	how         func(t *testing.T, r *rand.Rand, p place) string
	unseen      func(t *testing.T, r *rand.Rand, p place) []scenarios.Setting // what NCCL does not see; nil = nothing
}

var harms = []harm{
	{"GPUDirect off", "gpudirect-off", together, plainly("set: {host.gpudirect: no}"), nil},
	{"sockets", "sockets", together, func(_ *testing.T, r *rand.Rand, p place) string {
		return p.text(fmt.Sprintf("nccl: {network: sockets}\nset: {host.nccl.net.efficiency: %d %%}", 3+r.IntN(23)))
	}, nil},
	{"NIC 0 of node 0", "slow-nic", together, func(t *testing.T, r *rand.Rand, p place) string { return slowNIC(t, p, 0, 0, spread(r, 0.1, 0.6)) }, nil},
	{"another NIC", "slow-nic", together, func(t *testing.T, r *rand.Rand, p place) string {
		return slowNIC(t, p, 1+r.IntN(p.nodes-1), 1, spread(r, 0.1, 0.6))
	}, nil},
	{"slow GPU", "slow-rank", anywhere, func(_ *testing.T, r *rand.Rand, p place) string {
		return p.text(fmt.Sprintf("ranks: {%d: {slow: %.1f}}", r.IntN(p.nodes*p.gpus), spread(r, 1.6, 4)))
	}, nil},
	{"slow node", "slow-rank", together, func(_ *testing.T, r *rand.Rand, p place) string {
		node, by := r.IntN(p.nodes), spread(r, 1.6, 4)
		var all []string
		for i := range p.gpus {
			all = append(all, fmt.Sprintf("%d: {slow: %.1f}", node*p.gpus+i, by))
		}
		return p.text("ranks: {" + strings.Join(all, ", ") + "}")
	}, nil},
	{"PCIe x8 or x4", "pcie-width", throughPCIe, func(t *testing.T, r *rand.Rand, p place) string {
		return p.text(fmt.Sprintf("set: {pcie.rate: %d B/s}", p.figure(t, "pcie.rate")/int64(2+2*r.IntN(2))))
	}, nil},
	{"one card's PCIe", "pcie-width", cards, func(t *testing.T, r *rand.Rand, p place) string {
		gpu, rate := r.IntN(p.gpus), p.figure(t, "pcie.rate")/int64(2+2*r.IntN(2))
		return p.text(fmt.Sprintf("set: {\"node0/gpu%d>node0/cpu0.rate\": %d B/s, \"node0/cpu0>node0/gpu%d.rate\": %d B/s}", gpu, rate, gpu, rate))
	}, nil},
	{"P2P off", "p2p-off", cards, plainly("nccl: {gpu: pcie}\nset: {p2p.pcie: off}"), nil},
	{"one process", "one-process", anywhere, plainly("nccl: {launch: single}"), nil},
	{"NVLS missing", "nvls-off", adding, plainly("nccl: {env: {NCCL_NVLS_ENABLE: 0}}"), nil},
	{"Tree forced", "algorithm-forced", anywhere, plainly("nccl: {env: {NCCL_ALGO: Tree}}"), nil},
	{"Ring forced", "algorithm-forced", anywhere, plainly("nccl: {env: {NCCL_ALGO: Ring}}"), nil},
	{"protocol forced", "protocol-forced", anywhere, func(_ *testing.T, r *rand.Rand, p place) string {
		return p.text("nccl: {env: {NCCL_PROTO: " + []string{"LL", "Simple"}[r.IntN(2)] + "}}")
	}, nil},
	{"few channels", "channels", anywhere, func(_ *testing.T, r *rand.Rand, p place) string {
		return p.text(fmt.Sprintf("nccl: {env: {NCCL_MAX_NCHANNELS: %d}}", 1+r.IntN(4)))
	}, nil},
	{"many channels", "channels", anywhere, plainly("nccl: {env: {NCCL_MIN_NCHANNELS: 32}}"), nil},
	{"fewer NICs", "fewer-nics", together, func(t *testing.T, r *rand.Rand, p place) string {
		left := 1 + r.IntN(2)
		if len(p.bench(t).Ports(0, left)) == 0 {
			return ""
		}
		p.nics = left
		return p.text("")
	}, nil},
	{"busy links", "congestion", together, plainly(""), func(t *testing.T, r *rand.Rand, p place) []scenarios.Setting {
		left := int64(float64(p.figure(t, "network.rate")) * spread(r, 0.15, 0.7))
		return []scenarios.Setting{{Name: "network.rate", Value: fmt.Sprintf("%d B/s", left)}}
	}},
	{"a neighbour", "congestion", together, func(_ *testing.T, r *rand.Rand, p place) string {
		var to, from []string
		for i := range p.gpus {
			to, from = append(to, fmt.Sprint(i)), append(from, fmt.Sprint(p.gpus+i))
		}
		return p.text(fmt.Sprintf("background: {a: {from: [%s], to: [%s], rate: %.1f GB/s, bytes: 256 KiB}, b: {from: [%s], to: [%s], rate: %.1f GB/s, bytes: 256 KiB}}",
			strings.Join(from, ", "), strings.Join(to, ", "), spread(r, 6, 20), strings.Join(to, ", "), strings.Join(from, ", "), spread(r, 6, 20)))
	}, nil},
	{"GDRCopy off", "gdrcopy-off", together, func(t *testing.T, r *rand.Rand, p place) string {
		more := int64(spread(r, 4, 20) * float64(units.Microsecond))
		return p.text(fmt.Sprintf("set: {host.nccl.net.ll: %d ps, host.nccl.net.ll128: %d ps, host.nccl.net.rise: %d ps}", p.figure(t, "host.nccl.net.ll")+more,
			p.figure(t, "host.nccl.net.ll128")+more, max(0, p.figure(t, "host.nccl.net.rise")-more)))
	}, nil},
	{"cost of each step", "step-cost", together, func(_ *testing.T, r *rand.Rand, p place) string {
		return p.text(fmt.Sprintf("set: {host.nccl.proxy.work: %.1f us}", spread(r, 6, 40)))
	}, nil},
}

// plainly is a fault without a strength.
func plainly(text string) func(*testing.T, *rand.Rand, place) string {
	return func(_ *testing.T, _ *rand.Rand, p place) string { return p.text(text) }
}

// spread is drawn so that each factor is as likely as another.
func spread(r *rand.Rand, low, high float64) float64 { return low * math.Pow(high/low, r.Float64()) }

func slowNIC(t *testing.T, p place, node, nic int, x float64) string {
	var set []string
	for _, l := range p.bench(t).Ports(node, nic) {
		set = append(set, fmt.Sprintf("%q: %d B/s", l+".rate", int64(float64(p.figure(t, "network.rate"))*x)))
	}
	if len(set) == 0 {
		return ""
	}
	return p.text("set: {" + strings.Join(set, ", ") + "}")
}

// drawn is one fault of a kind by a seed: machine, collective, strength and sizes. Draws that nobody could see are drawn
// again.
func drawn(t *testing.T, seed uint64, kind, turn int) fault {
	h := &harms[kind]
	for try := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, uint64(kind)<<32|uint64(turn)<<16|try))
		p := h.where[r.IntN(len(h.where))]
		p.collective = []string{"all_reduce", "all_reduce", "all_reduce", "all_gather", "reduce_scatter"}[r.IntN(5)]
		f := fault{kind: h.kind, cause: h.cause, healthy: p.text(""), noise: r.Uint64()}
		factor := units.Bytes(2 << r.IntN(3))
		for n := units.Bytes(8) << r.IntN(8); n <= 256<<20; n *= factor {
			f.sizes = append(f.sizes, n)
		}
		f.ill = h.how(t, r, p)
		if h.unseen != nil {
			f.unseen = h.unseen(t, r, p)
		}
		if f.ill != "" && visible(t, &f) {
			return f
		}
	}
	t.Fatalf("%s: nothing visible in 1000 draws", h.kind)
	return fault{}
}

// visible tells whether three in ten sizes take a quarter more or less than they did.
func visible(t *testing.T, f *fault) bool {
	before, after := machine(t, f.healthy), machine(t, f.ill)
	b, err := scenarios.NewBench(before)
	if err != nil {
		t.Fatal(err)
	}
	a, err := scenarios.NewBench(after)
	if err != nil {
		return false // no such fault there
	}
	seen := 0
	for _, n := range f.sizes {
		x, err := b.Run(n, nil)
		if err != nil {
			t.Fatal(err)
		}
		y, err := a.Run(n, f.unseen)
		if err != nil {
			return false
		}
		if math.Abs(math.Log(float64(y.Total)/float64(x.Total))) > math.Log(1.25) {
			seen++
		}
	}
	return 10*seen >= 3*len(f.sizes)
}
