package host

import (
	"slices"
	"strings"

	"collsim/fabric"
)

// Library is a piece of communication software whose costs are known.
type Library struct {
	Name    string
	Doc     string // two sentences for someone who meets it for the first time
	kernels bool   // blocks of a GPU move its data: see Kernel
	priors  []prior
}

// prior is what a library, or the machine that libraries run on, says a parameter is. A parameter that a library leaves
// out is a cost that it does not have.
type prior struct {
	name                string
	value               fabric.Value
	source, uncertainty string
}

var libraries []Library

// registerLibrary is called once in each library's own file.
func registerLibrary(l Library) struct{} {
	if _, ok := FindLibrary(l.Name); ok {
		panic("host: library registered twice: " + l.Name)
	}
	libraries = append(libraries, l)
	slices.SortFunc(libraries, func(a, b Library) int { return strings.Compare(a.Name, b.Name) })
	return struct{}{}
}

// Libraries lists every library by name.
func Libraries() []Library { return slices.Clone(libraries) }

// FindLibrary looks a library up by its name.
func FindLibrary(name string) (Library, bool) {
	for _, l := range libraries {
		if l.Name == name {
			return l, true
		}
	}
	return Library{}, false
}

func libraryNames() []string {
	names := make([]string, len(libraries))
	for i := range libraries {
		names[i] = libraries[i].Name
	}
	return names
}

// value is the library's own figure for a parameter; ok is false where it does not have that cost.
func (l Library) value(name string) (v fabric.Value, ok bool) {
	for _, p := range l.priors {
		if p.name == name {
			return p.value, true
		}
	}
	return fabric.Value{}, false
}
