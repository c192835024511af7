package validate

import (
	"math"
	"slices"

	"collsim/scenarios/fit"
)

// Left is one source that was left out of the fit of the classes, and how well they predict it.
type Left struct {
	Source       string
	Cases        []string
	Uncalibrated []float64 // errors of all rows, with the classes that the other sources make
	Banded       int       // rows of which a band was worked out
	Within       int       // those whose measured time lies in the band that the classes state
	Calibrated   []float64 // errors of rows that no calibration saw, after one on five sizes a case
	Numbers      int       // that the calibration moved
	Moved        []Moved   // of them, those that the five sizes told more of than the class did
}

// Moved is how far a calibration took a number of a site from its class.
type Moved struct {
	Parameter string
	By        float64 // as a logarithm
}

// Sources are those of the cases, in order.
func (m *Model) Sources() []string {
	var all []string
	for _, c := range m.Cases {
		all = append(all, c.Source)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// LeaveOut fits the classes to all sources but one and predicts that one, before and after a calibration.
func (m *Model) LeaveOut(source string, each fit.Each) (*Left, error) {
	others, own := m.with(func(c *Case) bool { return c.Source != source }), m.with(func(c *Case) bool { return c.Source == source })
	others.Rounds = 1 // they begin where all sources together ended
	f, err := others.Fit(each)
	if err != nil {
		return nil, err
	}
	left := &Left{Source: source}
	for _, c := range own.Cases {
		left.Cases = append(left.Cases, c.ID)
	}
	own.Start = others.neutral(f)
	if err := own.spread(left, f, each); err != nil {
		return nil, err
	}
	own.Every = 1
	points, err := own.Points(each, own.Rows(), own.Start)
	if err != nil {
		return nil, err
	}
	left.Uncalibrated = errorsOf(points)
	return left, own.calibrate(left, f, each)
}

// errorsOf are those of all points.
func errorsOf(points [][]Point) []float64 {
	var all []float64
	for _, of := range points {
		for i := range of {
			all = append(all, of[i].Error())
		}
	}
	return all
}

// spread counts measured times in the bands of the classes.
func (m *Model) spread(left *Left, f *Fitted, each fit.Each) error {
	small := m.with((*Case).fitted)
	bands, points, err := small.Bands(f, each)
	if err != nil {
		return err
	}
	for i := range points {
		for k := range points[i] {
			left.Banded++
			if bands[i][k].Holds(points[i][k].Measured) {
				left.Within++
			}
		}
	}
	return nil
}

// with is the model with some of its cases.
func (m *Model) with(keep func(*Case) bool) *Model {
	n := *m
	n.Cases = nil
	for _, c := range m.Cases {
		if keep(c) {
			n.Cases = append(n.Cases, c)
		}
	}
	n.Start, n.Spread = slices.Clone(m.Start), slices.Clone(m.Spread)
	return &n
}

// neutral is the values of a fit, where a number that no case told anything of is the geometric mean of what other classes
// have for its parameter: who knows nothing of a class takes it for an ordinary one.
func (m *Model) neutral(f *Fitted) []float64 {
	values := slices.Clone(f.Values)
	for j := range m.Numbers {
		if m.Spread[j] == 0 || f.Known[j] != nil {
			continue
		}
		if of := m.siblings(j, f); len(of) > 0 {
			values[j] = math.Exp(mean(of))
		}
	}
	return values
}

// siblings are the logarithms of what other classes have for the parameter of a number, as far as it is fitted.
func (m *Model) siblings(j int, f *Fitted) []float64 {
	var of []float64
	for k := range m.Numbers {
		if f.Known[k] != nil && m.Numbers[k].Parameter.Name == m.Numbers[j].Parameter.Name {
			of = append(of, math.Log(f.Values[k]))
		}
	}
	return of
}

func mean(all []float64) float64 {
	sum := 0.0
	for _, x := range all {
		sum += x
	}
	return sum / float64(len(all))
}

// calibrate fits the numbers of a site to five sizes of each of its cases, and predicts the others. Every number may move, as
// far as its class says that sites differ: five sizes settle few of them, and leave the others where they are. All-to-all of
// 1,024 ranks is left to prediction: four rows of it would take an hour.
func (m *Model) calibrate(left *Left, classes *Fitted, each fit.Each) error {
	for j := range m.Numbers {
		m.Spread[j] = max(m.wide(j, classes)/eightOfTen, siteSpread(m.Numbers[j].Parameter.Name))
	}
	m.Pick, m.Rounds, m.Begin = fiveSizes, 4, slices.Clone(m.Start)
	f, err := m.with((*Case).light).fit(each)
	if err != nil {
		return err
	}
	for j, k := range f.Known {
		if k == nil {
			continue
		}
		left.Numbers++
		if k.Learned > 0.5 {
			left.Moved = append(left.Moved, Moved{m.Numbers[j].Parameter.Name, math.Log(k.Value / m.Start[j])})
		}
	}
	rest := make([][]int, len(m.Cases))
	for i, c := range m.Cases {
		seen := fiveSizes(c)
		for r := range c.Rows {
			if !c.light() || !slices.Contains(seen, r) {
				rest[i] = append(rest[i], r)
			}
		}
	}
	points, err := m.Points(each, rest, f.Values)
	left.Calibrated = errorsOf(points)
	return err
}

// siteSpread is how far a site's own figure may be from its class at least, as the standard deviation of the logarithm, where
// hosts and fabrics differ by more than what their class says of eight in ten.
func siteSpread(parameter string) float64 {
	switch parameter {
	case "host.launch", "host.nccl.launch.thread", "host.nccl.launch.issue", "host.nccl.net.ll", "host.nccl.net.simple":
		return 0.7
	case "host.nccl.link.efficiency", "host.nccl.net.efficiency", "host.nccl.nvls.efficiency":
		return 0.3
	}
	return 0
}

// calibrationSizes are those that a calibration measures, or the nearest ones.
var calibrationSizes = []float64{1 << 10, 128 << 10, 4 << 20, 128 << 20, 4 << 30}

// fiveSizes are the rows of a case that are nearest to the sizes of a calibration, each once.
func fiveSizes(c *Case) []int {
	var rows []int
	for _, size := range calibrationSizes {
		best, near := 0, math.Inf(1)
		for r := range c.Rows {
			if d := math.Abs(math.Log(float64(c.Rows[r].Bytes) / size)); d < near {
				best, near = r, d
			}
		}
		rows = append(rows, best)
	}
	slices.Sort(rows)
	return slices.Compact(rows)
}
