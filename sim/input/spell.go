package input

import (
	"strings"

	"gopkg.in/yaml.v3"
)

// widest is how many letters a mapping or a list may take to stand on one line.
const widest = 100

// YAML spells a node out as a file that [Parse] reads back to the same node, places left out. A mapping of single values
// stands on one line where there is room, as a person would write it.
func (n *Node) YAML() []byte {
	spelled := n.spell()
	spelled.Style = 0 // of a file each key has a line
	var b strings.Builder
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(spelled); err != nil {
		panic("input: " + err.Error()) // nodes of scalars, mappings and lists always encode
	}
	return []byte(b.String())
}

func (n *Node) spell() *yaml.Node {
	switch n.Form {
	case Mapping:
		y := &yaml.Node{Kind: yaml.MappingNode}
		for _, f := range n.Fields {
			y.Content = append(y.Content, word(f.Name), f.Value.spell())
		}
		return folded(y)
	case List:
		y := &yaml.Node{Kind: yaml.SequenceNode}
		for _, item := range n.Items {
			y.Content = append(y.Content, item.spell())
		}
		return folded(y)
	case Empty:
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null", Value: "null"}
	}
	return word(n.Text)
}

// word is a single value. What YAML would take for nothing is quoted; of anything else [Parse] keeps the text.
func word(text string) *yaml.Node {
	y := &yaml.Node{Kind: yaml.ScalarNode, Value: text}
	if y.ShortTag() == "!!null" || strings.TrimSpace(text) != text || strings.Contains(text, "\n") {
		y.Tag = "!!str"
	}
	return y
}

// folded puts what holds single values alone on one line, if it fits.
func folded(y *yaml.Node) *yaml.Node {
	letters := 0
	for _, c := range y.Content {
		if c.Kind != yaml.ScalarNode || strings.Contains(c.Value, "\n") {
			return y
		}
		letters += len(c.Value) + len(", ")
	}
	if letters <= widest {
		y.Style = yaml.FlowStyle
	}
	return y
}
