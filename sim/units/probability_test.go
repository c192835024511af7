package units_test

import (
	"testing"

	"collsim/sim/units"
)

func TestProbability(t *testing.T) {
	for _, c := range []struct {
		text string
		want units.Probability
		back string
	}{
		{"0 %", 0, "0 %"}, {"0.1 %", 1e6, "0.1 %"}, {"100 %", units.Certain, "100 %"}, {"12.3456789 %", 123_456_789, "12.3456789 %"},
		{"0.001%", 1e4, "0.001 %"}, {"20 ppm", 2e4, "0.002 %"}, {"1.5 ppm", 1500, "1.5 ppm"}, {"7 ppb", 7, "7 ppb"},
		{"0.0000001 %", 1, "1 ppb"}, {"1000000 ppm", units.Certain, "100 %"},
	} {
		p, err := units.ParseProbability(c.text)
		if err != nil || p != c.want || p.String() != c.back {
			t.Errorf("%q: %d %q, error %v; want %d %q", c.text, p, p, err, c.want, c.back)
		}
		for _, text := range []string{p.String(), p.Exact()} {
			if again, err := units.ParseProbability(text); err != nil || again != p {
				t.Errorf("%q reads back as %d, error %v", text, again, err)
			}
		}
	}
	for text, want := range map[string]string{
		"100.1 %":    `a probability cannot be above 100 %: "100.1 %"; valid: 0 % to 100 %`,
		"-1 %":       `a probability cannot be negative: "-1 %"; valid: 0 % or more`,
		"0.1":        `a probability needs a unit: "0.1"; valid: %, ppm (parts per million), ppb (parts per billion)`,
		"0.5 ppb":    `a probability must be a whole number of parts per billion: "0.5 ppb"; valid: fewer decimals, or a smaller unit`,
		"1 per cent": `not a unit of a probability: "1 per cent"; valid: %, ppm (parts per million), ppb (parts per billion)`,
	} {
		if _, err := units.ParseProbability(text); err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}
