package plots

import (
	"image/color"

	"collsim/plots/palette"
	"collsim/sim/ledger"
)

// Color is the fixed colour of a component in every figure.
func Color(c ledger.Component) color.NRGBA { return palette.Component(c) }

var (
	ink   = palette.Ink
	faint = rgb(0x666666)
	rule  = rgb(0xCCCCCC)
	paper = palette.Paper
	mark  = rgb(0xC2185B) // the lower bound
)

func rgb(hex uint32) color.NRGBA { return palette.RGB(hex) }

// contrast is ink or paper, whichever reads better on the ground.
func contrast(ground color.NRGBA) color.NRGBA { return palette.Contrast(ground) }
