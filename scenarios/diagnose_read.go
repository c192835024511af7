package scenarios

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"collsim/sim/ledger"
	"collsim/sim/units"
)

// ReadResults reads one result, or the list of them, as the JSON that a run writes; name is what messages call it. The
// error is a Problems that says in which line the file is no result, and why.
func ReadResults(name string, data []byte) ([]Result, error) {
	var head struct {
		Schema  string            `json:"schema"`
		Results []json.RawMessage `json:"results"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, notResult(name, data, 0, err)
	}
	parts := head.Results
	switch {
	case head.Schema == ResultSchema:
		parts = []json.RawMessage{data}
	case head.Schema != ResultsSchema || len(parts) == 0:
		at := max(0, bytes.Index(data, []byte(`"schema"`)))
		return nil, Problems{{Where: placeOf(name, data, at), What: "this is no result", Text: head.Schema,
			Valid: "what collsim run --output json writes, whose schema is " + ResultSchema + " or " + ResultsSchema}}
	}
	results := make([]Result, len(parts))
	from := 0
	for i, part := range parts {
		at := from + max(0, bytes.Index(data[from:], part))
		from = at + len(part)
		err := json.Unmarshal(part, &results[i])
		if err == nil {
			err = results[i].sound()
		}
		if err != nil {
			return nil, notResult(name, data, at, err)
		}
	}
	return results, nil
}

// sound refuses what no run writes.
func (r *Result) sound() error {
	if r.Schema != ResultSchema {
		return fmt.Errorf("its schema is %q, not %s", r.Schema, ResultSchema)
	}
	if len(r.Parameters) == 0 || len(r.PerRank.Ranks) == 0 && r.Error == "" {
		return errors.New("it lacks parameters or ranks")
	}
	if (len(r.HottestPorts) > 0) != (r.BusiestPort != nil) {
		return errors.New("hottest_ports and busiest_port do not fit each other")
	}
	var sum units.Duration
	for c, d := range r.CriticalPath {
		if sum += d; d < 0 {
			return fmt.Errorf("%v is negative", ledger.Component(c))
		}
	}
	if sum != r.Total {
		return fmt.Errorf("the parts of its critical path sum to %d ps, its total is %d ps", int64(sum), int64(r.Total))
	}
	return nil
}

// notResult places an error of decoding what begins at an offset of the file.
func notResult(name string, data []byte, at int, err error) Problems {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	what := err.Error()
	switch {
	case errors.As(err, &syntax):
		at += max(0, int(syntax.Offset)-1) // it counts the byte at fault
		what = "not JSON: " + what
	case errors.As(err, &kind):
		at += int(kind.Offset)
		what = fmt.Sprintf("%s is a %s here", kind.Field, kind.Value)
	}
	return Problems{{Where: placeOf(name, data, at), What: "this is no result: " + what, Valid: "what collsim run --output json writes"}}
}

// placeOf is the place of an offset.
func placeOf(name string, data []byte, at int) Where {
	before := data[:min(at, len(data))]
	return Where{File: name, Line: 1 + bytes.Count(before, []byte{'\n'}), Column: max(1, len(before)-bytes.LastIndexByte(before, '\n'))}
}
