package site

import "math"

// The effects of figures on rows are columns, and what rows know of figures is their geometry: a figure is known by what is
// left of its column once all the others have explained what they can. Those remainders, divided by their squared lengths,
// are the dual of the columns, and the products of these are the inverse of the matrix of normal equations.

// alone is what of a column is left to be told apart, as a share of its length: below it there is nothing but rounding.
const alone = 1e-3

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

func length(a []float64) float64 { return math.Sqrt(dot(a, a)) }

// without is a column less what others explain of it, by orthogonal projection.
func without(column []float64, others [][]float64) []float64 {
	var basis [][]float64
	for _, o := range others {
		rest := append([]float64(nil), o...)
		project(rest, basis)
		project(rest, basis) // what rounding left the first time
		if l := length(rest); l > 1e-9*length(o) && l > 0 {
			for i := range rest {
				rest[i] /= l
			}
			basis = append(basis, rest)
		}
	}
	rest := append([]float64(nil), column...)
	project(rest, basis)
	project(rest, basis)
	return rest
}

// project takes off a column what lies along directions of length 1 that are square to one another.
func project(column []float64, directions [][]float64) {
	for _, d := range directions {
		along := dot(column, d)
		for i := range column {
			column[i] -= along * d[i]
		}
	}
}

// knowledge is what rows know of figures if each is off by 1.
type knowledge struct {
	columns [][]float64
	rests   [][]float64 // of each, without what all the others explain
}

// knowledgeOf looks at the columns of figures, each row weighted.
func knowledgeOf(columns [][]float64) knowledge {
	k := knowledge{columns: columns}
	for j := range columns {
		others := append(append([][]float64(nil), columns[:j]...), columns[j+1:]...)
		k.rests = append(k.rests, without(columns[j], others))
	}
	return k
}

// singular tells whether the others explain all of a figure's effects.
func (k *knowledge) singular(j int) bool {
	l := length(k.columns[j])
	return l == 0 || length(k.rests[j]) < alone*l
}

// deviation is the standard error of the logarithm of a figure that is not singular.
func (k *knowledge) deviation(j int) float64 { return 1 / length(k.rests[j]) }

// correlation of the errors of two figures that are not singular.
func (k *knowledge) correlation(i, j int) float64 {
	return dot(k.rests[i], k.rests[j]) / (length(k.rests[i]) * length(k.rests[j]))
}

// alike is how much the effects of two figures go together, 1 = they are in proportion.
func (k *knowledge) alike(i, j int) float64 {
	a, b := length(k.columns[i]), length(k.columns[j])
	if a == 0 || b == 0 {
		return 0
	}
	return dot(k.columns[i], k.columns[j]) / (a * b)
}

// proportional tells whether two figures have their effects in the same proportion in all rows where both have one, and
// whether most of what is known of each is known from these rows. Then only the others can tell one from the other, by how
// right they are in all else.
func (k *knowledge) proportional(i, j int) (rows int, ok bool) {
	var a, b []float64
	for r := range k.columns[i] {
		if x, y := k.columns[i][r], k.columns[j][r]; math.Abs(x) > felt && math.Abs(y) > felt {
			a, b = append(a, x), append(b, y)
		}
	}
	if len(a) < 2 || length(a) < mostly*length(k.columns[i]) || length(b) < mostly*length(k.columns[j]) {
		return 0, false
	}
	return len(a), length(without(a, [][]float64{b})) < inProportion*length(a)
}

const (
	felt         = 0.02 // an effect below it is none to speak of: a figure twice as large makes 1.4 % of a row's time
	inProportion = 0.05
	mostly       = 0.9 // of a length: four fifths of its square, which is what is known
)
