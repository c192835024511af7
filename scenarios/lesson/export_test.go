package lesson

import "collsim/scenarios"

// Changes is what the tests see of changes.
func (l *Lesson) Changes(f *scenarios.File) (keys, others []string) { return l.changes(f) }
