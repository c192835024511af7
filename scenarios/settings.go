package scenarios

import (
	"slices"
	"strings"

	"collsim/fabric"
	"collsim/scenarios/calibration"
	"collsim/sim/input"
	"collsim/sim/units"
)

// settings are parameters by name.
type settings struct{}

func (settings) read(r *reader, path string, n *node, d *draft) {
	if n.Form != mapping {
		r.problem(n.Where, path+": must be a mapping", n.Text, "parameter: value, such as nic.rate: 400 Gb/s")
		return
	}
	for _, f := range n.Fields {
		if len(r.problems) > mostProblems {
			return
		}
		p, ok := r.catalogue.parameter(f.Name)
		if !ok {
			names := r.catalogue.parameterNames()
			r.problems = append(r.problems, Problem{Where: f.Where, What: path + ": unknown parameter", Text: f.Name, Hint: input.Meant(f.Name, names), Valid: some(f.Name, names)})
			continue
		}
		text, ok := r.scalar(f.Value, f.Name, example(p))
		if !ok {
			continue
		}
		v, err := p.Parse(text)
		if err != nil {
			r.refuse(f.Value, f.Name, err)
			continue
		}
		if p.Quantity == fabric.SizeQuantity && v.Int != fabric.Auto {
			r.confusable(f.Value, f.Name, text, units.Bytes(v.Int), true)
		}
		d.Settings = append(d.Settings, Setting{Name: p.Name, Value: exact(v), Where: f.Value.Where.String()})
	}
	slices.SortFunc(d.Settings, func(a, b Setting) int { return strings.Compare(a.Name, b.Name) })
}

// some names a few candidates instead of all parameters there are: those of the same part, or else all parts.
func some(name string, all []string) string {
	part, _, _ := strings.Cut(name, ".")
	var same, parts []string
	for _, n := range all {
		p, _, _ := strings.Cut(n, ".")
		if p == part {
			same = append(same, n)
		}
		if !slices.Contains(parts, p) {
			parts = append(parts, p)
		}
	}
	if len(same) > 0 {
		return strings.Join(same, ", ")
	}
	return "a parameter of " + strings.Join(parts, ", ")
}

// confusable warns of a size that is probably not what was meant: bits where bytes are counted, or a power of ten where
// powers of two are the custom. A buffer's custom is strict; of a message only a gigabyte and more is worth a word.
func (r *reader) confusable(n *node, path, text string, b units.Bytes, strict bool) {
	number := strings.TrimRight(text, "kKMGTiBb ")
	unit := strings.TrimSpace(text[len(number):])
	switch {
	case strings.HasSuffix(unit, "b"):
		bytes := strings.TrimSuffix(unit, "b") + "B"
		meant, err := units.ParseBytes(number + " " + bytes)
		if err == nil {
			r.warn(n.Where, path+": a size in bits is "+b.Exact(), text, number+" "+bytes+" is "+meant.Exact())
		}
	case unit == "GB" || unit == "TB" || strict && (unit == "KB" || unit == "kB" || unit == "MB"):
		binary := strings.ToUpper(unit[:1]) + "iB"
		meant, err := units.ParseBytes(number + " " + binary)
		if err == nil {
			r.warn(n.Where, path+": a power of ten is "+b.Exact(), text, number+" "+binary+" is "+meant.Exact())
		}
	}
}

// example is a valid value of a parameter.
func example(p fabric.Parameter) string {
	switch p.Quantity {
	case fabric.RateQuantity:
		return "a rate such as 50 GB/s"
	case fabric.DurationQuantity:
		return "a duration such as 250 ns"
	case fabric.SizeQuantity:
		return "a size such as 64 KiB"
	case fabric.FrequencyQuantity:
		return "a frequency such as 3 GHz"
	case fabric.ProbabilityQuantity:
		return "a probability such as 0.1 % or 20 ppm"
	case fabric.WeightsQuantity:
		return "a whole number for each class, such as 4,2,1"
	case fabric.WordQuantity:
		return strings.Join(p.Words, ", ")
	case fabric.YesNoQuantity:
		return "yes, no"
	}
	return "a whole number of " + p.Unit
}

// exact is [calibration.Exact], but for sizes that a reader would be warned of.
func exact(v fabric.Value) string {
	short := calibration.Exact(v)
	if v.Quantity == fabric.SizeQuantity && v.Int != fabric.Auto {
		return plainly(short, units.Bytes(v.Int))
	}
	return short
}

// plainly writes bytes instead of a power of ten, of which a reader would be warned.
func plainly(short string, n units.Bytes) string {
	if strings.HasSuffix(short, "iB") || strings.HasSuffix(short, " B") {
		return short
	}
	return n.Exact()
}

// partFigure tells whether a setting is about one link or device: node0/nic3>leaf0.rate, leaf0.latency.
func partFigure(name string) bool { return fabric.OfPart(name) }

// over lays settings over others: the later one of a parameter holds. Neither list is changed.
func over(all, set []fabric.Setting) []fabric.Setting {
	sum := slices.Clone(all)
	for _, s := range set {
		if i := slices.IndexFunc(sum, func(t fabric.Setting) bool { return t.Name == s.Name }); i >= 0 {
			sum[i] = s
		} else {
			sum = append(sum, s)
		}
	}
	return sum
}
