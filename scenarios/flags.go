package scenarios

import (
	"slices"
	"strings"

	"collsim/fabric"
	"collsim/sim/input"
)

// Flag is one flag of the command line that says something about a scenario.
type Flag struct {
	Name  string // bytes, fabric, set; without dashes
	Value string // of set: path=value
}

// FlagInfo describes a flag to a command line, or to a form.
type FlagInfo struct {
	Name, Doc   string
	Words       []string // of a word: those allowed
	Whole       bool     // it is a whole number
	Least, Most int64    // of a whole number
}

// Flags lists the flags that [FromFlags] understands, set left out.
func Flags() []FlagInfo {
	var list []FlagInfo
	for _, k := range flagKeys() {
		list = append(list, k.info())
	}
	return list
}

func (k key) info() FlagInfo {
	info := FlagInfo{Name: k.flag, Doc: k.doc}
	shape := k.shape
	if _, ok := shape.(crew); ok {
		shape = crewCount()
	}
	switch s := shape.(type) {
	case word:
		info.Words = s.words(Known())
	case integer:
		info.Whole, info.Least, info.Most = true, s.least, s.most
	}
	return info
}

// flagKeys are the keys that have a flag, by their paths.
func flagKeys() []key {
	var list []key
	for _, k := range keys() {
		var within []key
		switch k.name {
		case "fabric":
			within = fabricKeys()
		case "limits":
			within = limitKeys()
		case "nccl":
			within = ncclKeys()
		}
		for _, inner := range within {
			if inner.flag != "" {
				inner.name = k.name + "." + inner.name
				list = append(list, inner)
			}
		}
		if k.name == "ranks" {
			k.flag, k.name = "ranks", "ranks.count"
		}
		if k.flag != "" {
			list = append(list, k)
		}
	}
	return list
}

// flagOf is the flag that sets the key at path, or set.
func flagOf(path string) string {
	for _, k := range flagKeys() {
		if k.name == path {
			return k.flag
		}
	}
	return "set " + path
}

// FromFlags reads a scenario that flags alone describe. The error is a Problems that names the flags.
func FromFlags(flags []Flag) (*File, error) { return Known().FromFlags(flags) }

// FromFlags is the function FromFlags with a catalogue of one's own.
func (c *Catalogue) FromFlags(flags []Flag) (*File, error) {
	where := Where{Flag: "--"}
	root := &node{Form: mapping, Where: where}
	root = root.With(field{Name: "schema", Where: where, Value: &node{Text: SchemaName, Where: where}})
	over, problems := c.overlay(flags)
	f, err := c.file("", root.Merge(over), nil)
	return f, join(problems, err)
}

// Override lays flags over every variant of f: what a flag says holds whatever the file says. Expectations stay.
func (f *File) Override(flags []Flag) (*File, error) {
	return f.catalogue.laid(f.source, f.root, flags)
}

// laid reads a tree with flags laid over it.
func (c *Catalogue) laid(source string, root *node, flags []Flag) (*File, error) {
	over, problems := c.overlay(flags)
	f, err := c.file(source, root, over)
	if err != nil {
		err = c.blame(source, root, flags, err)
	}
	if err = join(problems, err); err != nil {
		return nil, err
	}
	return f, nil
}

// blame places what is wrong in a file at the flag without which it would be right: the first such flag.
func (c *Catalogue) blame(source string, root *node, flags []Flag, err error) error {
	problems, ok := err.(Problems)
	if !ok {
		return err
	}
	problems = slices.Clone(problems)
	for i, flag := range flags {
		over, wrong := c.overlay(slices.Delete(slices.Clone(flags), i, i+1))
		if len(wrong) > 0 {
			return err // which speaks for itself
		}
		_, without := c.file(source, root, over)
		rest, _ := without.(Problems)
		for j := range problems {
			p := &problems[j]
			if p.Where.Flag == "" && !slices.ContainsFunc(rest, p.Same) {
				p.Where.Flag = flag.called()
			}
		}
	}
	return problems.Sorted()
}

// called is the flag as it stands on the command line, without its value.
func (f Flag) called() string {
	if path, _, ok := strings.Cut(f.Value, "="); ok && f.Name == "set" {
		return "--set " + strings.TrimSpace(path)
	}
	return "--" + f.Name
}

func join(problems Problems, err error) error {
	if more, ok := err.(Problems); ok {
		problems = append(problems, more...)
	}
	if len(problems) == 0 {
		return nil
	}
	return problems
}

// overlay is what flags say, as a tree.
func (c *Catalogue) overlay(flags []Flag) (*node, Problems) {
	var problems Problems
	over := &node{Form: mapping, Where: Where{Flag: "--"}}
	for _, flag := range flags {
		path, value := flag.Name, flag.Value
		where := Where{Flag: "--" + flag.Name}
		if flag.Name == "set" {
			var ok bool
			if path, value, ok = strings.Cut(flag.Value, "="); !ok || path == "" {
				problems = append(problems, Problem{Where: where, What: "not an assignment", Text: flag.Value, Valid: "path=value, such as nic.rate=400Gb/s"})
				continue
			}
			path, value = strings.TrimSpace(path), strings.TrimSpace(value)
			where.Flag += " " + path
		}
		if err := input.Readable(path + value); err != nil {
			problems = append(problems, Problem{Where: where, What: err.Error(), Text: flag.Value, Valid: "letters, digits, punctuation and spaces"})
			continue
		}
		over = over.Merge(input.Nest(c.path(flag.Name, path), leaf(path, value, where)))
	}
	return over, problems
}

// leaf is a value of a flag: a word, nothing, or a list in brackets, which sentences do not take.
func leaf(path, value string, where Where) *node {
	n := &node{Text: value, Where: where}
	inner, open := strings.CutPrefix(value, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	switch {
	case value == "":
		n.Form = empty
	case open && closed && !isText(path):
		n = &node{Form: list, Where: where}
		if inner = strings.TrimSpace(inner); inner == "" {
			break
		}
		for _, item := range strings.Split(inner, ",") {
			n.Items = append(n.Items, leaf(path, strings.TrimSpace(item), where))
		}
	}
	return n
}

// isText tells whether the value of a key is a sentence.
func isText(path string) bool {
	return slices.ContainsFunc(keys(), func(k key) bool { _, is := k.shape.(text); return is && k.name == path })
}

// path is where in the file a flag's value belongs. A path of set is a parameter, or else a path of the file.
func (c *Catalogue) path(flag, path string) []string {
	if flag != "set" {
		for _, k := range flagKeys() {
			if k.flag == flag {
				return strings.Split(k.name, ".")
			}
		}
		return []string{flag}
	}
	if _, ok := fabric.Find(c.Parameters, path); ok {
		return []string{"set", path}
	}
	head, rest, nested := strings.Cut(path, ".")
	for _, k := range keys() { // ranks.3.start is no figure of a device
		if k.name != head {
			continue
		}
		if head == "set" && nested {
			return []string{"set", rest}
		}
		if inner, ok := strings.CutPrefix(path, "fabric.set."); ok {
			return []string{"set", inner}
		}
		return strings.Split(path, ".")
	}
	return []string{"set", path}
}
