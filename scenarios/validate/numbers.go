package validate

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/scenarios"
	"collsim/sim/units"
)

//go:embed numbers.tsv
var numbersTable string

// Number is one figure of the model that classes of machines share, with what was known of it before anything was
// measured: a prior.
type Number struct {
	Name      string
	Parameter fabric.Parameter
	Kind      string   // of the classes: calibration.GPU or calibration.Network
	Classes   []string // that share it
	Start     fabric.Value
	Low, High fabric.Value // no fit leaves them
	Spread    float64      // of the prior, as the standard deviation of the logarithm; 0 = it is not fitted
	Site      float64      // by what factor sites differ, in eight of ten cases
	Origin    string       // of the start
}

// Numbers are all that the classes are made of, in the order of their table. The error names a line of numbers.tsv.
func Numbers() ([]Number, error) {
	lines := strings.Split(strings.TrimSuffix(numbersTable, "\n"), "\n")
	var all []Number
	for i, line := range lines[1:] {
		n, err := readNumber(strings.Split(line, "\t"))
		if err != nil {
			return nil, fmt.Errorf("numbers.tsv:%d: %w", i+2, err)
		}
		all = append(all, n)
	}
	return all, nil
}

func readNumber(cells []string) (Number, error) {
	if len(cells) != 10 {
		return Number{}, fmt.Errorf("%d cells; valid: 10", len(cells))
	}
	p, ok := fabric.Find(host.Parameters(), cells[1])
	if !ok {
		return Number{}, fmt.Errorf("there is no parameter %s", cells[1])
	}
	n := Number{Name: cells[0], Parameter: p, Kind: cells[2], Classes: strings.Split(cells[3], ","), Origin: cells[9]}
	var err error
	for i, v := range []*fabric.Value{&n.Start, &n.Low, &n.High} {
		if *v, err = p.Parse(cells[4+i]); err != nil {
			return Number{}, err
		}
	}
	if cells[7] != "-" {
		if n.Spread, err = strconv.ParseFloat(cells[7], 64); err != nil || n.Spread <= 0 {
			return Number{}, fmt.Errorf("spread %s; valid: a number above 0, or -", cells[7])
		}
	}
	if n.Site, err = strconv.ParseFloat(cells[8], 64); err != nil || n.Site < 1 {
		return Number{}, fmt.Errorf("site %s; valid: a factor of at least 1", cells[8])
	}
	return n, nil
}

// of says whether the number is one of the machine of a case.
func (n *Number) of(c *Case) bool { return slices.Contains(n.Classes, c.Class(n.Kind)) }

// setting is the number as a setting, to the last digit.
func (n *Number) setting(value float64) scenarios.Setting {
	i := n.Parameter.Nearest(int64(value + 0.5))
	text := strconv.FormatInt(i, 10)
	switch n.Parameter.Quantity {
	case fabric.DurationQuantity:
		text = units.Duration(i).Exact()
	case fabric.RateQuantity:
		text = units.Rate(i).Exact()
	case fabric.SizeQuantity:
		text = units.Bytes(i).Exact()
	case fabric.ProbabilityQuantity:
		text = units.Probability(i).Exact()
	}
	return scenarios.Setting{Name: n.Parameter.Name, Value: text}
}
