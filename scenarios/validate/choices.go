package validate

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"collsim/sim/units"
)

//go:embed choices.tsv
var choicesTable string

// Choice is an algorithm and a protocol that NCCL is known to have taken for a range of sizes of a sweep.
type Choice struct {
	Sweep      string
	From, To   units.Bytes // both inside
	Algorithms []string
	Protocol   string
	Known      string // from what
}

// Choices are all that are known. The error names a line of choices.tsv.
func Choices() ([]Choice, error) {
	lines := strings.Split(strings.TrimSuffix(choicesTable, "\n"), "\n")
	var all []Choice
	for i, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		if len(cells) != 6 {
			return nil, fmt.Errorf("choices.tsv:%d: %d cells; valid: 6", i+2, len(cells))
		}
		c := Choice{Sweep: cells[0], Algorithms: strings.Split(cells[3], ","), Protocol: cells[4], Known: cells[5]}
		var err error
		for k, n := range []*units.Bytes{&c.From, &c.To} {
			if *n, err = units.ParseBytes(cells[1+k]); err != nil {
				return nil, fmt.Errorf("choices.tsv:%d: %w", i+2, err)
			}
		}
		all = append(all, c)
	}
	return all, nil
}

// of says whether the choice is about a point.
func (c *Choice) of(p *Point) bool {
	return c.Sweep == p.Case.ID && c.From <= p.Bytes && p.Bytes <= c.To
}

// Verdict is a known choice and the points that were chosen otherwise.
type Verdict struct {
	Choice
	Points int     // that it is about
	Others []Point // which took something else
}

// Judge holds points against the choices that are known.
func Judge(choices []Choice, points [][]Point) []Verdict {
	var all []Verdict
	for _, c := range choices {
		v := Verdict{Choice: c}
		for _, of := range points {
			for i := range of {
				if !c.of(&of[i]) {
					continue
				}
				v.Points++
				if s := &of[i].Simulated; !slices.Contains(c.Algorithms, s.Algorithm) || s.Protocol != c.Protocol {
					v.Others = append(v.Others, of[i])
				}
			}
		}
		if v.Points > 0 {
			all = append(all, v)
		}
	}
	return all
}
