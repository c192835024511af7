package fabric

import (
	"fmt"
	"slices"

	"collsim/sim/units"
	"collsim/sim/words"
)

// Wiring is a fabric device by device and link by link, for what no preset gives.
type Wiring struct {
	Name    string
	Preset  string // the server whose figures hold for what the wiring leaves out
	Devices []WiredDevice
	Links   []WiredLink
	Set     []Setting // figures that differ from the preset's, and figures of single links
	Down    []string  // names of links that are down
	Seed    uint64    // of the luck of ECMP routing
}

// WiredDevice is a box of a Wiring.
type WiredDevice struct {
	Where   string // what problems call it; several devices may share one
	Name    string
	Kind    Kind
	Node    int       // the server it is in, from 0; -1 = the network between servers
	Figures []Setting // latency, queueing, arbitration; what is left out is the preset's
}

// WiredLink is a cable of a Wiring.
type WiredLink struct {
	Where    string
	From, To string
	OneWay   bool
	Medium   string    // "" = what the kinds of its ends suggest, see MediumBetween
	Count    int       // cables bundled into one, which has their rates together; 0 = 1
	Figures  []Setting // rate, latency and so on, as of a single link; what is left out is the preset's
}

// LinkFigures lists what can be said of a link: rate, latency, frame, header, buffer, shared, loss, mtu, and of one of
// PCIe lanes and generation.
func LinkFigures() []string { return slices.Concat(linkFigures, pcieFigures) }

// DeviceFigures lists what can be said of a device that packets pass through.
func DeviceFigures() []string { return slices.Clone(deviceFigures) }

var deviceFigures = []string{"latency", "queueing", "arbitration"}

// Media lists what links are made of.
func Media() []string {
	list := make([]string, len(media))
	for i := range media {
		list[i] = media[i].name
	}
	return list
}

// KindNames lists the kinds of device by name.
func KindNames() []string { return slices.Clone(kinds[:]) }

// MediumBetween is what a link between two kinds of device is usually made of.
func MediumBetween(a, b Kind) string {
	one := func(k Kind) bool { return a == k || b == k }
	switch {
	case a == Switch && b == Switch:
		return "trunk"
	case one(Switch), a == NIC && b == NIC:
		return "network"
	case one(Memory) && one(CPU):
		return "dram"
	case one(NVSwitch), a == GPU && b == GPU:
		return "nvlink"
	case a == CPU && b == CPU:
		return "socket"
	}
	return "pcie"
}

// most devices and links of a wiring: beyond it the routes alone take gigabytes.
const mostWired = 1 << 17

// Check lists what is wrong with the form of a wiring: names that stand twice or nowhere, nodes that are missing or
// unlike each other, media and figures that there are not. Whether ranks reach each other is for Wired to say.
func (w *Wiring) Check() Problems {
	var p Problems
	if _, ok := FindPreset(w.Preset); !ok {
		p.add("preset", "%v", unknown{"there is no preset", w.Preset, presetNames()})
	}
	if n := max(len(w.Devices), len(w.Links)); n > mostWired {
		p.add("devices", "%d devices and %d links; at most %d of each are possible", len(w.Devices), len(w.Links), mostWired)
		return p
	}
	index := w.checkDevices(&p)
	w.checkLinks(&p, index)
	if len(p) == 0 {
		w.checkNodes(&p)
	}
	return p
}

func (w *Wiring) checkDevices(p *Problems) (index map[string]int) {
	index = make(map[string]int, len(w.Devices))
	for i := range w.Devices {
		d := &w.Devices[i]
		if _, twice := index[d.Name]; twice {
			p.add(d.Where, "%s stands twice", d.Name)
		}
		index[d.Name] = i
		switch {
		case d.Name == "":
			p.add(d.Where, "a device without a name")
		case d.Kind >= Kinds:
			p.add(d.Where, "%s is of no kind", d.Name)
		case d.Node < 0 && (d.Kind == GPU || d.Kind == NIC):
			p.add(d.Where, "%s is in no node; every %v is in one", d.Name, d.Kind)
		}
		for _, f := range d.Figures {
			if d.Kind >= Kinds {
				break
			}
			if q, err := DeviceParameter(d.Kind, f.Name); err != nil {
				p.add(d.Where, "%v", err)
			} else if err := q.Allows(f.Value); err != nil {
				p.add(d.Where, "%s: %v", f.Name, err)
			}
		}
	}
	return index
}

