package input

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"gopkg.in/yaml.v3"
)

// What a file may be at most. What a person wrote is far below; the limits keep a hostile file from costing more than a
// moment.
const (
	largestFile = 1 << 20
	deepest     = 16
	mostNodes   = 20_000
)

// Kind is what a file is to be, in messages about one that is something else.
type Kind struct {
	Schema string
	Like   string // where such files are to be found: "as in the files of the library"
	Alone  string // why a second document is too much: "one graph a file"
	Repeat string // what does for anchors and aliases: "a range, such as gpu0..7"
}

// Parse turns YAML into nodes; name is what messages call the file. Keys that stand twice, anchors, aliases, control
// characters and whatever else such files have no use for are problems.
func Parse(name string, data []byte, k Kind) (*Node, Problems) {
	one := func(line int, what, text, valid string) (*Node, Problems) {
		w := Where{File: name, Line: line}
		if line > 0 {
			w.Column = 1
		}
		return nil, Problems{{Where: w, What: what, Text: text, Valid: valid}}
	}
	if len(data) > largestFile {
		return one(0, "the file is too large", strconv.Itoa(len(data))+" bytes", "at most 1 MiB")
	}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var document, second yaml.Node
	if err := decode(decoder, &document); err == io.EOF || err == nil && document.Kind == 0 {
		return one(1, "the file is empty", "", "schema: "+k.Schema+", and so on")
	} else if err != nil {
		line, text := yamlError(err)
		return one(line, "this is not YAML: "+text, "", "keys and values, "+k.Like)
	}
	if err := decode(decoder, &second); err != io.EOF {
		return one(max(second.Line, 1), "a second document", "---", k.Alone)
	}
	c := converter{name: name, repeat: k.Repeat}
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

type converter struct {
	name     string
	repeat   string
	nodes    int
	problems Problems
}

func (c *converter) problem(y *yaml.Node, what, text, valid string) *Node {
	c.problems = append(c.problems, Problem{Where: c.where(y), What: what, Text: text, Valid: valid})
	return &Node{Form: Empty, Where: c.where(y)}
}

func (c *converter) where(y *yaml.Node) Where {
	return Where{File: c.name, Line: y.Line, Column: y.Column}
}

func (c *converter) convert(y *yaml.Node, depth int) *Node {
	if c.nodes++; c.nodes > mostNodes {
		if c.nodes == mostNodes+1 {
			c.problem(y, "the file holds too many values", "", "at most "+strconv.Itoa(mostNodes))
		}
		return &Node{Form: Empty}
	}
	if depth > deepest {
		return c.problem(y, "nested too deeply", "", "at most "+strconv.Itoa(deepest)+" levels")
	}
	if y.Anchor != "" {
		c.problem(y, "anchors are not understood", "&"+y.Anchor, c.repeat)
	}
	n := &Node{Where: c.where(y)}
	switch y.Kind {
	case yaml.DocumentNode:
		return c.convert(y.Content[0], depth+1)
	case yaml.AliasNode:
		return c.problem(y, "aliases are not understood", "*"+y.Value, c.repeat)
	case yaml.ScalarNode:
		n.Text = y.Value
		if y.Tag == "!!null" {
			n.Form = Empty
		}
		if err := Readable(y.Value); err != nil {
			return c.problem(y, err.Error(), y.Value, "letters, digits, punctuation and spaces")
		}
	case yaml.SequenceNode:
		n.Form = List
		for _, item := range y.Content {
			n.Items = append(n.Items, c.convert(item, depth+1))
		}
	case yaml.MappingNode:
		n.Form = Mapping
		c.fields(n, y, depth)
	}
	return n
}

func (c *converter) fields(n *Node, y *yaml.Node, depth int) {
	seen := map[string]int{}
	for i := 0; i+1 < len(y.Content); i += 2 {
		k := y.Content[i]
		if k.Kind != yaml.ScalarNode {
			c.problem(k, "a key must be a word", "", "name: value")
			continue
		}
		if err := Readable(k.Value); err != nil {
			c.problem(k, err.Error(), k.Value, "letters, digits, punctuation and spaces")
			continue
		}
		if line, twice := seen[k.Value]; twice {
			c.problem(k, "this key stands twice, first in line "+strconv.Itoa(line), k.Value, "each key once")
			continue
		}
		seen[k.Value] = k.Line
		n.Fields = append(n.Fields, Field{k.Value, c.where(k), c.convert(y.Content[i+1], depth+1)})
	}
}

// Readable refuses control characters: a terminal would obey them, and JSON and YAML disagree about some.
func Readable(text string) error {
	for _, r := range text {
		if !unicode.IsPrint(r) && r != '\n' && r != '\t' && r != '\u00a0' {
			return errors.New("a control character, " + strconv.QuoteRuneToASCII(r))
		}
	}
	return nil
}
