package topofile

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"collsim/fabric"
	"collsim/sim/units"
)

// Import is how a file of another program is to be read.
type Import struct {
	Format string // one of Formats; "" = found by what the file holds
	GPU    string // one of GPUs; "" = guessed
	Nodes  int    // servers of that kind, joined by one switch; 0 = 1
}

// Formats lists the forms of other programs' files that can be read.
func Formats() []string { return []string{"nvidia-smi", "nccl-xml"} }

// gpu is what is known of a GPU by its name.
type gpu struct {
	name   string
	sm     int
	preset string     // whose figures hold in its servers
	rate   units.Rate // of one NVLink, each way
	links  int        // NVLinks that it has; 0 = none
}

// coherent says whether the GPU reaches its CPU by C2C.
func (g gpu) coherent() bool { return strings.HasPrefix(g.name, "g") }

const gigabyte = 1_000_000_000 // bytes per second

// Rates are those of the data sheets, headers included. NCCL plans with less: 20 GB/s a link on sm 70 and 80, 20.6 on 90.
var gpus = []gpu{
	{"p100", 60, "dgx1-v100", 20 * gigabyte, 4},
	{"v100", 70, "dgx1-v100", 25 * gigabyte, 6},
	{"a100", 80, "hgx-a100", 25 * gigabyte, 12},
	{"h100", 90, "hgx-h100", 25 * gigabyte, 18},
	{"gh200", 90, "gh200-4", 25 * gigabyte, 18},
	{"b200", 100, "hgx-b200", 50 * gigabyte, 18},
	{"gb200", 100, "gb200-nvl72", 50 * gigabyte, 18},
	{"pcie", 86, "pcie-8", 0, 0},
}

// GPUs lists the GPUs by whose name figures can be filled in.
func GPUs() []string {
	list := make([]string, len(gpus))
	for i := range gpus {
		list[i] = gpus[i].name
	}
	return list
}

func gpuNamed(name string) (gpu, bool) {
	i := slices.IndexFunc(gpus, func(g gpu) bool { return g.name == name })
	if i < 0 {
		return gpu{}, false
	}
	return gpus[i], true
}

// server is what an importer finds: the devices and links of one node.
type server struct {
	devices []Device
	links   []Link
	nics    []uplink
	notes   []string
	gpu     gpu
}

// uplink is a NIC's link to the network.
type uplink struct {
	nic     string
	figures []fabric.Setting
	note    string
}

func (s *server) add(kind fabric.Kind, name string) string {
	s.devices = append(s.devices, Device{Names: name, Kind: kind, Node: Unsaid})
	return name
}

// wire joins two devices by a medium. What figures leave out is assumed.
func (s *server) wire(a, b, medium string, figures ...fabric.Setting) {
	s.links = append(s.links, Link{From: a, To: b, Medium: medium, Figures: figures})
}

func (s *server) note(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if !slices.Contains(s.notes, text) {
		s.notes = append(s.notes, text)
	}
}

func rateOf(r units.Rate) fabric.Setting {
	return fabric.Setting{Name: "rate", Value: fabric.RateOf(r)}
}

