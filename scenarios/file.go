package scenarios

import (
	"strconv"
	"strings"

	"collsim/sim/input"
)

// File is a scenario file, or what flags say, read and checked.
type File struct {
	Name      string      // of the scenario, or else of the file
	Claims    []string    // ids of the claims that it explains
	Differs   string      // where the model does not say what practice says, and why; "" = nowhere
	Try       string      // what to try next
	Scenarios []Scenario  // one a variant in the order of the file; a single one without variants
	Warnings  Problems    // what is suspicious but may be meant
	Sweep     *input.Node // its axes, for package sweep to read; nil = it has none

	source       string
	catalogue    *Catalogue
	root         *node
	whole        *node   // root with words spread out and flags laid over it
	over         *node   // what flags say, laid over every variant; nil = nothing
	trees        []*node // what each scenario was read from
	expectations []expectation
}

// file reads a tree of nodes; over, which may be nil, is laid over every variant.
func (c *Catalogue) file(source string, root, over *node) (*File, error) {
	r := &reader{catalogue: c}
	f := &File{Name: source, source: source, catalogue: c, root: root}
	if root.Form != mapping {
		r.problem(root.Where, "a scenario must be a mapping", root.Text, "key: value lines, such as schema: "+SchemaName)
		return nil, r.problems.Sorted()
	}
	root = r.spread(root)
	if over != nil {
		over = r.spread(over)
		root = root.Merge(over)
	}
	f.whole, f.over = root, over
	common := &draft{}
	r.fields(keys(), "", root, common)
	if common.Scenario.Name != "" {
		f.Name = common.Scenario.Name
	}
	f.Claims, f.Differs, f.Try, f.Sweep = common.claims, common.differs, common.try, common.sweep
	if root.Get("schema") == nil {
		r.missing(root, "schema", SchemaName)
	}
	if root.Get("variants") == nil {
		f.trees = []*node{root.Without("variants", "sweep", "expect")}
	}
	for _, v := range common.variants {
		f.trees = append(f.trees, r.lay(root, v, over))
	}
	for i, tree := range f.trees {
		s := r.scenario(tree)
		if len(common.variants) > 0 {
			s.Variant = common.variants[i].Name
		}
		f.Scenarios = append(f.Scenarios, s)
	}
	f.expectations = r.expect(f, common.expect)
	f.Warnings = r.warnings.Sorted()
	if len(r.problems) > 0 {
		return nil, r.problems.Sorted()
	}
	return f, nil
}

// lay reads one variant by itself, for the sake of its problems, and lays it over the common part.
func (r *reader) lay(root *node, v field, over *node) *node {
	r.variant = true
	value := r.spread(v.Value)
	r.fields(keys(), "", value, &draft{})
	r.variant = false
	common := root.Without("variants", "sweep", "expect")
	if kind, was := value.At("workload", "kind"), root.At("workload", "kind"); kind != nil && was != nil && kind.Text != was.Text {
		common = common.Without("workload") // another kind has other keys
	}
	merged := common.Merge(value)
	merged.Where = v.Where
	if over != nil {
		merged = merged.Merge(over.Without("schema", "name", "claim", "differs", "try", "variants", "sweep", "expect"))
	}
	return merged
}

// Where is the place of a key of a scenario, by its path: "bytes", "fabric.nodes", "set.network.rate",
// "ranks.3.start"; the place of what surrounds it where it does not stand there. i indexes Scenarios.
func (f *File) Where(i int, path string) Where {
	n := f.trees[i]
	if head, name, ok := strings.Cut(path, "."); ok && head == "set" {
		if value := n.At("set", name); value != nil {
			return value.Where
		}
	}
	names := strings.Split(path, ".")
	if names[0] == "fabric" && len(names) > 2 {
		names = strings.SplitN(path, ".", 3) // names of devices and links hold ranges: gpu0..7
	}
	where := n.Where
	for _, name := range names {
		if n = n.Get(name); n == nil {
			break
		}
		where = n.Where
	}
	return where
}

// scenario reads a tree that has everything in one place, fills in what was left out and checks the whole.
func (r *reader) scenario(n *node) Scenario {
	d := &draft{}
	r.fields(keys(), "", n, d)
	r.complete(n, d)
	return d.Scenario
}

// missing reports a key that has to be there.
func (r *reader) missing(n *node, path, valid string) {
	where := n.Where
	if where.Flag != "" {
		where.Flag = "--" + flagOf(path)
	}
	r.problem(where, path+": is missing", "", valid)
}

// variants are partial scenarios by name.
type variants struct{}

func (variants) read(r *reader, path string, n *node, d *draft) {
	if n.Form != mapping || len(n.Fields) == 0 {
		r.problem(n.Where, path+": must be a mapping", n.Text, "name: {keys that differ}, such as ring: {algorithm: ring}")
		return
	}
	const most = 256
	if len(n.Fields) > most {
		r.problem(n.Where, path+": too many", strconv.Itoa(len(n.Fields)), "at most "+strconv.Itoa(most))
		return
	}
	for _, f := range n.Fields {
		switch problem := badVariant(f.Name); {
		case problem != "":
			r.problem(f.Where, path+": "+problem, f.Name, "letters, digits, - and _, and no metric")
		case f.Value.Form == empty:
			f.Value = &node{Form: mapping, Where: f.Value.Where}
			d.variants = append(d.variants, f)
		case f.Value.Form != mapping:
			r.problem(f.Value.Where, path+"."+f.Name+": must be a mapping", f.Value.Text, "{keys that differ}, such as {algorithm: ring}")
		default:
			d.variants = append(d.variants, f)
		}
	}
}

// isName tells whether a name is made of letters, digits, - and _.
func isName(name string) bool {
	for _, c := range name {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
			return false
		}
	}
	return name != ""
}

func badVariant(name string) string {
	if name == "" {
		return "a variant without a name"
	}
	if !isName(name) {
		return "not a name for a variant"
	}
	if isMetric(name) {
		return "a variant with the name of a metric"
	}
	return ""
}
