// Package words finds the valid word that somebody who wrote another one probably meant.
package words
