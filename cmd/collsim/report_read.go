package main

import (
	"encoding/json"
	"fmt"

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
	var many struct {
		Results []scenarios.Result `json:"results"`
	}
	var err error
	if schemaOf(data) == scenarios.ResultsSchema {
		err = json.Unmarshal(data, &many)
	} else {
		many.Results = make([]scenarios.Result, 1)
		err = json.Unmarshal(data, &many.Results[0])
	}
	if err != nil {
		return nil, fmt.Errorf("%s: cannot read the results: %w; valid: what collsim run --output json has written", name, err)
	}
	return html.Results(many.Results, line, nil)
}
