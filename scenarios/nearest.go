package scenarios

import "collsim/sim/words"

// meant asks whether the nearest of the valid words was meant; "" = none is near.
func meant(text string, valid []string) string {
	if near := words.Near(text, valid); len(near) > 0 {
		return "did you mean " + near[0] + "?"
	}
	return ""
}
