package topofile

import (
	"strconv"

	"collsim/fabric"
	"collsim/sim/units"
)

// Tree is the document as a mapping that Read reads back: name, preset, devices, links, each only where it says
// something. Quantities are exact, and short where a short form is.
func (d *Document) Tree() *Value {
	root := &Value{Form: Mapping}
	root.text("name", d.Name)
	root.text("preset", d.Preset)
	devices, links := &Value{Form: Mapping}, &Value{Form: Mapping}
	for i := range d.Devices {
		devices.Fields = append(devices.Fields, Field{Name: d.Devices[i].Names, Value: d.Devices[i].tree()})
	}
	for i := range d.Links {
		links.Fields = append(links.Fields, Field{Name: d.Links[i].key(), Value: d.Links[i].tree()})
	}
	root.Fields = append(root.Fields, Field{Name: "devices", Value: devices}, Field{Name: "links", Value: links})
	return root
}

func (v *Value) text(name, text string) {
	if text != "" {
		v.Fields = append(v.Fields, Field{Name: name, Value: &Value{Text: text}})
	}
}

func (v *Value) figures(figures []fabric.Setting) {
	for _, f := range figures {
		v.text(f.Name, exact(f.Value))
	}
}

func (d *Device) tree() *Value {
	v := &Value{Form: Mapping}
	v.text("kind", d.Kind.String())
	switch {
	case d.Node == None:
		v.text("node", "none")
	case d.Node >= 0:
		v.text("node", strconv.Itoa(d.Node))
	}
	v.figures(d.Figures)
	return v
}

func (l *Link) tree() *Value {
	v := &Value{Form: Mapping}
	v.text("medium", l.Medium)
	if l.Count > 1 {
		v.text("count", strconv.Itoa(l.Count))
	}
	if l.All {
		v.text("join", "all")
	}
	v.figures(l.Figures)
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
