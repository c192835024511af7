package fabric

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"collsim/sim/units"
	"collsim/sim/words"
)

// Setting is one figure that differs from the preset. Name is a parameter (pcie.rate), one figure of one link, by the
// link's name (node0/nic3>leaf0.rate), or one figure of one device (node0/nvswitch0.latency). LinkFigures and DeviceFigures
// list them.
type Setting struct {
	Name  string
	Value Value
}

// ParameterOf is the parameter that a setting's name means, whose quantity, words and limits tell how to read its value.
// The name of a link's or device's figure gives that of its kind, under the whole name; whether there is such a part is
// for Build to say. The error names the nearest valid word.
func ParameterOf(name string) (Parameter, error) {
	if part, figure, ok := partFigure(name); ok {
		p, err := figureParameter(part, figure)
		p.Name, p.Defaults, p.Auto = name, nil, false
		return p, err
	}
	all := Parameters()
	p, ok := Find(all, name)
	if !ok {
		return Parameter{}, unknown{"there is no parameter", name, parameterNames(all)}
	}
	return p, nil
}

// figureParameter is how one figure of a link or a device is read.
func figureParameter(part, figure string) (Parameter, error) {
	kind, all, owner := "link", LinkFigures(), media[0].name
	parameters := media[0].parameters()
	if !isLink(part) {
		kind, all, owner = "device", deviceFigures, forwarders[0].kind.String()
		parameters = forwarders[0].parameters()
	}
	switch {
	case figure == "":
		return Parameter{}, errors.New("a " + kind + " is not a figure; valid: " + part + "." + strings.Join(all, ", ."))
	case slices.Contains(pcieFigures, figure) && isLink(part):
		return lanesParameter(figure), nil
	}
	p, ok := Find(parameters, owner+"."+figure)
	if !ok || !slices.Contains(all, figure) {
		return Parameter{}, unknown{kind + " " + part + " has no", figure, all}
	}
	return p, nil
}

// linkFigures are those that links of every medium have.
var linkFigures = []string{"rate", "latency", "frame", "header", "buffer", "shared", "loss", "mtu"}

// OfPart tells settings of a single link or device from those of parameters: node0/nic3>leaf0.rate, leaf0.latency.
func OfPart(name string) bool {
	_, _, ok := partFigure(name)
	return ok
}

// partFigure splits node0/nic3>leaf0.rate and leaf0.latency. Names of devices have a slash or end in a number, as those
// of no kind of device or link do.
func partFigure(name string) (part, figure string, ok bool) {
	part, figure = name, ""
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		part, figure = name[:dot], name[dot+1:]
	}
	last := byte(0)
	if part != "" {
		last = part[len(part)-1]
	}
	return part, figure, isLink(part) || strings.Contains(part, "/") || last >= '0' && last <= '9'
}

// isLink tells the name of a link from that of a device.
func isLink(name string) bool { return strings.Contains(name, ">") }

func parameterNames(all []Parameter) []string {
	var names []string
	for _, p := range all {
		names = append(names, p.Name)
		if p.Alias != "" {
			names = append(names, p.Alias)
		}
	}
	return names
}

// unknown is a word that nobody knows.
type unknown struct {
	what, word string
	valid      []string
}

func (u unknown) Error() string {
	return fmt.Sprintf("%s %q; the nearest valid word is %s", u.what, u.word, words.Closest(u.word, u.valid))
}

// resolve checks the settings of parameters and keeps their canonical names. Settings of links stay for later.
func (b *builder) resolve() {
	b.parameters = Parameters()
	for _, s := range b.spec.Set {
		where := "set." + s.Name
		p, err := ParameterOf(s.Name)
		if err != nil {
			b.problems.add(where, "%v", err)
			continue
		}
		if err := p.Allows(s.Value); err != nil {
			b.problems.add(where, "%v", err)
			continue
		}
		if slices.ContainsFunc(b.set, func(t *applied) bool { return t.name == p.Name }) {
			b.problems.add(where, "%s is set twice", p.Name)
			continue
		}
		b.set = append(b.set, &applied{name: p.Name, where: where, value: s.Value})
	}
}

// applied is a setting and whether anything asked for it.
type applied struct {
	name, where string
	value       Value
	used        bool
}

// value is what a parameter is in this fabric.
func (b *builder) value(name string) Value {
	for _, s := range b.set {
		if s.name == name {
			s.used = true
			return s.value
		}
	}
	p, ok := Find(b.parameters, name)
	if !ok {
		panic("fabric: no parameter " + name)
	}
	d, ok := b.standard(p)
	if !ok {
		panic("fabric: preset " + b.preset.Name + " needs " + name + " but has no default for it")
	}
	return d.Value
}

// standard is what a parameter is where nobody sets it.
func (b *builder) standard(p Parameter) (Default, bool) {
	return p.Default(b.spec.Transport, b.preset.Name)
}

func (b *builder) count(name string) int { return int(b.value(name).Int) }

// countOr is a count, or what it works out to when it is auto.
func (b *builder) countOr(name string, auto int) int {
	if n := b.count(name); n != Auto {
		return n
	}
	return auto
}

// idle warns of every setting that changed nothing.
func (b *builder) idle() {
	for _, s := range b.set {
		if !s.used {
			b.warn(s.where, "changed nothing: this fabric has no part that uses %s", s.name)
			continue
		}
		p, _ := Find(b.parameters, s.name)
		if d, ok := b.standard(p); ok && d.Value == s.value {
			b.warn(s.where, "changed nothing: %v is the default", s.value)
		}
	}
}

// override changes the figure of one link.
func (l *Link) override(figure string, v Value) {
	switch figure {
	case "rate":
		l.Rate = units.Rate(v.Int)
	case "latency":
		l.Latency = units.Duration(v.Int)
	case "frame":
		l.Frame = units.Bytes(v.Int)
	case "header":
		l.Header = units.Bytes(v.Int)
	case "buffer":
		l.Buffer = units.Bytes(v.Int)
	case "shared":
		l.Shared = v.Int == 1
	case "loss":
		l.Loss = units.Probability(v.Int)
	case "mtu":
		l.MTU = units.Bytes(v.Int)
	}
}

// figure is the present value of one figure of a link.
func (l *Link) figure(name string) Value {
	switch name {
	case "rate":
		return RateOf(l.Rate)
	case "latency":
		return DurationOf(l.Latency)
	case "frame":
		return SizeOf(l.Frame)
	case "header":
		return SizeOf(l.Header)
	case "buffer":
		return SizeOf(l.Buffer)
	case "loss":
		return ProbabilityOf(l.Loss)
	case "mtu":
		return SizeOf(l.MTU)
	}
	return YesNoOf(l.Shared)
}
