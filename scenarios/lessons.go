package scenarios

import (
	"embed"
	"io/fs"
)

//go:embed lessons/*.md
var course embed.FS

// Lessons holds the lessons of the course, as NN-NAME.md, for package lesson to read.
func Lessons() fs.FS {
	sub, err := fs.Sub(course, "lessons")
	if err != nil {
		panic("scenarios: " + err.Error()) // the path is valid
	}
	return sub
}
