package lesson

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"collsim/scenarios"
	"collsim/sim/input"
	"collsim/sim/units"
)

// headings are the sections of a lesson, all of them and in this order.
var headings = []string{"Question", "Scenario", "Look at", "Hint", "Check", "Solution"}

const schema = "collsim.lesson/v1"

var asLesson = input.Kind{Schema: schema, Like: "as in the other lessons", Alone: "one block a section", Repeat: "what is repeated"}

// Parse reads a lesson; name is that of its file, NN-NAME.md.
func Parse(name string, data []byte) (*Lesson, scenarios.Problems) {
	m := split(name, string(data))
	p := &parser{markdown: m, Lesson: &Lesson{Title: m.title}}
	number, rest, _ := strings.Cut(strings.TrimSuffix(name, ".md"), "-")
	var err error
	if p.Number, err = strconv.Atoi(number); err != nil || rest == "" || m.title == "" {
		p.problem(1, "a lesson needs a number, a name and a title", name, "a file NN-NAME.md that begins with # TITLE")
	}
	p.Name = rest
	if !slices.EqualFunc(m.sections, headings, func(s section, title string) bool { return s.title == title }) {
		p.problem(1, "these are not the sections of a lesson", "", "## "+strings.Join(headings, ", ## "))
		return p.Lesson, p.problems
	}
	question, setting, look, hint, check, solution := m.sections[0], m.sections[1], m.sections[2], m.sections[3], m.sections[4], m.sections[5]
	p.Question, p.Setting, p.Look, p.Hint, p.Solution = question.blocks, setting.blocks, look.blocks, hint.blocks, solution.blocks
	p.scenario(setting)
	p.check(p.tree(check))
	p.solution(p.tree(solution))
	if len(p.problems) == 0 {
		p.now()
	}
	return p.Lesson, p.problems.Sorted()
}

type parser struct {
	*markdown
	*Lesson
}

func (p *parser) wrong(where input.Where, what, text, valid string) {
	p.problems = append(p.problems, input.Problem{Where: where, What: what, Text: text, Valid: valid})
}

// scenario loads the scenario as given. It has to say its fidelity, so that all runs of a check are at the same level.
func (p *parser) scenario(s section) {
	p.YAML = strings.TrimLeft(s.yaml, "\n")
	f, err := scenarios.Load(p.file, []byte(s.yaml))
	var problems scenarios.Problems
	switch {
	case errors.As(err, &problems):
		p.problems = append(p.problems, problems...)
	case len(f.Scenarios) != 1 || f.Scenarios[0].Variant != "":
		p.problem(s.line, "the scenario of a lesson has variants", "", "one without")
	case f.Scenarios[0].Fidelity == "auto":
		p.problem(s.line, "the scenario of a lesson must say its fidelity", "", "fidelity: packet, or another")
	default:
		p.start = f
	}
}

// tree is the block of YAML of a section.
func (p *parser) tree(s section) *input.Node {
	if s.fence == 0 {
		p.problem(s.line, "a block of YAML is missing", s.title, "```yaml")
		return nil
	}
	n, problems := input.Parse(p.file, []byte(s.yaml), asLesson)
	p.problems = append(p.problems, problems...)
	return n
}

// key is a field of a block, and who reads it.
type key struct {
	name string
	read func(*input.Node)
}

// keys hands every field of a mapping to who reads it.
func (p *parser) keys(n *input.Node, all ...key) {
	if n == nil {
		return
	}
	var names []string
	for _, k := range all {
		names = append(names, k.name)
	}
	if n.Form != input.Mapping {
		p.wrong(n.Where, "must be a mapping", n.Text, strings.Join(names, ", "))
		return
	}
	for _, f := range n.Fields {
		i := slices.Index(names, f.Name)
		if i < 0 {
			p.wrong(f.Where, "a lesson does not know this key", f.Name, strings.Join(names, ", "))
			continue
		}
		all[i].read(f.Value)
	}
}

// text reads a word or a sentence.
func (p *parser) text(name string, s *string) key {
	return key{name, func(n *input.Node) { *s = n.Text }}
}

