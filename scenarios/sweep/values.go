package sweep

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"collsim/scenarios"
)

// Value is what one path of the scenario is at a point, in the words of a file: fabric.nodes = 4.
type Value struct{ Path, Text string }

// Values are all that a point differs in, in the order of the axes. In JSON they are an object: {"bytes": "1 KiB"}.
type Values []Value

// Get is the value at a path; ok is false where no axis has it.
func (v Values) Get(path string) (text string, ok bool) {
	for _, x := range v {
		if x.Path == path {
			return x.Text, true
		}
	}
	return "", false
}

func (v Values) String() string {
	words := make([]string, len(v))
	for i, x := range v {
		words[i] = x.Path + " = " + x.Text
	}
	return strings.Join(words, ", ")
}

// MarshalJSON writes an object in the order of the axes.
func (v Values) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i, x := range v {
		if i > 0 {
			out = append(out, ',')
		}
		path, err := scenarios.PlainJSON(x.Path)
		if err != nil {
			return nil, err
		}
		text, err := scenarios.PlainJSON(x.Text)
		if err != nil {
			return nil, err
		}
		out = append(append(append(out, path...), ':'), text...)
	}
	return append(out, '}'), nil
}

// UnmarshalJSON reads what MarshalJSON wrote, and keeps its order.
func (v *Values) UnmarshalJSON(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return fmt.Errorf("values must be an object of texts by path")
	}
	*v = nil
	for d.More() {
		path, err := d.Token()
		if err != nil {
			return err
		}
		text, err := d.Token()
		if err != nil {
			return err
		}
		said, ok := text.(string)
		if !ok {
			return fmt.Errorf("values must be texts, not %v", text)
		}
		*v = append(*v, Value{path.(string), said}) // keys of objects are texts
	}
	return nil
}
