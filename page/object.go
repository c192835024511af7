package page

import (
	"bytes"
	"encoding/json"
	"fmt"

	"collsim/scenarios"
)

// member is one field of an object.
type member struct {
	name  string
	value any // json.RawMessage is written as it is, its spaces too
}

// body is an object whose fields keep their order.
type body []member

// text writes an object. encoding/json would take the spaces out of what the command line prints.
func (b body) text() []byte {
	out := []byte{'{'}
	for i, m := range b {
		if i > 0 {
			out = append(out, ',')
		}
		var raw []byte
		switch v := m.value.(type) {
		case json.RawMessage:
			raw = v
		case body:
			raw = v.text()
		default:
			var err error
			if raw, err = scenarios.PlainJSON(v); err != nil {
				panic("page: " + err.Error()) // what answers hold always marshals
			}
		}
		out = fmt.Appendf(out, "%q:%s", m.name, bytes.TrimSpace(raw))
	}
	return append(out, '}')
}

// MarshalJSON is text, for objects inside others.
func (b body) MarshalJSON() ([]byte, error) { return b.text(), nil }
