package scenarios

// sweeping are the axes of a sweep. Package scenarios/sweep reads them; here they are only kept.
type sweeping struct{}

func (sweeping) read(r *reader, path string, n *node, d *draft) {
	if n.Form != mapping {
		r.problem(n.Where, path+": must be a mapping", n.Text, "axes: {path: values}, such as axes: {bytes: [1 KiB, 1 MiB]}")
		return
	}
	d.sweep = n
}

func (sweeping) schema(c *Catalogue) ordered {
	value := ordered{{"type", []string{"string", "number", "boolean", "array"}}}
	from := func(name string) ordered {
		return ordered{{"description", name}, {"type", []string{"string", "number"}}}
	}
	values := anyOf(
		ordered{{"type", []string{"string", "number"}}, {"description", "One value, or FIRST..LAST:xFACTOR, or FIRST..LAST:+STEP."}},
		ordered{{"type", "array"}, {"minItems", 1}, {"items", value}},
		ordered{{"type", "object"}, {"properties", ordered{{"from", from("The first value.")}, {"to", from("The last value, if steps meet it.")},
			{"step", from("What is added, such as 2 or 64 KiB, or by what is multiplied, such as x2. Left out: 1.")}}}, {"additionalProperties", false}},
		ordered{{"type", "object"}, {"properties", ordered{{"log", ordered{{"description", "FIRST..LAST"}, {"type", "string"}}},
			{"step", from("By what is multiplied. Left out: x2.")}}}, {"additionalProperties", false}},
	)
	zip := ordered{{"type", "object"}, {"properties", ordered{{"zip", ordered{{"description", "Paths that change together; all have as many values."},
		{"type", "object"}, {"additionalProperties", values}}}}}, {"additionalProperties", false}}
	axes := ordered{
		{"description", "Values by path, as --set takes it; each with each. The last runs fastest. A name with zip: changes several paths together."},
		{"type", "object"}, {"additionalProperties", anyOf(append(values[0].value.([]ordered), zip)...)},
	}
	replicates := append(ordered{{"description", "Play each point with so many seeds, 1 and up: other luck. It is the axis that runs fastest."}},
		integer{1, mostReplicates, nil}.schema(c)...)
	return ordered{{"type", "object"}, {"properties", ordered{{"axes", axes}, {"replicates", replicates}}}, {"additionalProperties", false}}
}