// document puts servers of a kind behind one switch.
func (s *server) document(name string, o Import) *Document {
	nodes := max(o.Nodes, 1)
	slices.SortStableFunc(s.devices, func(a, b Device) int { return cmp.Compare(kindOrder(a.Kind), kindOrder(b.Kind)) })
	slices.SortStableFunc(s.links, func(a, b Link) int { return cmp.Compare(turn(a.From), turn(b.From)) })
	d := &Document{Name: name, Preset: s.gpu.preset, Devices: foldDevices(s.devices), Links: foldLinks(s.links)}
	prefix := ""
	if nodes > 1 {
		prefix = "node0.." + strconv.Itoa(nodes-1) + "/"
	}
	for i := range d.Devices {
		d.Devices[i].Names = prefix + d.Devices[i].Names
	}
	for i := range d.Links {
		d.Links[i].From, d.Links[i].To = prefix+d.Links[i].From, prefix+d.Links[i].To
	}
	if len(s.nics) > 0 {
		d.Devices = append(d.Devices, Device{Names: "leaf0", Kind: fabric.Switch, Node: Unsaid})
		var up []Link
		var nics, cards []string
		for _, n := range s.nics {
			up = append(up, Link{From: n.nic, To: "leaf0", Medium: "network", Figures: n.figures})
			if n.note != "" {
				nics, cards = append(nics, n.nic), append(cards, n.note)
			}
		}
		if len(cards) > 0 {
			s.notes = slices.Insert(s.notes, 0, "in the file: "+strings.Join(fold(nics), ", ")+" = "+strings.Join(fold(cards), ", "))
		}
		for _, l := range foldLinks(up) {
			l.From = prefix + l.From
			d.Links = append(d.Links, l)
		}
		s.note("assumed: all NICs meet in one switch, leaf0")
	} else if nodes > 1 {
		s.note("there are no NICs, so that nodes cannot reach one another; wire them by hand")
	}
	s.fill(d)
	s.assume(d)
	d.Notes = s.notes
	return d
}

// kindOrder is how devices are listed.
func kindOrder(k fabric.Kind) int {
	return slices.Index([]fabric.Kind{fabric.GPU, fabric.NVSwitch, fabric.PCIeSwitch, fabric.CPU, fabric.NIC, fabric.Switch, fabric.Memory}, k)
}

// fill states figures that the preset has none of, because its servers have no such part, as another preset has them.
func (s *server) fill(d *Document) {
	parameters := fabric.Parameters()
	state := func(part string, names []string, figures []fabric.Setting) []fabric.Setting {
		for _, name := range names {
			p, ok := fabric.Find(parameters, part+"."+name)
			if _, has := p.Default(d.Preset); !ok || has || slices.ContainsFunc(figures, func(f fabric.Setting) bool { return f.Name == name }) {
				continue
			}
			for _, other := range []string{"hgx-h100", "dgx1-v100", "gb200-nvl72", "pcie-8"} {
				if v, ok := p.Default(other); ok {
					figures = append(figures, fabric.Setting{Name: name, Value: v.Value})
					s.note("assumed: %s is %v, as of %s, for %s has none", p.Name, v.Value, other, d.Preset)
					break
				}
			}
		}
		return figures
	}
	for i := range d.Devices {
		v := &d.Devices[i]
		if v.Kind != fabric.GPU && v.Kind != fabric.Memory {
			v.Figures = state(v.Kind.String(), []string{"latency"}, v.Figures)
		}
	}
	for i := range d.Links {
		l := &d.Links[i]
		l.Figures = state(l.Medium, []string{"rate", "latency", "frame", "header"}, l.Figures)
	}
}

// turn orders links so that those of a kind stand together and fold.
func turn(from string) int {
	stem, _ := tail(from)
	if at := slices.Index([]string{"pcie", "gpu", "nic"}, stem); at >= 0 {
		return at
	}
	return 3
}

// assume lists the figures that no line states and that are the preset's, with their sources.
func (s *server) assume(d *Document) {
	parameters := fabric.Parameters()
	used := map[string]bool{}
	for i := range d.Links {
		for _, figure := range []string{"rate", "latency"} {
			if !slices.ContainsFunc(d.Links[i].Figures, func(f fabric.Setting) bool { return f.Name == figure }) {
				used[d.Links[i].Medium+"."+figure] = true
			}
		}
	}
	for i := range d.Devices {
		used[d.Devices[i].Kind.String()+".latency"] = true
	}
	for _, p := range parameters {
		if v, ok := p.Default(d.Preset); ok && used[p.Name] {
			s.note("assumed: %s is %v, as of %s: %s", p.Name, v.Value, d.Preset, strings.TrimSuffix(v.Source, "."))
		}
	}
}
