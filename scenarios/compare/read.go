package compare

import (
	"encoding/json"
	"fmt"

	"collsim/scenarios"
)

// Read reads a comparison that was written as JSON. Its error says what is wrong with it.
func Read(data []byte) (*Comparison, error) {
	c := &Comparison{}
	if err := json.Unmarshal(data, c); err != nil {
		return nil, fmt.Errorf("not a comparison: %w", err)
	}
	switch {
	case c.Schema != Schema:
		return nil, fmt.Errorf("schema: %q is no form of comparisons that this program knows; valid: %s", c.Schema, Schema)
	case c.ModelVersion != scenarios.ModelVersion:
		return nil, fmt.Errorf("model_version: the comparison is of version %s of the model, this program has version %s; valid: make it again", c.ModelVersion, scenarios.ModelVersion)
	case len(c.Places) == 0 || len(c.Places) != len(c.Scales)*len(c.Sizes):
		return nil, fmt.Errorf("places: there are %d, which is not one for each of %d scales and %d sizes", len(c.Places), len(c.Scales), len(c.Sizes))
	}
	for i := range c.Places {
		p := &c.Places[i]
		if len(p.Cells) != len(c.Names) || p.Scale != c.Scales[i/len(c.Sizes)] || p.Bytes != c.Sizes[i%len(c.Sizes)] {
			return nil, fmt.Errorf("places: number %d is not of the scale, the size and the %d names whose turn it is", i, len(c.Names))
		}
		p.second = -1
		p.judge(c.Names)
	}
	for i := range c.Crossings {
		if x := &c.Crossings[i]; len(x.From) == 0 || len(x.To) == 0 {
			return nil, fmt.Errorf("crossings: number %d does not say who is ahead", i)
		}
	}
	return c, nil
}
