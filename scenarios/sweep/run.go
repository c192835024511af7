package sweep

import (
	"fmt"

	"collsim/scenarios"
)

// What a Watch is told that points are runs of.
const (
	planning = "planning"
	playing  = "sweep"
)

// labelled is a Watch that is told which point is meant. A point ends once, whatever ends in it.
func labelled(watch scenarios.Watch, study string, points int, v Values) scenarios.Watch {
	if watch == nil {
		return nil
	}
	label := v.String()
	return func(p scenarios.Progress) bool {
		if p.Ended && p.Stage != ended {
			return true
		}
		p.Study, p.Runs, p.Variant, p.Change, p.Result = study, points, "", label, nil
		return watch(p)
	}
}

// ended is the stage in which a point is told to have ended.
const ended scenarios.Stage = "ended"

func tellEnded(watch scenarios.Watch) {
	if watch != nil {
		watch(scenarios.Progress{Ended: true, Stage: ended})
	}
}

// Run answers one point; points is how many there are, for the Watch. A record is always right to keep, with the error that
// there is no result, unless the error is a [*scenarios.Stopped]; a [*scenarios.Crowded] may be tried again with more room.
func (p *Plan) Run(point Point, points int, room scenarios.Room, watch scenarios.Watch) (Record, error) {
	r := Record{Index: point.Index, ID: point.ID, Values: point.Values}
	watch = labelled(watch, playing, points, point.Values)
	defer tellEnded(watch)
	answer, err := p.answer(point, room, watch)
	if err == nil {
		r.Result, err = Keep(answer)
	}
	if err != nil {
		r.Error = err.Error()
	}
	return r, err
}

func (p *Plan) answer(point Point, room scenarios.Room, watch scenarios.Watch) (*scenarios.Result, error) {
	s, err := p.Scenario(point)
	if err != nil {
		return nil, err
	}
	s.Room = room
	answer, err := scenarios.Run(s, watch)
	if err != nil {
		return nil, err
	}
	if answer.Hash != point.ID {
		return nil, fmt.Errorf("the result has the hash %s, not that of the point, %s: this is a fault of collsim, please report it", answer.Hash, point.ID)
	}
	return answer, nil
}

// Scenario is the question of a point. Nobody looks for faster algorithms: an axis can do that.
func (p *Plan) Scenario(point Point) (scenarios.Scenario, error) {
	variant := ""
	var all []scenarios.Assignment
	for _, v := range point.Values {
		if v.Path == variantPath {
			variant = v.Text
			continue
		}
		all = append(all, scenarios.Assignment{Path: v.Path, Value: v.Text})
	}
	file, err := p.base.Assign(variant, all)
	if err != nil {
		return scenarios.Scenario{}, err
	}
	s := file.Scenarios[0]
	s.Rivals = "off"
	if s.Fidelity == "auto" {
		s.Fidelity = p.Fidelity
	}
	return s, nil
}
