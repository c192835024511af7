package page

import (
	"encoding/json"

	"collsim/scenarios"
	"collsim/sim/units"
)

// Progress is what a page is told of a request while it waits.
func Progress(p scenarios.Progress) []byte {
	text, err := json.Marshal(struct {
		Study     string          `json:"study,omitempty"`
		Variant   string          `json:"variant,omitempty"`
		Stage     scenarios.Stage `json:"stage"`
		Scenario  int             `json:"scenario"`
		Scenarios int             `json:"scenarios"`
		Events    uint64          `json:"events"`
		Messages  int64           `json:"messages"`
		Of        int64           `json:"of"`
		Now       units.Time      `json:"now_ps"`
	}{p.Study, p.Variant, p.Stage, p.Scenario, p.Scenarios, p.Events, p.Messages, p.Of, p.Now})
	if err != nil {
		panic("page: " + err.Error()) // words and numbers always marshal
	}
	return text
}
