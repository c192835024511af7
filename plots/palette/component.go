package palette

import (
	"image/color"

	"collsim/sim/ledger"
)

// Component is the colour of a component: blue for software, green for physical, yellow and brown for queueing, purple for
// waiting. Found by search: any two stay apart for readers with deuteranopia or protanopia too (a test of package plots
// measures it), neighbours in the order of the ledger most of all.
func Component(c ledger.Component) color.NRGBA { return components[c] }

var components = [ledger.Components]color.NRGBA{
	ledger.Launch:       RGB(0x6DB5FD),
	ledger.Prepare:      RGB(0x6F74BA),
	ledger.Negotiate:    RGB(0x1139BF),
	ledger.Register:     RGB(0x152555),
	ledger.Library:      RGB(0xA0DAFD),
	ledger.Lock:         RGB(0x598CFE),
	ledger.Protocol:     RGB(0x436188),
	ledger.Complete:     RGB(0x2860EB),
	ledger.Reduce:       RGB(0x363482),
	ledger.Serialize:    RGB(0x4A8474),
	ledger.Propagate:    RGB(0x9BC496),
	ledger.Queue:        RGB(0xAF6F13),
	ledger.Arbitrate:    RGB(0xFBC60A),
	ledger.HeadOfLine:   RGB(0x794D19),
	ledger.Backpressure: RGB(0xECE3AF),
	ledger.Retransmit:   RGB(0xD39A21),
	ledger.Skew:         RGB(0xBB92B7),
	ledger.Compute:      RGB(0x5D3547),
}

// Ink and Paper are what figures are written with and on.
var (
	Ink   = RGB(0x1A1A1A)
	Paper = RGB(0xFFFFFF)
)

// RGB is an opaque colour.
func RGB(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 255}
}

// Contrast is ink or paper, whichever reads better on the ground (luma of ITU-R BT.601).
func Contrast(ground color.NRGBA) color.NRGBA {
	if 299*int(ground.R)+587*int(ground.G)+114*int(ground.B) > 128_000 {
		return Ink
	}
	return Paper
}
