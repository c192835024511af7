package scenarios

import (
	"bytes"
	"encoding/json"
)

// WriteResults writes one result as an object of its own and several as a list inside one: what collsim run prints as JSON.
func WriteResults(results []Result) ([]byte, error) {
	var answer any = results[0]
	if len(results) > 1 {
		answer = struct {
			Schema  string   `json:"schema"`
			Results []Result `json:"results"`
		}{ResultsSchema, results}
	}
	return IndentedJSON(answer)
}

// IndentedJSON is JSON for readers, with a line end behind it.
func IndentedJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(v)
	return b.Bytes(), err
}
