package plots

// SlopeSheet is what Slope draws: totals against the delay of a straggler. Both axes are Time and linear.
type SlopeSheet struct {
	Title string
	XName string // whose delay it is
	Lines []Line
}

// Band is what replicates say at one place of the x axis.
type Band struct{ X, Min, P50, P95, P99, Max int64 }

// FanLine is a series of bands, from left to right.
type FanLine struct {
	Name, Series string
	Bands        []Band
}

// FanSheet is what Fan draws.
type FanSheet struct {
	Title string
	X, Y  Axis
	Lines []FanLine
}

// Bar is one line of a tornado: the totals at both ends of a parameter, or with one thing changed.
type Bar struct {
	Name      string
	Low, High int64  // totals; equal where there is one end only
	AtLow     string // what gives the total Low, such as "50 GB/s"; "" = nothing is written
	AtHigh    string
}

// TornadoSheet is what Tornado draws: how far each change moves a total, largest first.
type TornadoSheet struct {
	Title string
	Name  string // of the axis, such as "total"
	Base  int64
	Unit  Unit
	Bars  []Bar
}