func (p *parser) check(n *input.Node) {
	said := ""
	p.keys(n, p.text("schema", &said),
		key{"change", func(n *input.Node) { p.each(n, p.change) }},
		key{"most", func(n *input.Node) {
			var err error
			if p.Most, err = strconv.Atoi(n.Text); err != nil || p.Most < 1 {
				p.wrong(n.Where, "most: not a number of changes", n.Text, "1 or more")
			}
		}},
		key{"runs", func(n *input.Node) {
			for _, f := range n.Fields {
				p.runs = append(p.runs, run{f.Name, p.answer(f.Value)})
			}
		}},
		key{"right", func(n *input.Node) { p.each(n, p.ask) }})
	switch {
	case n == nil:
	case said != schema:
		p.wrong(n.Where, "schema: not that of a lesson", said, schema)
	case len(p.Change) == 0 || len(p.Asks) == 0:
		p.wrong(n.Where, "a check needs change: and right:", "", "change: [{key: ..., words: ...}], right: [{that: ..., words: ..., advice: ...}]")
	}
}

func (p *parser) each(n *input.Node, read func(*input.Node)) {
	if n.Form != input.List || len(n.Items) == 0 {
		p.wrong(n.Where, "must be a list", n.Text, "- and a value, one a line")
	}
	for _, item := range n.Items {
		read(item)
	}
}

func (p *parser) change(n *input.Node) {
	var c Change
	list := func(name string, to *[]string) key {
		return key{name, func(n *input.Node) { p.each(n, func(n *input.Node) { *to = append(*to, n.Text) }) }}
	}
	p.keys(n, p.text("key", &c.Key), p.text("words", &c.Words), list("offers", &c.Offers), list("along", &c.along))
	if c.Key == "" || c.Words == "" {
		p.wrong(n.Where, "a change needs key: and words:", "", "{key: algorithm, words: what it is, offers: [ring, tree]}")
	}
	p.Change = append(p.Change, c)
}

// ask reads one condition. Runs stand before it in the file.
func (p *parser) ask(n *input.Node) {
	var a Ask
	p.keys(n, p.text("that", &a.That), p.text("words", &a.Words), p.text("advice", &a.Advice))
	if a.Words == "" || a.Advice == "" {
		p.wrong(n.Where, "a condition needs that:, words: and advice:", "", "{that: total < 0.5x, words: a sentence, advice: for whom it does not hold}")
	}
	var others []string
	for _, r := range p.runs {
		others = append(others, r.name)
	}
	c, err := scenarios.ParseAmong(a.That, asGiven, asked, others...)
	if wrong := (*units.ParseError)(nil); errors.As(err, &wrong) {
		p.problems = append(p.problems, input.Problem{Where: n.Where, What: "that: " + wrong.Problem, Text: wrong.Text, Hint: wrong.Hint, Valid: wrong.Valid})
	}
	a.criterion = c
	p.Asks = append(p.Asks, a)
}

func (p *parser) solution(n *input.Node) {
	list := func(name string, to *[]Answer) key {
		return key{name, func(n *input.Node) { p.each(n, func(n *input.Node) { *to = append(*to, p.answer(n)) }) }}
	}
	p.keys(n, key{"answer", func(n *input.Node) { p.Answer = p.answer(n) }}, list("others", &p.Others), list("wrong", &p.Wrong))
	if n != nil && (len(p.Answer) == 0 || len(p.Wrong) == 0) {
		p.wrong(n.Where, "a solution needs answer: and wrong:", "", "answer: {KEY: VALUE}, wrong: [{KEY: VALUE}]")
	}
}

// answer reads a mapping of paths to values.
func (p *parser) answer(n *input.Node) Answer {
	var a Answer
	for _, f := range n.Fields {
		if f.Value.Form != input.Scalar {
			p.wrong(f.Value.Where, "not a value", f.Name, "a word, a number or a quantity")
		}
		a = append(a, scenarios.Flag{Name: "set", Value: f.Name + "=" + f.Value.Text})
	}
	if len(a) == 0 {
		p.wrong(n.Where, "an answer changes something", n.Text, "{KEY: VALUE}")
	}
	return a
}
