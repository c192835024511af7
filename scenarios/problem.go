package scenarios

import "collsim/sim/input"

// What users wrote, and what is wrong with it, is told in the words of package input.
type (
	Where    = input.Where    // a place in a file, or on the command line
	Problem  = input.Problem  // one thing that is wrong with what the user wrote, or suspicious about it
	Problems = input.Problems // everything that is wrong, in the order in which it was written

	node  = input.Node
	field = input.Field
)

// The forms of nodes.
const (
	scalar  = input.Scalar
	mapping = input.Mapping
	list    = input.List
	empty   = input.Empty
)
