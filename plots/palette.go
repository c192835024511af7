package plots

import (
	"image/color"

	"collsim/sim/ledger"
)

// Color is the fixed colour of a component in every figure: blue for software, green for physical, yellow and brown
// for queueing, purple for waiting. Found by search: any two stay apart for readers with deuteranopia or protanopia
// too (a test measures it), neighbours in the order of the ledger most of all.
func Color(c ledger.Component) color.NRGBA {
	return colors[c]
}

var colors = [ledger.Components]color.NRGBA{
	ledger.Launch:       rgb(0x6DB5FD),
	ledger.Prepare:      rgb(0x6F74BA),
	ledger.Negotiate:    rgb(0x1139BF),
	ledger.Register:     rgb(0x152555),
	ledger.Library:      rgb(0xA0DAFD),
	ledger.Lock:         rgb(0x598CFE),
	ledger.Protocol:     rgb(0x436188),
	ledger.Complete:     rgb(0x2860EB),
	ledger.Reduce:       rgb(0x363482),
	ledger.Serialize:    rgb(0x4A8474),
	ledger.Propagate:    rgb(0x9BC496),
	ledger.Queue:        rgb(0xAF6F13),
	ledger.Arbitrate:    rgb(0xFBC60A),
	ledger.HeadOfLine:   rgb(0x794D19),
	ledger.Backpressure: rgb(0xECE3AF),
	ledger.Retransmit:   rgb(0xD39A21),
	ledger.Skew:         rgb(0xBB92B7),
	ledger.Compute:      rgb(0x5D3547),
}

var (
	ink   = rgb(0x1A1A1A)
	faint = rgb(0x666666)
	rule  = rgb(0xCCCCCC)
	paper = rgb(0xFFFFFF)
	mark  = rgb(0xC2185B) // the lower bound
)

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 255}
}

// contrast is ink or paper, whichever reads better on the ground (luma of ITU-R BT.601).
func contrast(ground color.NRGBA) color.NRGBA {
	if 299*int(ground.R)+587*int(ground.G)+114*int(ground.B) > 128_000 {
		return ink
	}
	return paper
}
