package scenarios

import (
	"errors"

	"collsim/scenarios/calibration"
)

// overlay is a site's calibration: the place of a file, or what stands in it.
type overlay struct{}

func (overlay) read(r *reader, path string, n *node, d *draft) {
	c, err := overlayOf(r, path, n)
	var problems Problems
	switch {
	case errors.As(err, &problems):
		r.problems = append(r.problems, problems...)
	case c == nil:
	case c.Kind != calibration.Site:
		r.problem(n.Where, path+": this is a class of kind "+c.Kind, n.Text,
			"one of kind "+calibration.Site+", as collsim fit writes it; the other kinds are named by nccl.gpu and nccl.network")
	default:
		d.NCCL.Calibration = c
	}
}

// overlayOf is nil where there is none; what is wrong with its place has been told, and what is wrong in it is the error.
func overlayOf(r *reader, path string, n *node) (*calibration.Class, error) {
	const valid = "a calibration as collsim fit writes it, by its place from here"
	if n.Form == mapping {
		return calibration.ReadTree(n)
	}
	if n.Form != scalar || n.Text == "" {
		r.problem(n.Where, path+": must be a file", n.Text, valid)
		return nil, nil
	}
	data, ok := r.open(n, path, valid)
	if !ok {
		return nil, nil
	}
	return calibration.Read(n.Text, data)
}

func (overlay) schema(*Catalogue) ordered {
	return anyOf(ordered{{"type", "string"}}, ordered{{"type", "object"}})
}

// overlayObject is a calibration in the words of its file.
func overlayObject(c *calibration.Class) ordered {
	var values ordered
	for _, v := range c.Values {
		values.add(v.Parameter, ordered{
			{"value", calibration.Exact(v.Value)}, {"between", []string{calibration.Exact(v.Low), calibration.Exact(v.High)}}, {"source", v.Source},
		})
	}
	return ordered{{"schema", calibration.Schema}, {"kind", c.Kind}, {"class", c.Name}, {"about", c.About}, {"values", values}}
}
