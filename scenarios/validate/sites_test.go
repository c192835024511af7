package validate

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestSitesOf: two sites that are a factor of 2 off, either way, are within 2 to the power of 1.28 in eight of ten cases.
func TestSitesOf(t *testing.T) {
	numbers, err := Numbers()
	if err != nil {
		t.Fatal(err)
	}
	by := math.Log(2)
	got := SitesOf(numbers, []*Left{
		{Moved: []Moved{{"host.nccl.net.ll", by}, {"host.launch", 0}}},
		{Moved: []Moved{{"host.nccl.net.ll", -by}}},
	})
	want := []Sites{{"host.launch", 1, 1, 1.6}, {"host.nccl.net.ll", 2, math.Pow(2, 1.2816), 1.6}}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Error(diff)
	}
}

// TestAnotherOf: of two values a factor of e apart the next may be 3.078 standard deviations of 1/sqrt(2) off, and more by
// the root of 3/2. One value says nothing of others.
func TestAnotherOf(t *testing.T) {
	if got, want := anotherOf([]float64{1, 2}), 3.078*math.Sqrt(0.75); math.Abs(got-want) > 1e-12 {
		t.Errorf("%g, want %g", got, want)
	}
	if got := anotherOf([]float64{7}); got != 0 {
		t.Errorf("%g of one value", got)
	}
	if got := anotherOf([]float64{3, 3, 3, 3}); got != 0 {
		t.Errorf("%g where all are alike", got)
	}
}
