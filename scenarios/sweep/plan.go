package sweep

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"collsim/scenarios"
)

// PlanSchema is the value of a plan's schema key.
const PlanSchema = "collsim.plan/v1"

// Plan is a sweep before it is played: what is asked, and the points in order. It holds all that it needs.
type Plan struct {
	Schema       string  `json:"schema"`
	Hash         string  `json:"hash"`         // of everything else that is here
	Of           string  `json:"of,omitempty"` // the hash of the plan whose missing points these are
	ModelVersion string  `json:"model_version"`
	Name         string  `json:"name"`
	Fidelity     string  `json:"fidelity,omitempty"` // of all points that leave it to the program; "" = none does
	Source       Source  `json:"source"`
	Axes         []Axis  `json:"axes"`
	Points       []Point `json:"points"`

	base *scenarios.Base // what Source says, read
}

// Source is what a plan was made from: a scenario file and what was said beside it.
type Source struct {
	Name  string           `json:"name"`            // of the file, for messages
	Text  string           `json:"text"`            // of the file
	Flags []scenarios.Flag `json:"flags,omitempty"` // laid over it
	Files []Attached       `json:"files,omitempty"` // that it names
}

// Attached is a file that a scenario names, such as a graph.
type Attached struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

// Axis is one thing that points differ in: the values of a path, or of several paths that change together.
type Axis struct {
	Name   string   `json:"name"`
	Paths  []string `json:"paths"`  // one, or those of a zip
	Values []Values `json:"values"` // each has all paths
}

// Point is one question of a sweep.
type Point struct {
	Index  int    `json:"index"` // in the plan, from 0; the last axis runs fastest
	ID     string `json:"id"`    // the hash that its result has
	Values Values `json:"values"`
	Cost   int64  `json:"cost"` // events that it takes to play, estimated
}

// only is the plan of some of the points.
func (p *Plan) only(points []Point) *Plan {
	some := *p
	some.Points, some.Of = points, p.Of
	if some.Of == "" {
		some.Of = p.Hash
	}
	some.seal()
	return &some
}

// seal gives the plan its hash.
func (p *Plan) seal() {
	p.Hash = ""
	data, err := scenarios.PlainJSON(p)
	if err != nil {
		panic("sweep: " + err.Error()) // texts and numbers always marshal
	}
	sum := sha256.Sum256(data)
	p.Hash = hex.EncodeToString(sum[:8])
}

// Encode writes a plan as JSON.
func (p *Plan) Encode() ([]byte, error) {
	data, err := scenarios.PlainJSON(p)
	return append(data, '\n'), err
}

// ReadPlan reads a plan; name is what messages call it. A plan that was made by another version of the model, or was
// changed by hand, is refused.
func ReadPlan(name string, data []byte) (*Plan, error) {
	p := &Plan{}
	if err := json.Unmarshal(data, p); err != nil {
		return nil, fmt.Errorf("%s: not a plan: %w; valid: a file that collsim sweep plan wrote", name, err)
	}
	if p.Schema != PlanSchema {
		return nil, fmt.Errorf("%s: schema: %q is not a form of plans that this program knows; valid: %s", name, p.Schema, PlanSchema)
	}
	if p.ModelVersion != scenarios.ModelVersion {
		return nil, fmt.Errorf("%s: the plan is of version %s of the model, this program has version %s, whose numbers may differ; valid: make the plan again from %s, or play it with the program that made it",
			name, p.ModelVersion, scenarios.ModelVersion, p.Source.Name)
	}
	said := p.Hash
	if p.seal(); p.Hash != said {
		return nil, fmt.Errorf("%s: the plan was changed: its hash is %s, and it says %s; valid: make it again from %s", name, p.Hash, said, p.Source.Name)
	}
	var err error
	if p.base, err = p.Source.base(p.Source.attached); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return p, nil
}
