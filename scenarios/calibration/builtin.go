package calibration

import (
	"embed"
	"sync"
)

//go:embed classes/*.yaml
var files embed.FS

// builtIn are the classes of the package by file name. It panics where one of them is wrong, which a test finds.
var builtIn = sync.OnceValue(func() []*Class {
	entries, err := files.ReadDir("classes")
	if err != nil {
		panic("calibration: " + err.Error()) // the path is valid
	}
	var all []*Class
	for _, e := range entries {
		data, err := files.ReadFile("classes/" + e.Name())
		if err != nil {
			panic("calibration: " + err.Error())
		}
		c, err := Read(e.Name(), data)
		if err != nil {
			panic("calibration: " + err.Error())
		}
		all = append(all, c)
	}
	return all
})

// Find looks a class up that is built in. It is not to be changed.
func Find(kind, name string) (c *Class, ok bool) {
	for _, c := range builtIn() {
		if c.Kind == kind && c.Name == name {
			return c, true
		}
	}
	return nil, false
}

// Names lists the classes of a kind that are built in.
func Names(kind string) []string {
	var names []string
	for _, c := range builtIn() {
		if c.Kind == kind {
			names = append(names, c.Name)
		}
	}
	return names
}
