package words

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func Example() {
	fmt.Println(Near("recursive-dubling", []string{"ring", "tree", "recursive_doubling"}))
	fmt.Println(Closest("hgx-h200", []string{"hgx-a100", "hgx-h100", "star"}))
	// Output:
	// [recursive_doubling]
	// hgx-h100
}

func TestSlips(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"ring", "ring", 0}, {"rign", "ring", 1}, {"rng", "ring", 1}, {"tree", "three", 1}, {"kitten", "sitting", 3}} {
		if got := slips(c.a, c.b); got != c.want {
			t.Errorf("%q to %q: %d slips, want %d", c.a, c.b, got, c.want)
		}
		if slips(c.a, c.b) != slips(c.b, c.a) {
			t.Errorf("%q and %q: not symmetric", c.a, c.b)
		}
	}
}

func TestNear(t *testing.T) {
	valid := []string{"ring", "tree", "double_binary_tree", "direct"}
	for word, want := range map[string][]string{
		"rign": {"ring"}, "TREE": {"tree", "double_binary_tree"}, "binary": {"double_binary_tree"}, "xyzzy": {},
		strings.Repeat("a", 1000): nil,
	} {
		if got := Near(word, valid); !slices.Equal(got, want) {
			t.Errorf("%.10s: %v, want %v", word, got, want)
		}
	}
	if Closest("x", nil) != "" {
		t.Error("a word out of none")
	}
}

func TestSame(t *testing.T) {
	if !Same("Head of line", "head-of-line") || !Same("all_reduce", "allreduce") || Same("ring", "rung") {
		t.Error("what people mix up is not what makes words the same")
	}
}
