package scenarios

import (
	"bytes"
	"encoding/json"
)

// ordered is a JSON object that keeps its order, which a map would not.
type ordered []member

type member struct {
	name  string
	value any
}

func (o *ordered) add(name string, value any) { *o = append(*o, member{name, value}) }

// MarshalJSON writes the members in their order.
func (o ordered) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			out = append(out, ',')
		}
		name, err := PlainJSON(m.name)
		if err != nil {
			return nil, err
		}
		value, err := PlainJSON(m.value)
		if err != nil {
			return nil, err
		}
		out = append(append(append(out, name...), ':'), value...)
	}
	return append(out, '}'), nil
}

// PlainJSON is v as JSON that leaves <, > and & as they are: names of links hold them.
func PlainJSON(v any) ([]byte, error) {
	if text, ok := v.(string); ok && verbatim(text) {
		return append(append(append(make([]byte, 0, len(text)+2), '"'), text...), '"'), nil
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'}), nil
}

// verbatim tells whether JSON has a text as it is, between quotes: most of the two hundred parameters of every result.
func verbatim(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}
