package measured

import (
	"os"
	"testing"
)

func TestSweeps(t *testing.T) {
	all, err := ReadSweeps(os.DirFS("../../testdata/measured"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir("../../testdata/measured")
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != len(files)-2 { // the table, and README.md
		t.Errorf("%d sweeps of %d files", len(all), len(files))
	}
}
