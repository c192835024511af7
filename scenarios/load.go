package scenarios

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

// What a file may be at most. A scenario that a person wrote is far below; the limits keep a hostile file from costing
// more than a moment.
const (
	largestFile = 1 << 20
	deepest     = 16
	mostNodes   = 20_000
)

// Load reads and checks a scenario file; name is what messages call it. The error is a Problems that lists everything
// wrong with the file, each with its line and column. JSON is YAML: what [Canonical] writes loads as well.
func Load(name string, data []byte) (*File, error) {
	return Known().Load(name, data)
}

// LoadWith is [Load] with flags laid over every variant before anything is checked: what the file lacks a flag may say,
// and what a flag says holds whatever the file says. Problems that a flag caused are placed at the flag.
func LoadWith(name string, data []byte, flags []Flag) (*File, error) {
	return Known().LoadWith(name, data, flags)
}

// LoadWith is the function LoadWith with a catalogue of one's own.
func (c *Catalogue) LoadWith(name string, data []byte, flags []Flag) (*File, error) {
	root, problems := parse(name, data, SchemaName)
	if len(problems) > 0 {
		return nil, problems.sorted()
	}
	return c.laid(name, root, flags)
}

// Load is the function Load with a catalogue of one's own.
func (c *Catalogue) Load(name string, data []byte) (*File, error) {
	root, problems := parse(name, data, SchemaName)
	if len(problems) > 0 {
		return nil, problems.sorted()
	}
	return c.file(name, root, nil)
}

// parse turns YAML into nodes. Keys that stand twice, aliases and things that YAML cannot be are problems.
// schema is what the file is to be.
func parse(name string, data []byte, schema string) (*node, Problems) {
	one := func(line int, what, text, valid string) (*node, Problems) {
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
		return one(1, "the file is empty", "", "schema: "+schema+", and so on")
	} else if err != nil {
		line, text := yamlError(err)
		return one(line, "this is not YAML: "+text, "", "keys and values, as in the files of the library")
	}
	if err := decode(decoder, &second); err != io.EOF {
		return one(max(second.Line, 1), "a second document", "---", "one scenario a file; variants share a file under variants:")
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

type converter struct {
	name     string
	nodes    int
	problems Problems
}

func (c *converter) problem(y *yaml.Node, what, text, valid string) *node {
	c.problems = append(c.problems, Problem{Where: c.where(y), What: what, Text: text, Valid: valid})
	return &node{form: empty, where: c.where(y)}
}

func (c *converter) where(y *yaml.Node) Where {
	return Where{File: c.name, Line: y.Line, Column: y.Column}
}

func (c *converter) convert(y *yaml.Node, depth int) *node {
	if c.nodes++; c.nodes > mostNodes {
		if c.nodes == mostNodes+1 {
			c.problem(y, "the file holds too many values", "", "at most "+strconv.Itoa(mostNodes))
		}
		return &node{form: empty}
	}
	if depth > deepest {
		return c.problem(y, "nested too deeply", "", "at most "+strconv.Itoa(deepest)+" levels")
	}
	if y.Anchor != "" {
		c.problem(y, "anchors are not understood", "&"+y.Anchor, "what variants share stands at the top of the file")
	}
	n := &node{where: c.where(y)}
	switch y.Kind {
	case yaml.DocumentNode:
		return c.convert(y.Content[0], depth+1)
	case yaml.AliasNode:
		return c.problem(y, "aliases are not understood", "*"+y.Value, "what variants share stands at the top of the file")
	case yaml.ScalarNode:
		n.text = y.Value
		if y.Tag == "!!null" {
			n.form = empty
		}
		if err := readable(y.Value); err != nil {
			return c.problem(y, err.Error(), y.Value, "letters, digits, punctuation and spaces")
		}
	case yaml.SequenceNode:
		n.form = list
		for _, item := range y.Content {
			n.items = append(n.items, c.convert(item, depth+1))
		}
	case yaml.MappingNode:
		n.form = mapping
		c.fields(n, y, depth)
	}
	return n
}

func (c *converter) fields(n *node, y *yaml.Node, depth int) {
	seen := map[string]int{}
	for i := 0; i+1 < len(y.Content); i += 2 {
		k := y.Content[i]
		if k.Kind != yaml.ScalarNode {
			c.problem(k, "a key must be a word", "", "name: value")
			continue
		}
		if err := readable(k.Value); err != nil {
			c.problem(k, err.Error(), k.Value, "letters, digits, punctuation and spaces")
			continue
		}
		if line, twice := seen[k.Value]; twice {
			c.problem(k, "this key stands twice, first in line "+strconv.Itoa(line), k.Value, "each key once")
			continue
		}
		seen[k.Value] = k.Line
		n.fields = append(n.fields, field{k.Value, c.where(k), c.convert(y.Content[i+1], depth+1)})
	}
}

// readable refuses control characters: a terminal would obey them, and JSON and YAML disagree about some.
func readable(text string) error {
	for _, r := range text {
		if !unicode.IsPrint(r) && r != '\n' && r != '\t' && r != '\u00a0' {
			return errors.New("a control character, " + strconv.QuoteRuneToASCII(r))
		}
	}
	return nil
}
