package page

import (
	"encoding/json"
	"fmt"
	"image/color"
	"slices"
	"sync"

	"collsim/algo"
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/plots/palette"
	"collsim/scenarios"
	"collsim/scenarios/glossary"
	"collsim/sim/ledger"
)

// options answers what controls may offer: all words that there are, from those who know them.
func (a *answering) options() (body, error) {
	l := &a.Limits
	return append(vocabulary(), member{"limits", body{{"events", l.Events}, {"time_ps", int64(l.Time)}, {"memory_bytes", int64(l.Memory)}, {"ask_events", l.AskEvents}}}), nil
}

// vocabulary is what is the same for all carriers. It is made when it is first asked for: it takes the whole library.
var vocabulary = sync.OnceValue(func() body {
	all := body{
		{"model", scenarios.ModelVersion},
		{"fabrics", fabrics()}, {"networks", networks()}, {"transports", transports()}, {"libraries", libraries()}, {"fidelities", fidelities()},
		{"collectives", collectives()}, {"algorithms", algorithms()},
		{"components", components()}, {"groups", groups()},
		{"flags", flags()}, {"parameters", parameters()}, {"scenarios", library()},
	}
	for i := range all {
		text, err := scenarios.PlainJSON(all[i].value)
		if err != nil {
			panic("page: " + err.Error()) // words and numbers always marshal
		}
		all[i].value = json.RawMessage(text)
	}
	return slices.Clip(all)
})

// list is objects in their order.
type list []body

// explained is a word of the glossary with what is said of it.
func explained(name string) body {
	t, _ := glossary.Find(name)
	return body{{"name", name}, {"doc", t.Text}}
}

func fabrics() list {
	var all list
	for _, p := range fabric.Presets() {
		all = append(all, body{{"name", p.Name}, {"doc", p.Doc}, {"nodes", max(p.Nodes, 1)}, {"gpus_per_node", p.GPUsPerNode}, {"transport", p.Transport}, {"network", p.LargeScale}})
	}
	return all
}

func networks() list {
	var all list
	for _, n := range fabric.Networks() {
		all = append(all, body{{"name", n.Name}, {"doc", n.Doc}})
	}
	return all
}

func transports() list {
	var all list
	for _, t := range fabric.Transports() {
		all = append(all, body{{"name", t.Name}, {"doc", t.Doc}})
	}
	return all
}

func libraries() list {
	var all list
	for _, l := range host.Libraries() {
		all = append(all, body{{"name", l.Name}, {"doc", l.Doc}})
	}
	return all
}

// fidelities are the words of the flag, explained.
func fidelities() list {
	var all list
	for _, f := range scenarios.Flags() {
		if f.Name == "fidelity" {
			for _, name := range f.Words {
				all = append(all, explained(name))
			}
		}
	}
	return all
}

func collectives() list {
	var all list
	for _, a := range algo.All() {
		name := string(a.Collective)
		if n := len(all); n == 0 || all[n-1][0].value != name {
			all = append(all, append(explained(name), member{"sized", a.Collective != algo.Barrier}, member{"algorithms", []string{}}))
		}
		mine := all[len(all)-1]
		mine[3].value = append(mine[3].value.([]string), a.Name)
	}
	return all
}

// algorithms are those of all collectives, each name once: its colour is the same in all of them.
func algorithms() list {
	var all list
	var seen []string
	for _, a := range algo.All() {
		if slices.Contains(seen, a.Name) {
			continue
		}
		seen = append(seen, a.Name)
		i, _ := palette.HueOf(a.Name)
		h := palette.Hues()[i]
		all = append(all, body{{"name", a.Name}, {"doc", a.Doc}, {"colour", hex(h.Color)}, {"dash", dashes(h)}, {"inter", texts(a.Inter)}})
	}
	return all
}

// dashes is never null.
func dashes(h palette.Hue) []int { return append([]int{}, h.Dashes...) }

func texts(all []string) []string { return append([]string{}, all...) }

func hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

func components() list {
	var all list
	for c := range ledger.Components {
		ground := palette.Component(c)
		all = append(all, append(explained(c.String()), member{"group", c.Group().String()}, member{"colour", hex(ground)}, member{"ink", hex(palette.Contrast(ground))}))
	}
	return all
}

func groups() list {
	var all list
	for g := range ledger.Groups {
		all = append(all, explained(g.String()))
	}
	return all
}

func flags() list {
	var all list
	for _, f := range scenarios.Flags() {
		switch {
		case f.Whole:
			all = append(all, body{{"name", f.Name}, {"doc", f.Doc}, {"kind", "integer"}, {"least", f.Least}, {"most", min(f.Most, 1<<53)}})
		case len(f.Words) > 0:
			all = append(all, body{{"name", f.Name}, {"doc", f.Doc}, {"kind", "word"}, {"words", f.Words}})
		default:
			all = append(all, body{{"name", f.Name}, {"doc", f.Doc}, {"kind", "text"}})
		}
	}
	return all
}

func parameters() list {
	var all list
	for _, p := range append(fabric.Parameters(), host.Parameters()...) {
		b := body{{"name", p.Name}, {"doc", p.Doc}, {"kind", p.Quantity.String()}, {"unit", p.Unit}, {"auto", p.Auto}, {"words", texts(p.Words)}}
		var defaults list
		for _, d := range p.Defaults {
			defaults = append(defaults, body{{"of", d.Preset}, {"value", d.Value.String()}, {"source", d.Source}, {"uncertainty", d.Uncertainty}})
		}
		all = append(all, append(b, member{"defaults", defaults}))
	}
	return all
}

// library is the scenarios that are built in.
func library() list {
	titles := map[string]string{}
	for _, t := range scenarios.Topics() {
		titles[t.Letter] = t.Title
	}
	var all list
	for _, name := range libraryNames() {
		q := question{Library: name}
		f, err := q.load()
		if err != nil {
			continue // a test loads every one
		}
		topic := ""
		if len(f.Claims) > 0 {
			topic = titles[f.Claims[0][:1]]
		}
		all = append(all, body{{"name", name}, {"topic", topic}, {"description", f.Scenarios[0].Description}})
	}
	return all
}
