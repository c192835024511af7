package topofile

import "slices"

// Place is where something stands in a file; the zero value = nowhere in particular.
type Place struct {
	File         string
	Line, Column int    // from 1
	Flag         string // of a command line that said it instead of a file
}

// Form is what a Value is.
type Form uint8

// The forms of values.
const (
	Scalar Form = iota
	Mapping
	List
	Empty // a key without a value
)

// Value is a part of a file before anything is known about its meaning.
type Value struct {
	Form   Form
	Text   string // of a scalar
	Place  Place
	Fields []Field  // of a mapping, in the order of the file
	Items  []*Value // of a list
}

// Field is one line of a mapping.
type Field struct {
	Name  string
	Place Place // of the name
	Value *Value
}

// Get is the value of a key; nil = there is none.
func (v *Value) Get(name string) *Value {
	if v == nil {
		return nil
	}
	if i := slices.IndexFunc(v.Fields, func(f Field) bool { return f.Name == name }); i >= 0 {
		return v.Fields[i].Value
	}
	return nil
}
