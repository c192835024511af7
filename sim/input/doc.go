// Package input reads what users write: YAML files, as a tree of nodes with their places, before anything is known about
// its meaning, and the problems that whoever knows it may have with it.
//
// There are no quantities here: values are text until somebody parses them. Nothing is ordered but by its place in the file.
package input
