package topofile

import (
	"strconv"

	"collsim/fabric"
	"collsim/sim/input"
	"collsim/sim/units"
)

// Tree is the document as a mapping that Read reads back: name, preset, devices, links, each only where it says
// something. Quantities are exact, and short where a short form is.
func (d *Document) Tree() *input.Node {
	root := &input.Node{Form: input.Mapping}
	say(root, "name", d.Name)
	say(root, "preset", d.Preset)
	devices, links := &input.Node{Form: input.Mapping}, &input.Node{Form: input.Mapping}
	for i := range d.Devices {
		devices.Fields = append(devices.Fields, input.Field{Name: d.Devices[i].Names, Value: d.Devices[i].tree()})
	}
	for i := range d.Links {
		links.Fields = append(links.Fields, input.Field{Name: d.Links[i].key(), Value: d.Links[i].tree()})
	}
	root.Fields = append(root.Fields, input.Field{Name: "devices", Value: devices}, input.Field{Name: "links", Value: links})
	return root
}

// say adds a field to v, unless there is nothing to say.
func say(v *input.Node, name, text string) {
	if text != "" {
		v.Fields = append(v.Fields, input.Field{Name: name, Value: &input.Node{Text: text}})
	}
}

func state(v *input.Node, figures []fabric.Setting) {
	for _, f := range figures {
		say(v, f.Name, exact(f.Value))
	}
}

func (d *Device) tree() *input.Node {
	v := &input.Node{Form: input.Mapping}
	say(v, "kind", d.Kind.String())
	switch {
	case d.Node == None:
		say(v, "node", "none")
	case d.Node >= 0:
		say(v, "node", strconv.Itoa(d.Node))
	}
	state(v, d.Figures)
	return v
}

func (l *Link) tree() *input.Node {
	v := &input.Node{Form: input.Mapping}
	say(v, "medium", l.Medium)
	if l.Count > 1 {
		say(v, "count", strconv.Itoa(l.Count))
	}
	if l.All {
		say(v, "join", "all")
	}
	state(v, l.Figures)
	return v
}

// exact writes a value so that its parameter parses it to the same value again.
func exact(v fabric.Value) string {
	switch v.Quantity {
	case fabric.RateQuantity:
		return exactly(units.Rate(v.Int), units.ParseRate)
	case fabric.DurationQuantity:
		return exactly(units.Duration(v.Int), units.ParseDuration)
	case fabric.SizeQuantity:
		return exactly(units.Bytes(v.Int), units.ParseBytes)
	case fabric.ProbabilityQuantity:
		return exactly(units.Probability(v.Int), units.ParseProbability)
	}
	return v.String()
}

func exactly[T interface {
	comparable
	String() string
	Exact() string
}](quantity T, parse func(string) (T, error)) string {
	if back, err := parse(quantity.String()); err == nil && back == quantity {
		return quantity.String()
	}
	return quantity.Exact()
}
