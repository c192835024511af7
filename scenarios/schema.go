package scenarios

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"

	"collsim/fabric"
	"collsim/sim/units"
)

// Schema is the JSON Schema (draft 2020-12) of scenario files, written from the table of keys that the loader reads by.
func Schema() []byte { return Known().Schema() }

// Schema is the function Schema with a catalogue of one's own.
func (c *Catalogue) Schema() []byte {
	o := ordered{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"title", SchemaName},
		{"description", "A scenario of collsim: one collective on one fabric, in one or several variants, and what must come out."},
	}
	o = append(o, c.mapping(keys(), top)...)
	o.add("required", []string{"schema"})
	data, err := o.MarshalJSON()
	if err != nil {
		panic("scenarios: " + err.Error()) // strings and numbers always marshal
	}
	var b bytes.Buffer
	if err := json.Indent(&b, data, "", "  "); err != nil {
		panic("scenarios: " + err.Error())
	}
	b.WriteByte('\n')
	return b.Bytes()
}

// mapping describes a mapping with the given keys.
func (c *Catalogue) mapping(keys []key, in place) ordered {
	var properties ordered
	for _, k := range keys {
		if in == anywhere && k.only != anywhere {
			continue
		}
		properties.add(k.name, append(ordered{{"description", k.doc}}, k.shape.schema(c)...))
	}
	return ordered{{"type", "object"}, {"properties", properties}, {"additionalProperties", false}}
}

func (k constant) schema(*Catalogue) ordered { return ordered{{"const", k.word}} }

func (text) schema(*Catalogue) ordered { return ordered{{"type", "string"}} }

func (texts) schema(*Catalogue) ordered {
	one := ordered{{"type", "string"}}
	return anyOf(one, ordered{{"type", "array"}, {"items", one}, {"uniqueItems", true}})
}

func (w word) schema(c *Catalogue) ordered { return ordered{{"enum", w.words(c)}} }

func (n integer) schema(*Catalogue) ordered {
	return ordered{{"type", "integer"}, {"minimum", n.least}, {"maximum", n.most}}
}

func (size) schema(*Catalogue) ordered { return quantitySchema(units.SizeUnits()) }

func (memory) schema(*Catalogue) ordered { return quantitySchema(units.SizeUnits()) }

func (duration) schema(*Catalogue) ordered { return quantitySchema(units.DurationUnits()) }

func (q factor) schema(*Catalogue) ordered {
	return anyOf(ordered{{"type", "number"}, {"minimum", q.least}, {"maximum", q.most}}, ordered{{"type", "string"}, {"pattern", "^[0-9]+([.][0-9]+)?$|^[0-9]+/[0-9]+$"}})
}

func (g group) schema(c *Catalogue) ordered {
	full := c.mapping(g.keys, top)
	for _, k := range g.keys {
		if k.name == g.short {
			return anyOf(k.shape.schema(c), full)
		}
	}
	return full
}

func (crew) schema(c *Catalogue) ordered {
	count := crewCount().schema(c)
	return anyOf(count, ordered{
		{"type", "object"},
		{"properties", ordered{{"count", count}}},
		{"patternProperties", ordered{{"^(0|[1-9][0-9]*)$", c.mapping(stragglerKeys(), top)}}},
		{"additionalProperties", false},
	})
}

func (settings) schema(c *Catalogue) ordered {
	var properties ordered
	for _, p := range c.Parameters {
		of := append(ordered{{"description", p.Doc}}, parameterSchema(p)...)
		properties.add(p.Name, of)
		if p.Alias != "" {
			properties.add(p.Alias, of)
		}
	}
	return ordered{
		{"type", "object"}, {"properties", properties},
		{"patternProperties", ordered{
			{">", ordered{{"description", "one figure of one link: node0/nic3>leaf0.rate"}, {"type", []string{"string", "integer"}}}},
			{"^[^>]*[/0-9][^>]*\\.(" + strings.Join(fabric.DeviceFigures(), "|") + ")$",
				ordered{{"description", "one figure of one device: leaf0.latency"}, {"type", "string"}}},
		}},
		{"additionalProperties", false},
	}
}

func parameterSchema(p fabric.Parameter) ordered {
	var o ordered
	switch p.Quantity {
	case fabric.RateQuantity:
		o = quantitySchema(units.RateUnits())
	case fabric.DurationQuantity:
		o = quantitySchema(units.DurationUnits())
	case fabric.SizeQuantity:
		o = quantitySchema(units.SizeUnits())
	case fabric.FrequencyQuantity:
		o = quantitySchema(units.FrequencyUnits())
	case fabric.ProbabilityQuantity:
		o = quantitySchema(units.ProbabilityUnits())
	case fabric.WeightsQuantity:
		return ordered{{"type", []string{"string", "integer"}}, {"pattern", "^[0-9]+( *, *[0-9]+)*$"}}
	case fabric.WordQuantity:
		return ordered{{"enum", p.Words}}
	case fabric.YesNoQuantity:
		return ordered{{"enum", []any{"yes", "no", true, false}}} // an editor that knows YAML 1.1 takes yes for true
	default:
		o = ordered{{"type", "integer"}, {"minimum", p.Least}}
		if p.Most != 0 {
			o.add("maximum", p.Most)
		}
	}
	if p.Auto {
		return anyOf(ordered{{"const", "auto"}}, o)
	}
	return o
}

func (variants) schema(c *Catalogue) ordered {
	variant := anyOf(ordered{{"type", "null"}}, c.mapping(keys(), anywhere))
	return ordered{{"type", "object"}, {"minProperties", 1}, {"patternProperties", ordered{{"^[A-Za-z0-9_-]+$", variant}}}, {"additionalProperties", false}}
}

func (expectations) schema(*Catalogue) ordered {
	value := ordered{{"type", []string{"string", "number"}}}
	var bounds, metrics, bracket ordered
	for _, r := range relations {
		bounds.add(r, value)
	}
	bound := anyOf(value, ordered{{"type", "object"}, {"properties", bounds}, {"additionalProperties", false}})
	for _, name := range metricNames() {
		if head, _, ok := strings.Cut(name, "["); ok {
			bracket.add("^"+regexp.QuoteMeta(head)+`\[.+\]$`, bound)
			continue
		}
		metrics.add(name, bound)
	}
	one := ordered{{"type", "object"}, {"properties", metrics}, {"patternProperties", bracket}}
	all := append(one[:len(one):len(one)], member{"additionalProperties", append(one[:len(one):len(one)], member{"additionalProperties", false})})
	return all
}

func anyOf(shapes ...ordered) ordered { return ordered{{"anyOf", shapes}} }

func quantitySchema(names []string) ordered {
	for i := range names {
		names[i] = regexp.QuoteMeta(names[i])
	}
	return ordered{{"type", "string"}, {"pattern", "^ *[0-9]+([.][0-9]+)? *(" + strings.Join(names, "|") + ")$"}}
}
