package topofile

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/fabric"
)

func built(t *testing.T, s fabric.Spec) *fabric.Graph {
	t.Helper()
	g, _, err := fabric.Build(s)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// again reads a document's YAML and builds what it says.
func again(t *testing.T, d *Document) *fabric.Graph {
	t.Helper()
	back, err := load(d.YAML())
	if err != nil {
		t.Fatalf("%v\n%s", err, d.YAML())
	}
	w, problems := back.Wiring()
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	g, _, err := fabric.Wired(w)
	if err != nil {
		t.Fatalf("%v\n%s", err, d.YAML())
	}
	return g
}

// parts are the devices and links of a graph by name, with all of their figures.
func parts(g *fabric.Graph) (devices map[string]fabric.Device, links map[string]fabric.Link) {
	devices, links = map[string]fabric.Device{}, map[string]fabric.Link{}
	for _, d := range g.Devices {
		devices[d.Name] = d
	}
	for id, l := range g.Links {
		l.From, l.To = 0, 0
		links[g.LinkName(fabric.LinkID(id))] = l
	}
	return devices, links
}

// ports are the names of the links that leave and enter each device, in order: ties go by it.
func ports(g *fabric.Graph) map[string][]string {
	all := map[string][]string{}
	for d := range g.Devices {
		for _, id := range slices.Concat(g.Out(fabric.DeviceID(d)), g.In(fabric.DeviceID(d))) {
			all[g.Devices[d].Name] = append(all[g.Devices[d].Name], g.LinkName(id))
		}
	}
	return all
}

// Every preset on every network, written as a graph file and read again, is the same graph: its devices and links with
// all figures, and for each device its ports in their order.
func TestYAMLRoundTrip(t *testing.T) {
	specs := []fabric.Spec{}
	for _, p := range fabric.Presets() {
		specs = append(specs, fabric.Spec{Preset: p.Name, Nodes: 1}, fabric.Spec{Preset: p.Name, Nodes: 2, GPUsPerNode: min(p.GPUsPerNode, 8)})
	}
	for _, n := range fabric.Networks() {
		specs = append(specs, fabric.Spec{Preset: "star", Nodes: 9, Network: n.Name}, fabric.Spec{Preset: "hgx-a100", Nodes: 3, GPUsPerNode: 2, Network: n.Name})
	}
	for _, t := range fabric.Transports() {
		specs = append(specs, fabric.Spec{Preset: "hgx-a100", Nodes: 2, Transport: t.Name, NICs: 12})
	}
	specs = append(specs, fabric.Spec{Preset: "star", Nodes: 4, Set: []fabric.Setting{
		{Name: "nic.rate", Value: fabric.RateOf(1_234_567_891)}, {Name: "network.latency", Value: fabric.DurationOf(1_001)}, {Name: "network.buffer", Value: fabric.SizeOf(70_001)},
		{Name: "network.loss", Value: fabric.ProbabilityOf(1)}, {Name: "node1/gpu0>leaf0.mtu", Value: fabric.SizeOf(9_000)}, {Name: "switch.queueing", Value: fabric.WordOf("input")},
	}})
	for _, s := range specs {
		g := built(t, s)
		h := again(t, Of(g, s.Preset))
		if g.GPUsPerNode != h.GPUsPerNode || g.NICsPerNode != h.NICsPerNode || g.Nodes != h.Nodes {
			t.Errorf("%+v: %d nodes of %d GPUs and %d NICs, not %d of %d and %d", s, h.Nodes, h.GPUsPerNode, h.NICsPerNode, g.Nodes, g.GPUsPerNode, g.NICsPerNode)
		}
		wantDevices, wantLinks := parts(g)
		devices, links := parts(h)
		if diff := cmp.Diff(wantDevices, devices); diff != "" {
			t.Errorf("%+v: devices (-built +read)\n%s", s, diff)
		}
		if diff := cmp.Diff(wantLinks, links); diff != "" {
			t.Errorf("%+v: links (-built +read)\n%s", s, diff)
		}
		if diff := cmp.Diff(ports(g), ports(h)); diff != "" {
			t.Errorf("%+v: ports (-built +read)\n%s", s, diff)
		}
	}
}

// rates are the links inside a server by name, with what NCCL's file tells of them, but for those of some media.
func rates(g *fabric.Graph, without ...string) map[string]string {
	all := map[string]string{}
	for id := range g.Links {
		l := &g.Links[id]
		if g.Devices[l.To].Node != 0 || g.Devices[l.From].Node != 0 || slices.Contains(without, l.Medium) {
			continue
		}
		all[strings.ReplaceAll(g.LinkName(fabric.LinkID(id)), "node0/", "")] = fmt.Sprint(l.Medium, " ", l.Rate)
	}
	return all
}

// Every preset whose GPUs have NICs, written as NCCL's topology and read again, has the same links at the same rates.
// What is lost is said: NCCL has rates of its own between sockets.
func TestNCCLRoundTrip(t *testing.T) {
	for _, p := range fabric.Presets() {
		g := built(t, fabric.Spec{Preset: p.Name, Nodes: 2})
		data, lost, err := NCCL(g, p.Name)
		if g.NICsPerNode == 0 {
			if err == nil || !strings.Contains(err.Error(), "without a NIC") {
				t.Errorf("%s: %v", p.Name, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		d, err := Import{}.Read("f", data)
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		h := again(t, d)
		var without []string
		if slices.ContainsFunc(lost, func(what string) bool { return strings.Contains(what, "between sockets") }) {
			without = []string{"socket"}
		}
		if slices.ContainsFunc(lost, func(what string) bool { return strings.HasPrefix(what, "memories") }) {
			without = append(without, "dram")
		}
		if slices.ContainsFunc(lost, func(what string) bool { return strings.HasPrefix(what, "a PCIe rate of") }) {
			without = append(without, "pcie")
		}
		if diff := cmp.Diff(rates(g, without...), rates(h, without...)); diff != "" {
			t.Errorf("%s: links (-built +read), lost: %q\n%s", p.Name, lost, diff)
		}
		if len(h.GPUs) != p.GPUsPerNode || h.NICsPerNode != g.NICsPerNode {
			t.Errorf("%s: %d GPUs, %d NICs", p.Name, len(h.GPUs), h.NICsPerNode)
		}
		again, _, err := NCCL(h, d.Preset)
		if err != nil || string(again) != string(data) {
			t.Errorf("%s: written again it is otherwise (%v)\n%s", p.Name, err, cmp.Diff(string(data), string(again)))
		}
	}
}

// topoM is what nvidia-smi topo -m would print of a server: the class of each pair by the devices between them.
func topoM(g *fabric.Graph, per int64) string {
	ends := slices.Concat(g.GPUs, g.NICs)
	name := func(i int) string {
		if i < len(g.GPUs) {
			return fmt.Sprint("GPU", i)
		}
		return fmt.Sprint("NIC", i-len(g.GPUs))
	}
	var b strings.Builder
	for i := range ends {
		b.WriteString("\t" + name(i))
	}
	b.WriteString("\tCPU Affinity\tNUMA Affinity\n")
	for i, a := range ends {
		b.WriteString(name(i))
		socket := ""
		for j, c := range ends {
			class := classOf(g, a, c, per)
			if i == j {
				class = " X "
			}
			b.WriteString("\t" + class)
		}
		if i < len(g.GPUs) {
			socket = fmt.Sprint(i * 2 / len(g.GPUs))
		}
		b.WriteString("\t" + socket + "\t" + socket + "\n")
	}
	return b.String()
}

// classOf follows PCIe upwards from both devices to where they meet.
func classOf(g *fabric.Graph, a, b fabric.DeviceID, per int64) string {
	for _, id := range g.Out(a) {
		l := &g.Links[id]
		switch {
		case l.Medium == "nvlink" && l.To == b, l.Medium == "nvlink" && g.Devices[l.To].Kind == fabric.NVSwitch && g.Devices[b].Kind == fabric.GPU:
			return fmt.Sprint("NV", int64(l.Rate)/per)
		}
	}
	up := func(d fabric.DeviceID) (way []fabric.DeviceID) {
		for at, moved := d, true; moved; {
			moved = false
			for _, id := range g.Out(at) {
				l := &g.Links[id]
				if k := g.Devices[l.To].Kind; l.Medium == "pcie" && (k == fabric.CPU || k == fabric.PCIeSwitch && at == d) {
					way, at, moved = append(way, l.To), l.To, g.Devices[l.To].Kind != fabric.CPU
					break
				}
			}
		}
		return way
	}
	x, y := up(a), up(b)
	switch {
	case x[0] == y[0] && g.Devices[x[0]].Kind == fabric.PCIeSwitch:
		return "PIX"
	case x[len(x)-1] == y[len(y)-1]:
		return "NODE"
	}
	return "SYS"
}

// A matrix as nvidia-smi would print it of a preset gives the preset back, links and rates, as far as classes tell: NVLinks
// hide the PCIe switches of GPUs that no NIC stands beside. A matrix of which every second cell is damaged, never both of a
// pair, gives the same.
func TestMatrixRoundTrip(t *testing.T) {
	for _, c := range []struct {
		preset, gpu string
		per         int64
	}{{"hgx-h100", "h100", 25 * gigabyte}, {"hgx-a100", "a100", 25 * gigabyte}, {"hgx-b200", "b200", 50 * gigabyte}, {"dgx1-v100", "v100", 25 * gigabyte}, {"pcie-8", "pcie", 1}} {
		g := built(t, fabric.Spec{Preset: c.preset, Nodes: 1})
		text := topoM(g, c.per)
		damaged := strings.Split(text, "\n")
		for i := 1; i < len(damaged)-1; i++ {
			cells := strings.Split(damaged[i], "\t")
			for j := 1; j < len(cells)-2; j++ {
				if (i < j) == ((i+j)%2 == 0) && i != j {
					cells[j] = "?!"
				}
			}
			damaged[i] = strings.Join(cells, "\t")
		}
		for _, form := range []string{text, strings.ReplaceAll(text, "\t", "   "), strings.ReplaceAll(strings.ReplaceAll(text, "SYS\tSYS", "SYSSYS"), "PIX\tNODE", "PIXNODE"), strings.Join(damaged, "\n")} {
			d, err := Import{GPU: c.gpu}.Read("f", []byte(form))
			if err != nil {
				t.Fatalf("%s: %v\n%s", c.preset, err, form)
			}
			if diff := cmp.Diff(rates(g), rates(again(t, d))); diff != "" {
				t.Fatalf("%s (-built +read)\n%s\n%s", c.preset, diff, form)
			}
		}
	}
}

// Ranges that are folded expand to the same lists.
func TestFoldIsExpandBackwards(t *testing.T) {
	for _, names := range [][]string{
		{"gpu0"}, {"gpu0", "gpu1", "gpu2"}, {"gpu0", "gpu2"}, {"gpu9", "gpu10", "nic0"}, {"a", "b"}, {"gpu01", "gpu02"}, {"gpu1", "gpu0"}, {"node0/gpu7", "node1/gpu8"},
	} {
		var back []string
		for _, f := range fold(names) {
			all, err := expand(f)
			if err != nil {
				t.Fatal(err)
			}
			back = append(back, all...)
		}
		if !slices.Equal(names, back) {
			t.Errorf("%v folds to %v, which is %v", names, fold(names), back)
		}
	}
	if all, err := expand("node0..1/gpu8..10"); err != nil || strings.Join(all, " ") != "node0/gpu8 node0/gpu9 node0/gpu10 node1/gpu8 node1/gpu9 node1/gpu10" {
		t.Error(all, err)
	}
}
