package sweep

import (
	"errors"
	"fmt"
	"strings"

	"collsim/scenarios"
)

// Open reads a file that a scenario names, by its place from the scenario's own.
type Open func(path string) ([]byte, error)

// Expand makes a plan of a scenario with a sweep: every point is built, so that what is wrong with it shows now, its id is
// known and what it costs. What files it reads with open become part of the plan. each may do points at the same time.
func Expand(source Source, open Open, each scenarios.Each, room scenarios.Room, watch scenarios.Watch) (*Plan, error) {
	source.Files = nil
	base, err := source.base(func(path string) ([]byte, error) {
		if open == nil {
			return nil, errors.New("no file can be read here")
		}
		data, err := open(path)
		if err == nil && !source.has(path) {
			source.Files = append(source.Files, Attached{path, string(data)})
		}
		return data, err
	})
	if err != nil {
		return nil, err
	}
	all, err := axes(source.Name, base)
	if err != nil {
		return nil, err
	}
	x := &expansion{base: base, axes: all, room: room, watch: watch}
	if x.points, err = x.count(); err != nil {
		return nil, err
	}
	if err := x.foresee(each); err != nil {
		return nil, err
	}
	return x.plan(source), nil
}

// base reads the source.
func (s *Source) base(open Open) (*scenarios.Base, error) {
	c := scenarios.Known()
	c.Open = open
	return c.Base(s.Name, []byte(s.Text), s.Flags)
}

func (s *Source) has(path string) bool {
	_, err := s.attached(path)
	return err == nil
}

// attached is a file of the plan.
func (s *Source) attached(path string) ([]byte, error) {
	for i := range s.Files {
		if s.Files[i].Path == path {
			return []byte(s.Files[i].Text), nil
		}
	}
	return nil, fmt.Errorf("the plan does not hold it")
}

// expansion is a plan that is being made.
type expansion struct {
	base     *scenarios.Base
	axes     []axis
	room     scenarios.Room
	watch    scenarios.Watch
	points   int
	outlooks []foreseen
}

// foreseen is what is known of a point.
type foreseen struct {
	*scenarios.Outlook
	err error
}

// count is how many points there are.
func (x *expansion) count() (int, error) {
	n := 1
	for i := range x.axes {
		if n *= x.axes[i].length(); n > mostPoints {
			return 0, fmt.Errorf("sweep: more than %d points; valid: fewer values, or several plans", mostPoints)
		}
	}
	return n, nil
}

// at are the values of a point and the assignments that give them.
func (x *expansion) at(index int) (v Values, variant string, all []scenarios.Assignment) {
	digits := make([]int, len(x.axes))
	for i := len(x.axes) - 1; i >= 0; i-- {
		digits[i] = index % x.axes[i].length()
		index /= x.axes[i].length()
	}
	for i, a := range x.axes {
		for k, value := range a.Values[digits[i]] {
			v = append(v, value)
			if value.Path == variantPath {
				variant = value.Text
				continue
			}
			all = append(all, scenarios.Assignment{Path: value.Path, Value: value.Text, At: a.at[k], Where: a.wheres[digits[i]][k]})
		}
	}
	return v, variant, all
}

// block is how many points are looked at before it is asked whether there is anything wrong with them.
const block = 4096

// foresee looks at every point. Where some of a block are wrong those behind it are not looked at.
func (x *expansion) foresee(each scenarios.Each) error {
	x.outlooks = make([]foreseen, x.points)
	for first := 0; first < x.points; first += block {
		n := min(block, x.points-first)
		each(n, func(i int) { x.outlooks[first+i] = x.look(first + i) })
		if err := x.wrong(first, first+n); err != nil {
			return err
		}
	}
	return nil
}

// look looks at one point.
func (x *expansion) look(index int) foreseen {
	v, variant, all := x.at(index)
	file, err := x.base.Assign(variant, all)
	if err != nil {
		return foreseen{err: err}
	}
	file.Within(x.room)
	watch := labelled(x.watch, planning, x.points, v)
	defer tellEnded(watch)
	outlook, err := file.Foresee(0, watch)
	return foreseen{outlook, err}
}

// wrong gathers what is wrong with points. What is not wrong with a value by itself tells the first point that shows it.
func (x *expansion) wrong(first, last int) error {
	var all scenarios.Problems
	seen := map[scenarios.Problem]bool{}
	for i := first; i < last; i++ {
		var problems scenarios.Problems
		switch err := x.outlooks[i].err; {
		case err == nil:
			continue
		case !errors.As(err, &problems):
			return err
		}
		v, _, assigned := x.at(i)
		for _, p := range problems {
			if seen[p] {
				continue
			}
			seen[p] = true
			if !written(assigned, p.Where) {
				p.What += " (at " + v.String() + ")"
			}
			all = append(all, p)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all.Sorted()
}

// written tells whether a place is that of an assignment.
func written(all []scenarios.Assignment, where scenarios.Where) bool {
	for _, a := range all {
		if a.At == where || a.Where == where {
			return true
		}
	}
	return false
}

// plan is what the expansion comes to.
func (x *expansion) plan(source Source) *Plan {
	p := &Plan{Schema: PlanSchema, ModelVersion: scenarios.ModelVersion, Name: x.base.Name, Source: source, base: x.base}
	p.Name = strings.TrimSuffix(strings.TrimSuffix(p.Name, ".yaml"), ".yml")
	most := int64(-1)
	for _, o := range x.outlooks {
		if o.Auto {
			most = max(most, o.Decisions)
		}
	}
	if most >= 0 {
		p.Fidelity = scenarios.LevelOfAuto(most)
	}
	for _, a := range x.axes {
		p.Axes = append(p.Axes, a.Axis)
	}
	for i, o := range x.outlooks {
		v, _, _ := x.at(i)
		p.Points = append(p.Points, Point{i, o.Hash(p.Fidelity), v, o.Cost(p.Fidelity)})
	}
	p.seal()
	return p
}
