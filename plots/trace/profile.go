package trace

import (
	"errors"
	"io"

	"github.com/google/pprof/profile"

	"collsim/scenarios"
	"collsim/sim/units"
)

// Profile writes the critical paths of results as a profile of simulated time for pprof, gzipped as such profiles are. A stack
// is collective, round, component, place. Its values sum to the totals, exactly: in picoseconds, as "time", which is what pprof
// shows if it is not told otherwise, and in nanoseconds, as "rounded", which pprof writes in larger units; each total is then
// rounded down. how says how the profile was made. Every result must have a timeline.
func Profile(w io.Writer, results []scenarios.Result, how string) error {
	p := &profile.Profile{
		SampleType:        []*profile.ValueType{{Type: "time", Unit: "ps"}, {Type: "rounded", Unit: "nanoseconds"}},
		DefaultSampleType: "time",
		PeriodType:        &profile.ValueType{Type: "time", Unit: "ps"},
		Period:            1,
		Comments:          []string{how, "collsim, model " + scenarios.ModelVersion},
	}
	f := frames{p: p, by: map[string]*profile.Location{}}
	for i := range results {
		r := &results[i]
		if r.Timeline == nil {
			return errors.New("a result without a timeline has no profile")
		}
		f.path(r)
	}
	if err := p.CheckValid(); err != nil {
		return err
	}
	return p.Write(w)
}

// frames are the lines of stacks, each once.
type frames struct {
	p  *profile.Profile
	by map[string]*profile.Location
}

// frame is the line of a name.
func (f *frames) frame(name string) *profile.Location {
	if l := f.by[name]; l != nil {
		return l
	}
	of := &profile.Function{ID: uint64(len(f.p.Function) + 1), Name: name, SystemName: name}
	l := &profile.Location{ID: of.ID, Line: []profile.Line{{Function: of}}}
	f.p.Function, f.p.Location = append(f.p.Function, of), append(f.p.Location, l)
	f.by[name] = l
	return l
}

// path adds the critical path of a result, one sample a stack, in the order in which stacks come first.
func (f *frames) path(r *scenarios.Result) {
	type stack struct {
		round, place int32
		component    string
	}
	samples := map[stack]*profile.Sample{}
	root := r.Collective + ", " + r.Algorithm
	if r.Variant != "" {
		root = r.Variant + ": " + root
	}
	for i := range r.Timeline.Path {
		s := &r.Timeline.Path[i]
		at := stack{s.Round, s.Place, s.Component.String()}
		sample := samples[at]
		if sample == nil {
			place := r.Timeline.Places[s.Place]
			sample = &profile.Sample{
				Location: []*profile.Location{f.frame(place), f.frame(at.component), f.frame(round(s.Round)), f.frame(root)},
				Value:    []int64{0, 0},
				Label:    map[string][]string{"component": {at.component}, "group": {s.Component.Group().String()}, "place": {place}},
			}
			samples[at] = sample
			f.p.Sample = append(f.p.Sample, sample)
		}
		sample.Value[0] += int64(s.To.Sub(s.From))
		sample.Value[1] += nanoseconds(s.To) - nanoseconds(s.From)
	}
}

// nanoseconds is an instant rounded down. Differences of rounded instants sum to a rounded total.
func nanoseconds(t units.Time) int64 { return int64(t) / int64(units.Nanosecond) }
