package algo

import "errors"

// ErrUnwanted says that nobody wanted a count any more.
var ErrUnwanted = errors.New("algo: the count is no longer wanted")

// patience is how many steps are counted between two questions whether to go on: some milliseconds.
const patience = 1 << 16

// asked knows whether a count is still wanted. Once it is not, it stays so.
type asked struct {
	goOn  func() bool
	steps int
	over  bool
}

// step tells whether to take another step.
func (a *asked) step() bool {
	if a.steps++; a.steps%patience == 0 && a.goOn != nil && !a.over {
		a.over = !a.goOn()
	}
	return !a.over
}
