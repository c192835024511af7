package host

import (
	"fmt"
	"slices"
	"strings"

	"collsim/fabric"
	"collsim/sim/units"
)

// Library is a piece of communication software whose costs are known.
type Library struct{ Name, Doc string }

// Libraries lists those that there are, by name.
func Libraries() []Library {
	return []Library{
		{"mpi", "CPU-driven message passing: the library posts every message from a core, eagerly up to a size, by handshake beyond. Registration, NIC start, polling and reduction cost what they cost."},
		{"raw", "No software at all: a message enters the wire the instant its data is there. What remains is physics, queueing and the rounds of the algorithm."},
	}
}

// FindLibrary looks a library up by name.
func FindLibrary(name string) (Library, bool) {
	for _, l := range Libraries() {
		if l.Name == name {
			return l, true
		}
	}
	return Library{}, false
}

// Bind is the costs of a library with some parameters set. Remarks tell of settings that changed nothing. Settings that
// are not of this package are an error, and so are values that the parameter does not allow.
func Bind(library string, set []fabric.Setting) (Costs, []fabric.Remark, error) {
	if _, ok := FindLibrary(library); !ok {
		var names []string
		for _, l := range Libraries() {
			names = append(names, l.Name)
		}
		return Costs{}, nil, fmt.Errorf("there is no library %q; valid: %s", library, strings.Join(names, ", "))
	}
	var remarks []fabric.Remark
	with := costs(library, set)
	for i, s := range set {
		if _, ok := fabric.Find(Parameters(), s.Name); !ok {
			return Costs{}, nil, fmt.Errorf("there is no parameter %s of the software path", s.Name)
		}
		if without := costs(library, slices.Delete(slices.Clone(set), i, i+1)); without == with {
			remarks = append(remarks, fabric.Remark{Where: "set." + s.Name, Text: "changed nothing: library " + library + " does not use it here, or has it so already"})
		}
	}
	return with, remarks, nil
}

// costs reads the table with the settings in front. What cannot matter is zero, so that two Costs that are equal run
// alike.
func costs(library string, set []fabric.Setting) Costs {
	value := func(name string) fabric.Value {
		for _, s := range set {
			if s.Name == name {
				return s.Value
			}
		}
		p, ok := fabric.Find(Parameters(), name)
		if !ok {
			panic("host: no parameter " + name)
		}
		d, _ := p.Default(library)
		return d.Value
	}
	span := func(name string) units.Duration { return units.Duration(value(name).Int) }
	rate := func(name string) units.Rate { return units.Rate(value(name).Int) }
	c := Costs{
		Launch:     span("host.launch"),
		Post:       units.Frequency(value("host.core.clock").Int).Over(value("host.core.instructions").Int),
		NICStart:   span("host.nic.start"),
		ReduceRate: rate("host.reduce.rate"),
	}
	if value("host.completion").Word == Interrupt.String() {
		c.Completion, c.Coalesce, c.Handler = Interrupt, span("host.interrupt.coalesce"), span("host.interrupt.handler")
	} else {
		c.Poll = span("host.poll")
	}
	if value("host.handshake").Int == 1 {
		c.Rendezvous, c.Eager, c.CopyRate = true, units.Bytes(value("host.eager").Int), rate("host.copy.rate")
		c.register(value("host.register.cache").Word, span, units.Bytes(value("host.register.page-size").Int))
	}
	return c
}

func (c *Costs) register(cache string, span func(string) units.Duration, page units.Bytes) {
	switch cache {
	case Cold.String():
		c.Cache = Cold
	case Disabled.String():
		c.Cache = Disabled
	default:
		return
	}
	c.RegisterBase, c.RegisterPage, c.Page = span("host.register.base"), span("host.register.page"), page
}
