package fit

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func inTurn(n int, do func(i int)) {
	for i := range n {
		do(i)
	}
}

func backwards(n int, do func(i int)) {
	for i := n - 1; i >= 0; i-- {
		do(i)
	}
}

// sizes of the tables below, in bytes.
var sizes = []float64{1, 10, 100, 1e3, 1e4, 1e5, 1e6}

// lines is a problem whose tables are latency + size/rate, each of its own machine; numbers are latency 0, rate 0, latency 1 ...
func lines(truth ...float64) *Problem {
	p := &Problem{}
	model := func(at Place, v []float64) (float64, error) {
		return v[2*at.Table] + sizes[at.Point]/v[2*at.Table+1], nil
	}
	for t := range len(truth) / 2 {
		p.Numbers = append(p.Numbers, Number{"latency" + strconv.Itoa(t), 10, 0.01, 1e6, 3, 0}, Number{"rate" + strconv.Itoa(t), 10, 0.01, 1e6, 3, 0})
		table := Table{Name: "table" + strconv.Itoa(t), Source: t}
		for i := range sizes {
			m, _ := model(Place{t, i}, truth)
			table.Measured = append(table.Measured, m)
		}
		p.Tables = append(p.Tables, table)
	}
	p.Simulate = model
	p.Touches = func(at Place, number int) bool { return number/2 == at.Table }
	return p
}

// rounded is a value as a table prints it.
func rounded(v float64) string { return strconv.FormatFloat(v, 'g', 2, 64) }

func values(f *Fit) []string {
	var all []string
	for _, v := range f.Values {
		all = append(all, rounded(v.Value))
	}
	return all
}

