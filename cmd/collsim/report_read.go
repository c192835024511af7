package main

import (
	"encoding/json"

	html "collsim/plots/report"
	"collsim/scenarios"
)

// schemaOf is what a JSON file says it is; "" = it is no JSON, or does not say.
func schemaOf(data []byte) string {
	var said struct {
		Schema string `json:"schema"`
	}
	if json.Unmarshal(data, &said) != nil {
		return ""
	}
	return said.Schema
}

// pageOfResults is the page of what run --output json has written.
func pageOfResults(name string, data []byte, line string) (*html.Page, error) {
	results, err := scenarios.ReadResults(name, data)
	if err != nil {
		return nil, err
	}
	return html.Results(results, line, nil)
}
