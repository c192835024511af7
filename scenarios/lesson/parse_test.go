package lesson_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"collsim/scenarios/lesson"
)

const good = `# A title

## Question

Two lines
of a paragraph.

- an item
  that goes on
- another

## Scenario

` + "```yaml" + `
schema: collsim.scenario/v1
fabric: {preset: star, nodes: 4}
collective: all_reduce
algorithm: ring
bytes: 8 B
library: raw
fidelity: packet
` + "```" + `

## Look at

` + "```console" + `
$ collsim run
` + "```" + `

## Hint

Less.

## Check

` + "```yaml" + `
schema: collsim.lesson/v1
change:
  - {key: algorithm, words: how, offers: [ring, tree]}
runs:
  twice: {fabric.nodes: 8}
right:
  - {that: twice.total < 1/2x, words: faster, advice: look}
` + "```" + `

## Solution

Because.

` + "```yaml" + `
answer: {algorithm: tree}
wrong: [{algorithm: central}]
` + "```" + `
`

func TestParse(t *testing.T) {
	l, problems := lesson.Parse("03-short.md", []byte(good))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if l.Number != 3 || l.Name != "short" || l.Title != "A title" || l.Start() == nil {
		t.Errorf("%+v", l)
	}
	if q := l.Question; len(q) != 2 || q[0].Text != "Two lines of a paragraph." || len(q[1].Items) != 2 || q[1].Items[0] != "an item that goes on" {
		t.Errorf("%+v", q)
	}
	if b := l.Look[0]; b.Kind != lesson.Code || b.Text != "$ collsim run\n" {
		t.Errorf("%+v", b)
	}
	if c := l.Change[0]; c.Now != "ring" || len(c.Offers) != 2 || l.Answer.String() != "--set algorithm=tree" {
		t.Errorf("%+v %s", c, l.Answer)
	}
}

// Everything that is wrong with a lesson is told with its line.
func TestProblems(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"short.md", "", "", "a lesson needs a number"},
		{"03-short.md", "# A title\n", "", "a lesson needs a number, a name and a title"},
		{"03-short.md", "## Hint", "## Hints", "these are not the sections"},
		{"03-short.md", "## Question\n", "## Question\n> quoted\n", "03-short.md:4:1: lessons do not have this form of Markdown"},
		{"03-short.md", "# A title\n", "# A title\nlost\n", "03-short.md:2:1: text before the first section"},
		{"03-short.md", "bytes: 8 B", "bytes: 8", "03-short.md:19:8: bytes: a size needs a unit"},
		{"03-short.md", "fidelity: packet\n", "", "must say its fidelity"},
		{"03-short.md", "algorithm: ring", "variants: {a: {algorithm: ring}}", "the scenario of a lesson has variants"},
		{"03-short.md", "```console", "```", "a block of nothing in particular"},
		{"03-short.md", "wrong: [{algorithm: central}]\n```", "wrong: [{algorithm: central}]\n", "a block is not closed"},
		{"03-short.md", "Because.\n", "```yaml\nanswer: {a: b}\n```\n", "a second block of YAML"},
		{"03-short.md", "schema: collsim.lesson/v1\n", "", "schema: not that of a lesson"},
		{"03-short.md", "runs:", "run:", "03-short.md:40:1: a lesson does not know this key"},
		{"03-short.md", "twice.total <", "thrice.total <", "that: no result has this metric"},
		{"03-short.md", "words: faster, ", "", "03-short.md:43:5: a condition needs that:"},
		{"03-short.md", "words: how, ", "", "a change needs key: and words:"},
		{"03-short.md", "right:", "most: none\nright:", "most: not a number of changes"},
		{"03-short.md", "wrong: [{algorithm: central}]\n", "", "a solution needs answer: and wrong:"},
		{"03-short.md", "answer: {algorithm: tree}", "answer: {algorithm: [tree]}", "not a value"},
		{"03-short.md", "answer: {algorithm: tree}", "answer: tree", "an answer changes something"},
		{"03-short.md", "offers: [ring, tree]", "offers: ring", "must be a list"},
		{"03-short.md", "answer: {algorithm: tree}", "answer: {", "this is not YAML"},
	} {
		if !strings.Contains(good, c.old) {
			t.Errorf("%q is not there to be replaced", c.old)
		}
		_, problems := lesson.Parse(c.name, []byte(strings.Replace(good, c.old, c.new, 1)))
		if !strings.Contains(problems.Error(), c.want) {
			t.Errorf("%q for %q: %v, not %q", c.new, c.old, problems, c.want)
		}
	}
}

func TestRead(t *testing.T) {
	file := &fstest.MapFile{Data: []byte(good)}
	if all, err := lesson.Read(fstest.MapFS{"01-a.md": file, "02-b.md": file, "notes.txt": file}); err != nil || len(all) != 2 || all[1].Name != "b" {
		t.Errorf("%v, %v", all, err)
	}
	if _, err := lesson.Read(fstest.MapFS{"01-a.md": file, "03-b.md": file}); err == nil || !strings.Contains(err.Error(), "03-b.md: the number of the lesson") {
		t.Error(err)
	}
}

// Whatever a file holds, it is a lesson or there are problems.
func FuzzParse(f *testing.F) {
	f.Add(good)
	f.Add("# \n## Question\n```")
	f.Fuzz(func(t *testing.T, text string) {
		l, problems := lesson.Parse("01-a.md", []byte(text))
		if len(problems) == 0 && (l.Start() == nil || len(l.Asks) == 0) {
			t.Errorf("%q is taken for a lesson", text)
		}
	})
}