func find(t *testing.T, p *Problem) *Fit {
	t.Helper()
	f, err := p.Find(inTurn)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestNumbersAreFound fits two machines that differ in everything.
func TestNumbersAreFound(t *testing.T) {
	f := find(t, lines(3, 200, 70, 1.5))
	if diff := cmp.Diff([]string{"3", "2e+02", "70", "1.5"}, values(f)); diff != "" {
		t.Error(diff)
	}
	for _, v := range f.Values {
		if !(v.Low < v.Value && v.Value < v.High) || v.AtBound || v.Learned < 0.9 {
			t.Errorf("%+v", v)
		}
	}
}

// TestOrderDoesNotMatter runs points backwards, and with nothing said of what touches what.
func TestOrderDoesNotMatter(t *testing.T) {
	want := find(t, lines(3, 200, 70, 1.5))
	p := lines(3, 200, 70, 1.5)
	p.Touches = nil
	got, err := p.Find(backwards)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestBeginningDoesNotMatter begins far from the prior, and at the answer.
func TestBeginningDoesNotMatter(t *testing.T) {
	want := values(find(t, lines(3, 200)))
	for _, begin := range []float64{0.5, 3, 1000} {
		p := lines(3, 200)
		p.Numbers[0].Begin = begin
		if diff := cmp.Diff(want, values(find(t, p))); diff != "" {
			t.Errorf("from %g:\n%s", begin, diff)
		}
	}
}

// TestOnlyTouchedPointsAreRun counts simulations of the slopes.
func TestOnlyTouchedPointsAreRun(t *testing.T) {
	p := lines(3, 200, 70, 1.5)
	model, runs := p.Simulate, 0
	p.Simulate = func(at Place, v []float64) (float64, error) { runs++; return model(at, v) }
	s := newSearch(p, inTurn)
	st, err := s.at([]float64{1, 2, 3, 4})
	if err != nil {
		t.Fatal(err)
	}
	runs = 0
	if _, err := s.slopes(st, nudge); err != nil {
		t.Fatal(err)
	}
	if want := 2 * 2 * len(sizes); runs != want {
		t.Errorf("%d runs for the slopes of two numbers in each of two tables; want %d", runs, want)
	}
}

// TestJumps is a model that changes in steps of 7 % only: moved by 2 % it mostly stays as it is, and a search by such slopes ends where
// it begins.
func TestJumps(t *testing.T) {
	for _, jumps := range []bool{false, true} {
		p := &Problem{
			Numbers: []Number{{"rate", 10, 0.01, 1e6, 3, 0}}, Tables: []Table{{Measured: []float64{30}}}, Jumps: jumps,
			Simulate: func(_ Place, v []float64) (float64, error) {
				return math.Exp(math.Round(math.Log(v[0])/0.07) * 0.07), nil
			},
		}
		f, err := p.Find(inTurn)
		if err != nil {
			t.Fatal(err)
		}
		if off := math.Abs(math.Log(f.Values[0].Value / 30)); (off < 0.1) != jumps {
			t.Errorf("jumps %v: %g is found, off by %.3f", jumps, f.Values[0].Value, off)
		}
	}
}

// TestOddRowDoesNotCarryAway has one point that is ten times too slow.
func TestOddRowDoesNotCarryAway(t *testing.T) {
	p := lines(3, 200)
	p.Tables[0].Measured[2] *= 10
	f := find(t, p)
	if got := f.Values[0].Value; got < 3 || got > 3.2 {
		t.Errorf("latency %g; the other rows say 3", got)
	}
	if e := f.Errors[0][2]; e > -2 {
		t.Errorf("the error of the odd row is %g", e)
	}
}

// TestPriorHoldsWhatNothingTells has a number that no point depends on, and one that rests on its bound.
func TestPriorHoldsWhatNothingTells(t *testing.T) {
	p := lines(3, 200)
	p.Touches = nil
	p.Numbers = append(p.Numbers, Number{"idle", 7, 1, 100, 0.35, 0})
	p.Numbers[1].High = 100
	f := find(t, p)
	idle, rate := f.Values[2], f.Values[1]
	if rounded(idle.Value) != "7" || idle.Learned > 1e-12 || rounded(idle.Low) != rounded(7*math.Exp(-0.35*eightOfTen)) {
		t.Errorf("%+v", idle)
	}
	if !rate.AtBound || rounded(rate.Value) != "1e+02" {
		t.Errorf("%+v", rate)
	}
}

// TestCoupledNumbersAreNamed has two numbers of which only the product shows.
func TestCoupledNumbersAreNamed(t *testing.T) {
	p := &Problem{
		Numbers:  []Number{{"a", 1, 0.1, 10, 1, 0}, {"b", 1, 0.1, 10, 1, 0}, {"c", 1, 0.1, 10, 1, 0}},
		Tables:   []Table{{Name: "t", Measured: []float64{6, 6, 5, 5}}},
		Simulate: func(at Place, v []float64) (float64, error) { return [...]float64{v[0] * v[1], v[2]}[at.Point/2], nil },
	}
	f := find(t, p)
	if len(f.Coupled) != 1 || f.Coupled[0].A != "a" || f.Coupled[0].B != "b" || f.Coupled[0].Correlation > -0.9 {
		t.Errorf("%+v", f.Coupled)
	}
	if got := f.Values[0].Value * f.Values[1].Value; rounded(got) != "6" {
		t.Errorf("the product is %g", got)
	}
}

// TestSourcesThatDisagreeWiden gives the same rows by one source and by two that differ.
func TestSourcesThatDisagreeWiden(t *testing.T) {
	width := func(sources ...int) float64 {
		p := &Problem{Numbers: []Number{{"a", 1, 0.1, 10, 1, 0}}, Simulate: func(_ Place, v []float64) (float64, error) { return v[0], nil }}
		for i, s := range sources {
			p.Tables = append(p.Tables, Table{Name: "t", Source: s, Measured: make([]float64, 40)})
			for k := range p.Tables[i].Measured {
				p.Tables[i].Measured[k] = []float64{0.5, 2}[i%2]
			}
		}
		f := find(t, p)
		return f.Values[0].High / f.Values[0].Low
	}
	if one, two := width(0, 0), width(0, 1); two < 1.5*one {
		t.Errorf("one source: a factor of %g from end to end, two that disagree: %g", one, two)
	}
}

func TestMistakes(t *testing.T) {
	for want, change := range map[string]func(*Problem){
		"number latency0: valid":           func(p *Problem) { p.Numbers[0].Low = 20 },
		"number latency0: begins at 0.001": func(p *Problem) { p.Numbers[0].Begin = 0.001 },
		"number rate0: valid":              func(p *Problem) { p.Numbers[1].Spread = 0 },
		"table table0, point 1: 0 was":     func(p *Problem) { p.Tables[0].Measured[1] = 0 },
		"nothing was measured":             func(p *Problem) { p.Tables = nil },
		"table0, point 0: simulated 0":     func(p *Problem) { p.Simulate = func(Place, []float64) (float64, error) { return 0, nil } },
		"table0, point 0: no such machine": func(p *Problem) {
			p.Simulate = func(Place, []float64) (float64, error) { return 1, errors.New("no such machine") }
		},
		"table0, point 4: NaN was measured": func(p *Problem) { p.Tables[0].Measured[4] = math.NaN() },
	} {
		p := lines(3, 200)
		change(p)
		if _, err := p.Find(backwards); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %s", err, want)
		}
	}
}

// TestInverse multiplies a matrix of whole numbers, whose triangle is of whole numbers as well, with its inverse.
func TestInverse(t *testing.T) {
	m := [][]float64{{4, 8, 4}, {8, 17, 10}, {4, 10, 9}} // L = 2 0 0, 4 1 0, 2 2 1
	l, ok := cholesky(m)
	if diff := cmp.Diff([][]float64{{2, 0, 0}, {4, 1, 0}, {2, 2, 1}}, l); !ok || diff != "" {
		t.Fatal(diff)
	}
	inv := inverse(l)
	for i := range m {
		for j := range m {
			sum := 0.0
			for k := range m {
				sum += m[i][k] * inv[k][j]
			}
			if want := map[bool]float64{true: 1}[i == j]; sum != want {
				t.Errorf("row %d, column %d: %g", i, j, sum)
			}
		}
	}
	if _, ok := cholesky([][]float64{{1, 2}, {2, 1}}); ok {
		t.Error("a matrix that is not positive has a triangle")
	}
}
