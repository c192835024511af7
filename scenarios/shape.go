package scenarios

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"collsim/sim/input"
	"collsim/sim/units"
)

// reader gathers what is wrong with a file while it is being read.
type reader struct {
	catalogue *Catalogue
	problems  Problems
	warnings  Problems
	variant   bool       // reading a variant, not the top of a file
	outsides  []*Outside // that have been read; one without an Algorithm has been refused
}

// mostProblems ends the reading of a file that is nothing but mistakes.
const mostProblems = 1000

func (r *reader) problem(where Where, what, text, valid string) {
	r.problems = append(r.problems, Problem{Where: where, What: what, Text: text, Valid: valid})
}

// unknown reports a word that is not one of a few.
func (r *reader) unknown(where Where, what, text string, words []string) {
	r.problems = append(r.problems, Problem{Where: where, What: what, Text: text, Hint: input.Meant(text, words), Valid: strings.Join(words, ", ")})
}

func (r *reader) warn(where Where, what, text, valid string) {
	r.warnings = append(r.warnings, Problem{Where: where, What: what, Text: text, Valid: valid})
}

// refuse reports an error of a parser of values.
func (r *reader) refuse(n *node, path string, err error) {
	var p *units.ParseError
	if errors.As(err, &p) {
		r.problems = append(r.problems, Problem{Where: n.Where, What: path + ": " + p.Problem, Text: p.Text, Hint: p.Hint, Valid: p.Valid})
		return
	}
	r.problem(n.Where, path+": "+err.Error(), "", "") // other parsers quote the text themselves
}

// scalar is the text of a node that must be a single value.
func (r *reader) scalar(n *node, path, valid string) (text string, ok bool) {
	switch n.Form {
	case scalar:
		return n.Text, true
	case empty:
		r.problem(n.Where, path+": has no value", "", valid)
	case mapping:
		r.problem(n.Where, path+": must be a single value, not a mapping", "", valid)
	case list:
		r.problem(n.Where, path+": must be a single value, not a list", "", valid)
	}
	return "", false
}

// group is a mapping with keys of its own. A word alone stands for the key short.
type group struct {
	keys  []key
	short string
}

func (g group) read(r *reader, path string, n *node, d *draft) {
	if n.Form != mapping {
		r.problem(n.Where, path+": must be a mapping", n.Text, strings.Join(names(g.keys, top), ", "))
		return
	}
	r.fields(g.keys, path+".", n, d)
}

// fields reads the fields of a mapping by a table of keys.
func (r *reader) fields(keys []key, prefix string, n *node, d *draft) {
	in := top
	if r.variant {
		in = anywhere
	}
	for _, f := range n.Fields {
		if len(r.problems) > mostProblems {
			return
		}
		i := slices.IndexFunc(keys, func(k key) bool { return k.name == f.Name })
		switch {
		case i < 0:
			what := "unknown key"
			if prefix != "" {
				what += " in " + prefix[:len(prefix)-1]
			}
			r.unknown(f.Where, what, f.Name, names(keys, in))
		case r.variant && prefix == "" && keys[i].only != anywhere:
			r.problem(f.Where, "this key belongs to the top of the file, not into a variant", f.Name, strings.Join(names(keys, in), ", "))
		default:
			keys[i].shape.read(r, prefix+f.Name, f.Value, d)
		}
	}
}

// constant is a word that leaves no choice.
type constant struct{ word string }

func (c constant) read(r *reader, path string, n *node, d *draft) {
	if text, ok := r.scalar(n, path, c.word); ok && text != c.word {
		r.problem(n.Where, path+": a version that this program does not know", text, c.word)
	}
}

// text is anything that is written on one or several lines.
type text struct{ into func(*draft) *string }

func (t text) read(r *reader, path string, n *node, d *draft) {
	if s, ok := r.scalar(n, path, "text"); ok {
		*t.into(d) = s
	}
}

// texts is one text or a list of them.
type texts struct{ into func(*draft) *[]string }

func (t texts) read(r *reader, path string, n *node, d *draft) {
	items := n.Items
	if n.Form != list {
		items = []*node{n}
	}
	all := []string{}
	for _, item := range items {
		s, ok := r.scalar(item, path, "a text, or a list of texts")
		switch {
		case !ok:
		case slices.Contains(all, s):
			r.problem(item.Where, path+": stands twice", s, "each once")
		default:
			all = append(all, s)
		}
	}
	*t.into(d) = all
}

// word is one of a few.
type word struct {
	words func(*Catalogue) []string
	into  func(*draft) *string
}

func (w word) read(r *reader, path string, n *node, d *draft) {
	words := w.words(r.catalogue)
	s, ok := r.scalar(n, path, strings.Join(words, ", "))
	if !ok {
		return
	}
	if !slices.Contains(words, s) {
		r.unknown(n.Where, path+": unknown", s, words)
		return
	}
	*w.into(d) = s
}

// integer is a whole number.
type integer struct {
	least, most int64
	put         func(*draft, int64)
}

func (w integer) read(r *reader, path string, n *node, d *draft) {
	valid := "a whole number, " + strconv.FormatInt(w.least, 10) + " to " + strconv.FormatInt(w.most, 10)
	s, ok := r.scalar(n, path, valid)
	if !ok {
		return
	}
	v, err := parseWhole(s)
	var p *units.ParseError
	switch {
	case errors.As(err, &p):
		r.problem(n.Where, path+": "+p.Problem, s, valid)
	case v < w.least || v > w.most:
		r.problem(n.Where, path+": out of range", s, valid)
	default:
		w.put(d, v)
	}
}
