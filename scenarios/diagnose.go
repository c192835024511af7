package scenarios

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"collsim/sim/ledger"
	"collsim/sim/units"
)

// Finding is something that stands out in a result, and what is to be done about it.
type Finding struct {
	Claim     string         `json:"claim"`             // from practice, by its id
	Variant   string         `json:"variant,omitempty"` // whose result; "" = the only one, or several together
	Cause     string         `json:"cause"`             // in few words
	Evidence  string         `json:"evidence"`          // numbers of the result
	Component string         `json:"component"`         // of the critical path, or the group, that the time is booked to
	Remedy    string         `json:"remedy"`
	Time      units.Duration `json:"time_ps"` // that it explains
	Percent   int64          `json:"percent"` // of the total
	general   bool           // what a finding that is more particular says better
}

// rule finds one cause in a result; nil = the result does not show it.
type rule func(*patient) *Finding

// patient is a result under examination.
type patient struct {
	*Result
	parameters map[string]string
}

// Diagnose says what stands out in results, most telling first: what names one cause before what only narrows it down,
// then by how much of the time it explains. Nothing found is an answer as well.
func Diagnose(results []Result) []Finding {
	var all []Finding
	for i := range results {
		p := &patient{Result: &results[i]}
		if p.Total == 0 || json.Unmarshal(p.Parameters, &p.parameters) != nil {
			continue
		}
		for _, find := range rules {
			if f := find(p); f != nil {
				f.Variant, f.Percent = p.Variant, share(f.Time, p.Total)
				all = append(all, *f)
			}
		}
	}
	all = append(all, across(results)...)
	slices.SortStableFunc(all, func(a, b Finding) int {
		if a.general != b.general {
			if a.general {
				return 1
			}
			return -1
		}
		return int(b.Percent - a.Percent)
	})
	return all
}

// takes reports whether a component takes at least so much of the total, in percent.
func (p *patient) takes(c ledger.Component, percent int64) bool {
	return share(p.CriticalPath[c], p.Total) >= percent
}

// part writes what a component takes.
func (p *patient) part(c ledger.Component) string {
	d := p.CriticalPath[c]
	return fmt.Sprintf("%v is %s, %d %% of the total", c, d.Short(), share(d, p.Total))
}

// of makes a finding about one component.
func (p *patient) of(c ledger.Component, claim, cause, remedy string, evidence ...string) *Finding {
	return &Finding{
		Claim: claim, Cause: cause, Remedy: remedy, Component: c.String(), Time: p.CriticalPath[c],
		Evidence: strings.Join(append([]string{p.part(c)}, evidence...), "; "),
	}
}

// busiest is how busy the busiest port was, in percent.
func (p *patient) busiest() (link string, percent int64) {
	if port := p.BusiestPort; port != nil {
		link, percent = port.Link, share(port.Busy, p.Total)
	}
	return link, percent
}

// network writes how busy the network was.
func (p *patient) network() string {
	link, percent := p.busiest()
	if link == "" {
		return "no message moved"
	}
	return fmt.Sprintf("the busiest port, %s, sends %d %% of the time", link, percent)
}
