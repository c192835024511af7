package topofile

import (
	"collsim/fabric"
)

// Schema is the value of a graph file's schema key.
const Schema = "collsim.fabric/v1"

// DefaultPreset is whose figures hold where neither the file nor its reader names a preset.
const DefaultPreset = "hgx-h100"

// Document is a fabric in the words of a file.
type Document struct {
	Name    string
	Preset  string // whose figures hold for what devices and links leave out; "" = DefaultPreset
	Devices []Device
	Links   []Link
	Notes   []string // what an importer has to say; comments of the YAML
}

// Device is one line of devices:.
type Device struct {
	Names   string // one, or a range: gpu0..7
	Kind    fabric.Kind
	Node    int              // Unsaid, None, or a number from 0
	Figures []fabric.Setting // those that the line states
}

// What Device.Node may be beside a number.
const (
	None   = -1 // the network between servers
	Unsaid = -2 // N of nodeN/name; else None of a switch, and 0 of everything else
)

// Link is one line of links:.
type Link struct {
	From, To string // each one name, or a range
	OneWay   bool
	All      bool   // everything on the left is wired to everything on the right
	Medium   string // "" = what the kinds of the ends suggest
	Count    int    // cables bundled into one; 0 = 1
	Figures  []fabric.Setting
	Note     string // comment of the YAML
}

// key is the left side of the link's line.
func (l *Link) key() string {
	if l.OneWay {
		return l.From + " -> " + l.To
	}
	return l.From + " <-> " + l.To
}

// Wiring spells the document out, device by device and link by link. Problems of Wired name devices.KEY and links.KEY.
// The error says which line cannot be spelled out.
func (d *Document) Wiring() (fabric.Wiring, fabric.Problems) {
	w := fabric.Wiring{Name: d.Name, Preset: d.Preset}
	if w.Preset == "" {
		w.Preset = DefaultPreset
	}
	var problems fabric.Problems
	for i := range d.Devices {
		v := &d.Devices[i]
		where := "devices." + v.Names
		names, err := expand(v.Names)
		if err != nil || len(w.Devices)+len(names) > mostWired {
			problems = append(problems, fabric.Remark{Where: where, Text: tooMany(err)})
			continue
		}
		for _, name := range names {
			w.Devices = append(w.Devices, fabric.WiredDevice{Where: where, Name: name, Kind: v.Kind, Node: v.node(name), Figures: v.Figures})
		}
	}
	for i := range d.Links {
		l := &d.Links[i]
		where := "links." + l.key()
		pairs, err := l.pairs()
		if err != nil || len(w.Links)+len(pairs) > mostWired {
			problems = append(problems, fabric.Remark{Where: where, Text: tooMany(err)})
			continue
		}
		for _, p := range pairs {
			w.Links = append(w.Links, fabric.WiredLink{Where: where, From: p[0], To: p[1], OneWay: l.OneWay, Medium: l.Medium, Count: l.Count, Figures: l.Figures})
		}
	}
	return w, problems
}

// mostWired devices or links of a document.
const mostWired = 1 << 16

func tooMany(err error) string {
	if err != nil {
		return err.Error()
	}
	return "too many; at most 65536 devices and as many links are possible"
}

func (d *Device) node(name string) int {
	switch {
	case d.Node != Unsaid:
		return d.Node
	case nodeOf(name) >= 0:
		return nodeOf(name)
	case d.Kind == fabric.Switch:
		return None
	}
	return 0
}

// pairs lists who is wired to whom. Sides of the same length are wired one to one; of a longer side as many in a row as
// the other side goes into it are wired to each of that.
func (l *Link) pairs() ([][2]string, error) {
	from, err := expand(l.From)
	if err != nil {
		return nil, err
	}
	to, err := expand(l.To)
	if err != nil {
		return nil, err
	}
	var pairs [][2]string
	n, m := len(from), len(to)
	switch {
	case l.All && l.From == l.To:
		for i := range from {
			for j := i + 1; j < m && len(pairs) <= mostWired; j++ {
				pairs = append(pairs, [2]string{from[i], to[j]})
				if l.OneWay {
					pairs = append(pairs, [2]string{to[j], from[i]})
				}
			}
		}
	case l.All && n*m > mostWired:
		return nil, unequal{l, n, m}
	case l.All:
		for _, a := range from {
			for _, b := range to {
				pairs = append(pairs, [2]string{a, b})
			}
		}
	case n%m == 0:
		for i, a := range from {
			pairs = append(pairs, [2]string{a, to[i/(n/m)]})
		}
	case m%n == 0:
		for i, b := range to {
			pairs = append(pairs, [2]string{from[i/(m/n)], b})
		}
	default:
		return nil, unequal{l, n, m}
	}
	return pairs, nil
}
