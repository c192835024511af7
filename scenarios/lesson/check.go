package lesson

import (
	"slices"
	"strconv"
	"strings"

	"collsim/scenarios"
)

// VerdictSchema is the value of a verdict's schema key.
const VerdictSchema = "collsim.verdict/v1"

// Verdict is what became of an answer.
type Verdict struct {
	Schema  string   `json:"schema"`
	Lesson  int      `json:"lesson"`
	Passed  bool     `json:"passed"`
	Changed []string `json:"changed"`           // keys that the answer changes
	Refused string   `json:"refused,omitempty"` // why it was not even played
	Points  []Point  `json:"points"`            // one a condition
	Why     string   `json:"why,omitempty"`     // what the simulator says of the answer's time
	Results []Named  `json:"results"`           // start, answer and further runs of the check
}

// Point is one condition of the check, and what came out.
type Point struct {
	That   string `json:"that"`
	Words  string `json:"words"`
	Holds  bool   `json:"holds"`
	Says   string `json:"says"`             // the figures
	Advice string `json:"advice,omitempty"` // where it does not hold
}

// Named is a result of a check.
type Named struct {
	Name   string           `json:"name"`
	Result scenarios.Result `json:"result"`
}

// Runner plays a file that has one scenario.
type Runner func(*scenarios.File) ([]scenarios.Result, error)

// Check plays the scenario as given, the answer, and what else the check needs, and judges. The error is that a run could
// not be made: of what the answer says (scenarios.Problems), or the runner's own.
func (l *Lesson) Check(answer *scenarios.File, play Runner) (*Verdict, error) {
	v := &Verdict{Schema: VerdictSchema, Lesson: l.Number, Points: []Point{}, Results: []Named{}}
	if len(answer.Scenarios) != 1 || answer.Scenarios[0].Variant != "" {
		v.Changed, v.Refused = []string{}, "An answer is one scenario; this one has variants."
		return v, nil
	}
	if v.Changed, v.Refused = l.refuse(answer); v.Refused != "" {
		return v, nil
	}
	if err := v.play(asGiven, l.start, play); err != nil {
		return nil, err
	}
	if err := v.play(asked, answer, play); err != nil {
		return nil, err
	}
	for _, r := range l.runs {
		f, err := r.of(answer)
		if err == nil {
			err = v.play(r.name, f, play)
		}
		if err != nil {
			return nil, err
		}
	}
	v.Why = v.result(asked).Why
	v.Passed = true
	for _, a := range l.Asks {
		p := a.judge(v.result)
		v.Points = append(v.Points, p)
		v.Passed = v.Passed && p.Holds
	}
	return v, nil
}

// of lays the run's changes over an answer. The answer is read anew, for Override forgets what was laid over it before.
// Nobody reads the sentence of such a run, so it looks for no rival.
func (r *run) of(answer *scenarios.File) (*scenarios.File, error) {
	over := append(slices.Clone(r.over), scenarios.Flag{Name: "rivals", Value: "off"})
	return scenarios.LoadWith(r.name, scenarios.Canonical(answer.Scenarios[0]), over)
}

// refuse says why an answer is none that the lesson asks for; "" = it is.
func (l *Lesson) refuse(answer *scenarios.File) (keys []string, why string) {
	keys, others := l.changes(answer)
	var may []string
	for _, c := range l.Change {
		may = append(may, c.Key)
	}
	ask := "This lesson asks you to change " + strings.Join(may, ", ")
	switch {
	case len(others) > 0:
		return append(keys, others...), ask + " and nothing else; your answer changes " + strings.Join(others, ", ") + "."
	case len(keys) == 0:
		return []string{}, "Nothing is changed yet. " + ask + "."
	case l.Most > 0 && len(keys) > l.Most:
		return keys, "At most " + strconv.Itoa(l.Most) + " of them may change; your answer changes " + strings.Join(keys, ", ") + "."
	}
	return keys, ""
}

func (v *Verdict) play(name string, f *scenarios.File, play Runner) error {
	results, err := play(f)
	if err != nil {
		return err
	}
	v.Results = append(v.Results, Named{name, results[0]})
	return nil
}

func (v *Verdict) result(name string) *scenarios.Result {
	for i := range v.Results {
		if v.Results[i].Name == name {
			return &v.Results[i].Result
		}
	}
	return nil
}

func (a *Ask) judge(result func(string) *scenarios.Result) Point {
	p := Point{That: a.That, Words: a.Words}
	var err error
	if p.Holds, p.Says, err = a.criterion.Among(result); err != nil {
		p.Says = err.Error()
	}
	if !p.Holds {
		p.Advice = a.Advice
	}
	return p
}
