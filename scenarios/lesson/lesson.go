package lesson

import (
	"io/fs"
	"strconv"
	"strings"

	"collsim/scenarios"
	"collsim/sim/input"
	"collsim/sim/units"
	"collsim/sim/words"
)

// Lesson is one question of the course, with all that belongs to it.
type Lesson struct {
	Number   int      `json:"number"` // from 1
	Name     string   `json:"name"`   // the file's, without its number
	Title    string   `json:"title"`
	YAML     string   `json:"yaml"` // the scenario to change
	Question []Block  `json:"question"`
	Setting  []Block  `json:"setting"` // what the scenario is
	Look     []Block  `json:"look"`
	Hint     []Block  `json:"hint"`
	Solution []Block  `json:"solution"` // and why it is one
	Change   []Change `json:"change"`   // what an answer may change
	Most     int      `json:"most"`     // how many of them; 0 = all
	Asks     []Ask    `json:"asks"`     // what must be so, all of it

	Answer Answer   `json:"answer"` // the solution
	Others []Answer `json:"others"` // that are right as well
	Wrong  []Answer `json:"wrong"`  // that are tempting, and are not right

	start *scenarios.File
	runs  []run
}

// Change is a key of the scenario that an answer may change, with what is below it.
type Change struct {
	Key    string   `json:"key"`              // a path, as for --set
	Words  string   `json:"words"`            // what it is
	Offers []string `json:"offers,omitempty"` // values to choose from, of which others are as good; none = any
	Now    string   `json:"now,omitempty"`    // the value in the scenario as given; "" = left out

	along []string // what else a change of the key changes
}

// Ask is one condition of a check.
type Ask struct {
	That   string `json:"that"`   // the criterion
	Words  string `json:"words"`  // the same for a reader
	Advice string `json:"advice"` // for whom it does not hold

	criterion *scenarios.Criterion
}

// Answer is what is laid over the scenario as given, by keys as for --set.
type Answer []scenarios.Flag

// run is a run that a check makes beside those of the scenario as given and of the answer: the answer with something laid over it.
type run struct {
	name string
	over Answer
}

// The results that every check knows.
const (
	asGiven = "start"
	asked   = "answer"
)

// All reads the lessons of the course, in order.
func All() ([]*Lesson, error) { return Read(scenarios.Lessons()) }

// Read reads all lessons of a directory, NN-NAME.md each. The error is Problems that list what is wrong with all of them.
func Read(dir fs.FS) ([]*Lesson, error) {
	names, err := fs.Glob(dir, "*.md")
	if err != nil {
		return nil, err
	}
	var all []*Lesson
	var problems scenarios.Problems
	for i, name := range names {
		data, err := fs.ReadFile(dir, name)
		if err != nil {
			return nil, err
		}
		l, wrong := Parse(name, data)
		problems = append(problems, wrong...)
		if len(wrong) == 0 && l.Number != i+1 {
			problems = append(problems, input.Problem{Where: input.Where{File: name}, What: "the number of the lesson before is not one less"})
		}
		all = append(all, l)
	}
	if len(problems) > 0 {
		return nil, problems
	}
	return all, nil
}

// Find finds a lesson by its number or its name.
func Find(all []*Lesson, word string) (*Lesson, error) {
	var names []string
	for _, l := range all {
		if word == l.Name || word == strconv.Itoa(l.Number) {
			return l, nil
		}
		names = append(names, l.Name)
	}
	return nil, &units.ParseError{Text: word, Problem: "there is no such lesson", Hint: input.Meant(word, names),
		Valid: "1 to " + strconv.Itoa(len(all)) + ", or " + strings.Join(names, ", ")}
}

// Start is the scenario as it is given.
func (l *Lesson) Start() *scenarios.File { return l.start }

// String is the answer as it stands on the command line of collsim lesson check.
func (a Answer) String() string {
	var line []string
	for _, f := range a {
		line = append(line, "--set "+words.Quote(f.Value))
	}
	return strings.Join(line, " ")
}

// MarshalText writes the answer as String does.
func (a Answer) MarshalText() ([]byte, error) { return []byte(a.String()), nil }
