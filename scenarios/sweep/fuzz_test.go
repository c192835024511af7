package sweep

import (
	"reflect"
	"testing"

	"collsim/scenarios"
)

// FuzzJournal: whatever a journal holds, reading ends without a panic, and what is whole of it reads the same by itself.
func FuzzJournal(f *testing.F) {
	p := planOf(3)
	data, err := AppendHeader(nil, p.Header(1, 2))
	if err != nil {
		f.Fatal(err)
	}
	for i := range p.Points {
		r := recordOf(p, i)
		if data, err = AppendRecord(data, &r); err != nil {
			f.Fatal(err)
		}
	}
	f.Add(data)
	f.Add(data[:len(data)-7])
	f.Add([]byte("{}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		j, err := ReadJournal("j", data)
		if err != nil {
			return
		}
		again, err := ReadJournal("j", data[:j.Length])
		if err != nil || !reflect.DeepEqual(again.Records, j.Records) || again.Header != j.Header {
			t.Errorf("%+v and its whole part %+v, %v", j, again, err)
		}
		Merge(p, j) // must not panic
	})
}

// FuzzAxes: whatever stands under sweep:, its axes are read without a panic, every value of an axis has all of its paths,
// and no problem is without a place.
func FuzzAxes(f *testing.F) {
	for _, text := range []string{
		"{axes: {bytes: [1 KiB, 2 KiB], seed: 1..3:+1}, replicates: 2}", "{axes: {a: {zip: {bytes: 1 KiB..4 KiB:x2, seed: [1, 2, 3]}}}}",
		"{axes: {bytes: {from: 1 KiB, to: 3 KiB, step: 0.5 KiB}}}", "{axes: {x: {log: 1..9}}}", "{axes: {fabric: {nodes: []}}}", "[]", "{axes: {a: {zip: [1]}}}",
		"{axes: {bytes: 9223372036854775807..9223372036854775807:+1}}", "{axes: {x: 1..9223372036854775807:x2147483647}}",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b, err := scenarios.Known().Base("f", []byte(head+"sweep: "+text+"\n"), nil)
		if err != nil {
			return
		}
		all, err := axes("f", b)
		if problems, ok := err.(scenarios.Problems); ok {
			for _, p := range problems {
				if p.Where.File == "" {
					t.Errorf("no place: %v", p)
				}
			}
		}
		for _, a := range all {
			if a.length() == 0 {
				t.Errorf("%s has no values", a.Name)
			}
			for i, v := range a.Values {
				if len(v) != len(a.Paths) || len(a.wheres[i]) != len(v) {
					t.Errorf("%s: %v of %v", a.Name, v, a.Paths)
				}
			}
		}
	})
}
