package topofile

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"gopkg.in/yaml.v3"
)

// What a file may be at most.
const (
	largestFile = 4 << 20
	deepest     = 8
	mostValues  = 1 << 17
)

// Parse reads a graph file; name is what messages call it. The error is Problems.
func Parse(name string, data []byte) (*Document, error) {
	root, problems := parseYAML(name, data)
	if len(problems) > 0 {
		return nil, problems.sorted()
	}
	d, problems := Read(root, "")
	if root.Get("schema") == nil && root.Form == Mapping {
		problems = append(problems, Problem{Place: root.Place, What: "schema: is missing", Valid: Schema}).sorted()
	}
	if len(problems) > 0 {
		return nil, problems
	}
	return d, nil
}

// parseYAML turns YAML into values.
func parseYAML(name string, data []byte) (*Value, Problems) {
	one := func(line int, what, text, valid string) (*Value, Problems) {
		return nil, Problems{{Place: Place{File: name, Line: line, Column: 1}, What: what, Text: text, Valid: valid}}
	}
	if len(data) > largestFile {
		return one(1, "the file is too large", strconv.Itoa(len(data))+" bytes", "at most 4 MiB")
	}
	var document, second yaml.Node
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	if err := decode(decoder, &document); err == io.EOF || err == nil && document.Kind == 0 {
		return one(1, "the file is empty", "", "schema: "+Schema+", devices:, links:")
	} else if err != nil {
		line, text := yamlError(err)
		return one(line, "this is not YAML: "+text, "", "schema: "+Schema+", devices:, links:")
	}
	if err := decode(decoder, &second); err != io.EOF {
		return one(max(second.Line, 1), "a second document", "---", "one graph a file")
	}
	c := converter{name: name}
	root := c.convert(&document, 0)
	return root, c.problems
}

// decode calls the YAML library, which may panic on malformed input of kinds that its own recovery does not know.
func decode(d *yaml.Decoder, n *yaml.Node) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	return d.Decode(n)
}

// yamlError takes the line out of "yaml: line 3: could not find ..."; 1 when there is none.
func yamlError(err error) (line int, text string) {
	text = strings.TrimPrefix(err.Error(), "yaml: ")
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		if number, what, ok := strings.Cut(rest, ": "); ok {
			if n, err := strconv.Atoi(number); err == nil && n > 0 {
				return n, what
			}
		}
	}
	return 1, text
}

// converter makes values of YAML nodes and refuses what a graph has no use for.
type converter struct {
	name     string
	values   int
	problems Problems
}

func (c *converter) problem(y *yaml.Node, what, text, valid string) *Value {
	c.problems = append(c.problems, Problem{Place: c.place(y), What: what, Text: text, Valid: valid})
	return &Value{Form: Empty, Place: c.place(y)}
}

func (c *converter) place(y *yaml.Node) Place {
	return Place{File: c.name, Line: y.Line, Column: y.Column}
}

func (c *converter) convert(y *yaml.Node, depth int) *Value {
	if c.values++; c.values > mostValues {
		if c.values == mostValues+1 {
			c.problem(y, "the file holds too many values", "", "at most "+strconv.Itoa(mostValues))
		}
		return &Value{Form: Empty}
	}
	if depth > deepest {
		return c.problem(y, "nested too deeply", "", "at most "+strconv.Itoa(deepest)+" levels")
	}
	if y.Anchor != "" {
		c.problem(y, "anchors are not understood", "&"+y.Anchor, "a range, such as gpu0..7")
	}
	v := &Value{Place: c.place(y)}
	switch y.Kind {
	case yaml.DocumentNode:
		return c.convert(y.Content[0], depth+1)
	case yaml.AliasNode:
		return c.problem(y, "aliases are not understood", "*"+y.Value, "a range, such as gpu0..7")
	case yaml.ScalarNode:
		v.Text = y.Value
		if y.Tag == "!!null" {
			v.Form = Empty
		}
		if bad := strings.IndexFunc(y.Value, unreadable); bad >= 0 {
			return c.problem(y, "a control character", y.Value, "letters, digits, punctuation and spaces")
		}
	case yaml.SequenceNode:
		v.Form = List
		for _, item := range y.Content {
			v.Items = append(v.Items, c.convert(item, depth+1))
		}
	case yaml.MappingNode:
		v.Form = Mapping
		c.fields(v, y, depth)
	}
	return v
}

func (c *converter) fields(v *Value, y *yaml.Node, depth int) {
	seen := map[string]int{}
	for i := 0; i+1 < len(y.Content); i += 2 {
		k := y.Content[i]
		switch line, twice := seen[k.Value]; {
		case k.Kind != yaml.ScalarNode:
			c.problem(k, "a key must be a word", "", "name: value")
			continue
		case strings.IndexFunc(k.Value, unreadable) >= 0:
			c.problem(k, "a control character", k.Value, "letters, digits, punctuation and spaces")
			continue
		case twice:
			c.problem(k, "this key stands twice, first in line "+strconv.Itoa(line), k.Value, "each key once")
			continue
		}
		seen[k.Value] = k.Line
		v.Fields = append(v.Fields, Field{k.Value, c.place(k), c.convert(y.Content[i+1], depth+1)})
	}
}

// unreadable refuses control characters: a terminal would obey them.
func unreadable(r rune) bool { return !unicode.IsPrint(r) && r != '\n' && r != '\t' && r != '\u00a0' }
