package compare

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"collsim/scenarios"
)

// Change is one key that differs between two scenarios, or one parameter that holds in them.
type Change struct {
	Sign   string `json:"sign"` // + is new, ~ is other, - has gone
	Path   string `json:"path"`
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
}

// leaf is a value of a JSON object, by its path.
type leaf struct{ path, text string }

// unsaid are keys of a scenario that change no number.
var unsaid = []string{"schema", "name", "variant", "description"}

// changes compares the resolved scenarios of two results, then the parameters that hold in them, whether set or not, then
// the models.
func changes(a, b *scenarios.Result) []Change {
	all := []Change{}
	if unkept(a.Scenario) || unkept(b.Scenario) {
		all = append(all, between(facts(a), facts(b))...)
	}
	for _, c := range between(leaves(a.Scenario), leaves(b.Scenario)) {
		if !slices.Contains(unsaid, c.Path) && !strings.HasPrefix(c.Path, set) {
			all = append(all, c)
		}
	}
	for _, c := range between(leaves(a.Parameters), leaves(b.Parameters)) {
		c.Path = set + c.Path
		all = append(all, c)
	}
	if a.ModelVersion != b.ModelVersion {
		all = append(all, Change{"~", "model_version", a.ModelVersion, b.ModelVersion})
	}
	return all
}

// facts are what results of a sweep, which are kept without their scenarios, say of them. The hash names all of it.
func facts(r *scenarios.Result) []leaf {
	return []leaf{
		{"fabric.preset", r.Fabric}, {"fabric.nodes", strconv.Itoa(r.Nodes)}, {"collective", r.Collective}, {"algorithm", r.Algorithm}, {"bytes", r.Bytes.Exact()},
		{"ranks", strconv.Itoa(r.Ranks)}, {"channels", strconv.Itoa(r.Channels)}, {"slices", strconv.Itoa(r.Slices)}, {"sync", r.Sync},
		{"library", r.Library}, {"seed", strconv.FormatUint(r.Seed, 10)}, {"hash", r.Hash},
	}
}

// set is where a scenario sets parameters.
const set = "set."

// between lists what differs, in the order of the first, what is new last.
func between(a, b []leaf) (all []Change) {
	index := func(in []leaf) map[string]int {
		m := make(map[string]int, len(in))
		for i, l := range in {
			m[l.path] = i
		}
		return m
	}
	inA, inB := index(a), index(b)
	for _, l := range a {
		if j, ok := inB[l.path]; !ok {
			all = append(all, Change{"-", l.path, l.text, ""})
		} else if b[j].text != l.text {
			all = append(all, Change{"~", l.path, l.text, b[j].text})
		}
	}
	for _, l := range b {
		if _, ok := inA[l.path]; !ok {
			all = append(all, Change{"+", l.path, "", l.text})
		}
	}
	return all
}

// unkept tells whether a result was written without this part of it.
func unkept(part json.RawMessage) bool { return len(part) == 0 || string(part) == "null" }

// leaves lists the values of a JSON object in its order, those of objects inside by their paths. Lists are values.
func leaves(object json.RawMessage) []leaf { return inside(nil, "", object) }

func inside(all []leaf, path string, value json.RawMessage) []leaf {
	if unkept(value) {
		return all
	}
	d := json.NewDecoder(bytes.NewReader(value))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return append(all, leaf{path, plain(value)})
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return all
		}
		var inner json.RawMessage
		if d.Decode(&inner) != nil {
			return all
		}
		name, _ := key.(string)
		if path != "" {
			name = path + "." + name
		}
		all = inside(all, name, inner)
	}
	return all
}

// plain writes a value as a file would: texts without quotes, lists on one line.
func plain(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	var b bytes.Buffer
	if json.Compact(&b, value) != nil {
		return strings.TrimSpace(string(value))
	}
	return b.String()
}
