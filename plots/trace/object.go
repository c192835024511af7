package trace

import (
	"encoding/json"
	"strconv"
)

// object is the inside of a JSON object, member by member in order. Files hold a million of them.
type object []byte

func (o *object) add(name, value string) *object {
	if len(*o) > 0 {
		*o = append(*o, ',')
	}
	*o = strconv.AppendQuote(*o, name)
	*o = append(append(*o, ':'), value...)
	return o
}

func (o *object) number(name string, n int64) *object { return o.add(name, strconv.FormatInt(n, 10)) }

func (o *object) word(name, text string) *object {
	if plainly(text) {
		return o.add(name, `"`+text+`"`)
	}
	quoted, _ := json.Marshal(text) // of a string it cannot fail
	return o.add(name, string(quoted))
}

// plainly tells whether a text stands in JSON as it is.
func plainly(text string) bool {
	for _, c := range []byte(text) {
		if c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// args are what a viewer shows of an event that is chosen.
func (o *object) args(inner *object) *object { return o.add("args", inner.String()) }

func (o *object) String() string { return "{" + string(*o) + "}" }
