package scenarios

import "testing"

func TestRatio(t *testing.T) {
	for text, want := range map[string]Ratio{
		"1": {1, 1}, "1.4": {7, 5}, "1.40": {7, 5}, "4/3": {4, 3}, "12/8": {3, 2}, "0": {0, 1}, "123456789": {123456789, 1}, "1.00000001": {100000001, 100000000},
	} {
		if got, err := parseRatio(text); err != nil || got != want {
			t.Errorf("%s is %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "-1", "1/0", "1.", ".5", "1.5/2", "1/-2", "x", "1e3", "1234567890", "1/1234567890", "+1", "1_0", "0x1"} {
		if got, err := parseRatio(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

// TestRatioRoundTrip writes factors and reads them back.
func TestRatioRoundTrip(t *testing.T) {
	for num := int64(0); num < 300; num++ {
		for den := int64(1); den < 130; den++ {
			want := Ratio{num, den}.reduced()
			if got, err := parseRatio(want.String()); err != nil || got != want {
				t.Fatalf("%d/%d is written %s and read as %v, %v", num, den, want, got, err)
			}
		}
	}
	for _, r := range []Ratio{{999999999, 512}, {999999999, 999999998}, {1, 1953125}, {}} {
		if got, err := parseRatio(r.String()); err != nil || got != r.reduced() {
			t.Errorf("%v comes back as %v, %v", r.reduced(), got, err)
		}
	}
}
