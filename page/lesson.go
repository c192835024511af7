package page

import (
	"strconv"

	"collsim/scenarios"
	"collsim/scenarios/lesson"
	"collsim/sim/words"
)

// learning is what a request about a lesson says beside its question.
type learning struct {
	Lesson int `json:"lesson,omitempty"` // its number, from 1
}

// title is a lesson in the list of all.
type title struct {
	Number int    `json:"number"`
	Name   string `json:"name"`
	Title  string `json:"title"`
}

// lessons lists the lessons.
func (a *answering) lessons() (body, error) {
	all, err := lesson.All()
	if err != nil {
		return nil, err
	}
	titles := []title{}
	for _, l := range all {
		titles = append(titles, title{l.Number, l.Name, l.Title})
	}
	return body{{"lessons", titles}}, nil
}

// lesson is all of one lesson.
func (a *answering) lesson() (body, error) {
	l, err := a.taught()
	if err != nil {
		return nil, err
	}
	return body{{"lesson", l}}, nil
}

// check judges a question as the answer to a lesson. Without a scenario of its own its flags are laid over the lesson's.
func (a *answering) check() (body, error) {
	l, err := a.taught()
	if err != nil {
		return nil, err
	}
	command := "collsim lesson check " + strconv.Itoa(l.Number)
	switch {
	case a.Library != "", a.Scenario != "" && a.Scenario != l.YAML:
		command += " " + a.name()
	default:
		a.Scenario = l.YAML
	}
	for _, f := range a.Flags {
		command += " --" + f[0] + " " + words.Quote(f[1])
	}
	f, err := a.load()
	if err != nil {
		return nil, err
	}
	v, err := l.Check(f, func(f *scenarios.File) ([]scenarios.Result, error) { return a.results(f, a.Sure) })
	if err != nil {
		return nil, err
	}
	return body{{"verdict", v}, {"command", command}}, nil
}

// taught is the lesson that a request names.
func (a *answering) taught() (*lesson.Lesson, error) {
	all, err := lesson.All()
	if err != nil {
		return nil, err
	}
	l, err := lesson.Find(all, strconv.Itoa(a.Lesson))
	if err != nil {
		return nil, &refusal{err}
	}
	return l, nil
}
