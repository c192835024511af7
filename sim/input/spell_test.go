package input

import (
	"strings"
	"testing"
)

// same compares nodes, places left out.
func same(a, b *Node) bool {
	if a.Form != b.Form || a.Form == Scalar && a.Text != b.Text || len(a.Fields) != len(b.Fields) || len(a.Items) != len(b.Items) {
		return false
	}
	for i := range a.Fields {
		if a.Fields[i].Name != b.Fields[i].Name || !same(a.Fields[i].Value, b.Fields[i].Value) {
			return false
		}
	}
	for i := range a.Items {
		if !same(a.Items[i], b.Items[i]) {
			return false
		}
	}
	return true
}

var spelt = []string{
	"a: {b: 8, c: \"\", d: ~, e: 'null', f: \"- x\", g: 'a: b', h: '#x', i: yes, j: 0x10, k: 1_000, l: \"\\ttab \"}",
	"text: |\n  two\n  lines\n\nlist: [1, two, [three, {four: 5}]]\nempty: {}\nnone: []\nlong: \"" + strings.Repeat("x ", 90) + "\"",
	"'0..7 <-> a': {x: 'é ü', y: '🙂', \"z\": \"%\"}\n? a long key\n: v", "- 1\n- 2", "plain", "a: !!str 3\nb: 2001-01-01\nc: .inf\nd: '! x'\ne: '@a'\nf: \"{\"",
}

func TestSpelledOutItReadsTheSame(t *testing.T) {
	for _, text := range spelt {
		n, problems := Parse("x", []byte(text), Kind{})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		again, problems := Parse("y", n.YAML(), Kind{})
		if len(problems) > 0 || !same(n, again) {
			t.Errorf("%q became %q: %v", text, n.YAML(), problems)
		}
	}
}

func FuzzSpell(f *testing.F) {
	for _, text := range spelt {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		n, problems := Parse("x", data, Kind{})
		if len(problems) > 0 {
			return
		}
		again, problems := Parse("y", n.YAML(), Kind{})
		if len(problems) > 0 || !same(n, again) {
			t.Errorf("%q became %q: %v", data, n.YAML(), problems)
		}
	})
}
