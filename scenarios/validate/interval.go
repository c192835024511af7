package validate

import (
	"math"

	"collsim/scenarios/fit"
	"collsim/sim/units"
)

// Interval is between what times the model expects a measurement to lie.
type Interval struct{ Low, High units.Duration }

// Holds says whether a time lies in the interval.
func (v Interval) Holds(d units.Duration) bool { return v.Low <= d && d <= v.High }

// Bands gives, for all rows of the cases, what the model says with its starting values, and the interval that follows from
// the ranges of its numbers: each is moved to both ends alone, and what that does to the logarithm of the time is combined by
// the root of the sum of squares, each side by itself.
func (m *Model) Bands(f *Fitted, each fit.Each) ([][]Interval, [][]Point, error) {
	rows := m.Rows()
	base, err := m.Points(each, rows, m.Start)
	if err != nil {
		return nil, nil, err
	}
	type task struct{ i, k, j int }
	var tasks []task
	for i, c := range m.Cases {
		for k := range rows[i] {
			for j := range m.Numbers {
				if n := &m.Numbers[j]; n.of(c) && n.Site > 1 && touches(n.Parameter.Name, &base[i][k]) {
					tasks = append(tasks, task{i, k, j})
				}
			}
		}
	}
	type ends [2]float64
	moved, wrong := make([]ends, len(tasks)), make([]error, len(tasks))
	each(len(tasks), func(t int) {
		at := tasks[t]
		low, high := m.ends(at.j, f)
		for e, v := range []float64{low, high} {
			values := append([]float64(nil), m.Start...)
			values[at.j] = v
			p, err := m.run(m.Cases[at.i], rows[at.i][at.k], m.settings(m.Cases[at.i], values))
			if err != nil {
				wrong[t] = err
				return
			}
			moved[t][e] = math.Log(float64(p.Simulated.Total) / float64(base[at.i][at.k].Simulated.Total))
		}
	})
	down, up := squares(base), squares(base)
	for t, at := range tasks {
		if wrong[t] != nil {
			return nil, nil, wrong[t]
		}
		for _, d := range moved[t] {
			if d < 0 {
				down[at.i][at.k] += d * d
			} else {
				up[at.i][at.k] += d * d
			}
		}
	}
	bands := make([][]Interval, len(base))
	for i := range base {
		for k := range base[i] {
			total := float64(base[i][k].Simulated.Total)
			bands[i] = append(bands[i], Interval{
				units.Duration(total * math.Exp(-math.Sqrt(down[i][k]))), units.Duration(total * math.Exp(math.Sqrt(up[i][k]))),
			})
		}
	}
	return bands, base, nil
}

func squares(points [][]Point) [][]float64 {
	all := make([][]float64, len(points))
	for i := range points {
		all[i] = make([]float64, len(points[i]))
	}
	return all
}

// eightOfTen is between how many standard deviations on each side eight of ten values of a normal distribution lie.
const eightOfTen = 1.2816

// ends are between what a number lies.
func (m *Model) ends(j int, f *Fitted) (low, high float64) {
	n, wide := &m.Numbers[j], m.wide(j, f)
	return math.Max(float64(n.Low.Int), m.Start[j]*math.Exp(-wide)), math.Min(float64(n.High.Int), m.Start[j]*math.Exp(wide))
}

// wide is how far a number may be off, as a logarithm, in eight of ten cases: the wider of what the fit knows of it, what
// sites differ by, and, where no case told anything of it, what its classes differ by.
func (m *Model) wide(j int, f *Fitted) float64 {
	n := &m.Numbers[j]
	wide := math.Log(n.Site)
	if f != nil && f.Known[j] != nil {
		wide = math.Max(wide, math.Log(f.Known[j].High/f.Known[j].Low)/2)
	} else if f != nil && m.Spread[j] > 0 {
		wide = math.Max(wide, anotherOf(m.siblings(j, f)))
	}
	return wide
}

// student has by how many standard deviations of a sample of n = 2, 3 ... a next value may be off in eight of ten cases, less
// the factor of the root of 1 + 1/n (Student 1908).
var student = [...]float64{3.078, 1.886, 1.638, 1.533, 1.476, 1.440, 1.415, 1.397}

// anotherOf is how far one more value of a sample may be from its mean, in eight of ten cases.
func anotherOf(sample []float64) float64 {
	n := len(sample)
	if n < 2 {
		return 0
	}
	sum, middle := 0.0, mean(sample)
	for _, x := range sample {
		sum += (x - middle) * (x - middle)
	}
	t := student[min(n-2, len(student)-1)]
	return t * math.Sqrt(sum/float64(n-1)*(1+1/float64(n)))
}
