package input

import "testing"

// What is laid over a tree holds, field by field; a mapping that is whole replaces what it is laid over; and the tree
// stays as it was.
func TestMerge(t *testing.T) {
	parse := func(text string) *Node {
		n, problems := Parse("f", []byte(text), Kind{})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		return n
	}
	base := parse("a: {b: 1, c: 2}\nd: [x]\n")
	over := parse("a: {c: 3, e: 4}\nd: y\n")
	got := base.Merge(over)
	if got.At("a", "b").Text != "1" || got.At("a", "c").Text != "3" || got.At("a", "e").Text != "4" || got.Get("d").Text != "y" {
		t.Errorf("%+v", got)
	}
	if base.At("a", "c").Text != "2" || base.Get("d").Form != List || base.At("a", "e") != nil {
		t.Errorf("the tree below has changed: %+v", base)
	}
	whole := *over.Get("a")
	whole.Whole = true
	if a := base.Merge(over.With(Field{Name: "a", Value: &whole})).Get("a"); a.Get("b") != nil || a.Get("c").Text != "3" {
		t.Errorf("%+v", a)
	}
	if base.Without("a").Get("a") != nil || base.Get("a") == nil || Nest([]string{"x", "y"}, base).At("x", "y") != base {
		t.Error("Without or Nest")
	}
}

// What is wrong twice is told once, in the order of the file.
func TestSorted(t *testing.T) {
	at := func(line int, what string) Problem {
		return Problem{Where: Where{File: "f", Line: line, Column: 1}, What: what}
	}
	got := Problems{at(2, "b"), at(1, "a"), at(2, "b"), at(2, "a")}.Sorted()
	if len(got) != 3 || got[0].Where.Line != 1 || got[1].What != "a" || got[2].What != "b" {
		t.Errorf("%v", got)
	}
}