// DeviceParameter is the parameter by which one figure of a device is read. The error says what would be valid.
func DeviceParameter(k Kind, figure string) (Parameter, error) {
	if !slices.Contains(deviceFigures, figure) {
		return Parameter{}, unknown{"a device has no", figure, deviceFigures}
	}
	for _, f := range forwarders {
		if f.kind == k {
			p, _ := Find(f.parameters(), k.String()+"."+figure)
			return p, nil
		}
	}
	return Parameter{}, fmt.Errorf("a %v has no %s: packets do not pass through it", k, figure)
}

func (w *Wiring) checkLinks(p *Problems, index map[string]int) {
	type pair struct{ from, to string }
	seen := make(map[pair]bool, 2*len(w.Links))
	var names []string
	for i := range w.Links {
		l := &w.Links[i]
		for _, end := range []string{l.From, l.To} {
			if _, ok := index[end]; !ok {
				if names == nil {
					names = w.deviceNames()
				}
				p.add(l.Where, "%v", absent{end, names})
			}
		}
		if l.From == l.To {
			p.add(l.Where, "%s is wired to itself", l.From)
		}
		ways := []pair{{l.From, l.To}, {l.To, l.From}}
		if l.OneWay {
			ways = ways[:1]
		}
		for _, way := range ways {
			if seen[way] && l.From != l.To {
				p.add(l.Where, "%s and %s are wired twice; a bundle is one link with a count", l.From, l.To)
				break
			}
			seen[way] = true
		}
		l.check(p)
	}
}

// absent says that there is no such device.
type absent struct {
	name  string
	valid []string
}

func (a absent) Error() string {
	if len(a.valid) == 0 {
		return fmt.Sprintf("there is no device %q", a.name)
	}
	return fmt.Sprintf("there is no device %q; the nearest is %s", a.name, words.Closest(a.name, a.valid))
}

func (w *Wiring) deviceNames() []string {
	list := make([]string, len(w.Devices))
	for i := range w.Devices {
		list[i] = w.Devices[i].Name
	}
	return list
}

// Generations is how many generations of PCIe there are.
func Generations() int { return len(perLane) }

// LaneRate is what one lane of PCIe moves each way, by generation from 1.
func LaneRate(generation int) units.Rate { return perLane[generation-1] }

// mostCables that are one link.
const mostCables = 1024

func (l *WiredLink) check(p *Problems) {
	if l.Medium != "" && !slices.Contains(Media(), l.Medium) {
		p.add(l.Where, "%v", unknown{"there is no medium", l.Medium, Media()})
	}
	if l.Count < 0 || l.Count > mostCables {
		p.add(l.Where, "%d cables; valid: 1 to %d", l.Count, mostCables)
	}
	for _, f := range l.Figures {
		q, err := ParameterOf(">." + f.Name)
		switch {
		case err != nil:
			p.add(l.Where, "%v", unknown{"a link has no", f.Name, LinkFigures()})
		case q.Allows(f.Value) != nil:
			p.add(l.Where, "%s: %v", f.Name, q.Allows(f.Value))
		}
	}
}

// checkNodes wants nodes 0, 1 and so on, each with as many GPUs and NICs as the first.
func (w *Wiring) checkNodes(p *Problems) {
	var gpus, nics []int
	first := map[int]string{} // node -> where its first device stands
	for i := range w.Devices {
		d := &w.Devices[i]
		if d.Node >= most {
			p.add(d.Where, "node %d; at most %d nodes are possible", d.Node, most)
			return
		}
		for len(gpus) <= d.Node {
			gpus, nics = append(gpus, 0), append(nics, 0)
		}
		if _, ok := first[d.Node]; !ok {
			first[d.Node] = d.Where
		}
		switch d.Kind {
		case GPU:
			gpus[d.Node]++
		case NIC:
			nics[d.Node]++
		}
	}
	if !slices.ContainsFunc(gpus, func(n int) bool { return n > 0 }) {
		p.add("devices", "there is no GPU, so there are no ranks")
		return
	}
	for node := range gpus {
		where, there := first[node]
		switch {
		case !there:
			p.add("devices", "there is nothing in node %d, but there is a node %d; nodes count from 0 without gaps", node, len(gpus)-1)
		case gpus[node] != gpus[0]:
			p.add(where, "node %d has %d GPUs, node 0 has %d; all nodes have equally many", node, gpus[node], gpus[0])
		case nics[node] != nics[0]:
			p.add(where, "node %d has %d NICs, node 0 has %d; all nodes have equally many", node, nics[node], nics[0])
		}
	}
}
