package store

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/scenarios/sweep"
	"collsim/sim/ledger"
)

// CSV and JSON lines say the same, and the parts of every line sum to its total.
func TestText(t *testing.T) {
	m := played(t, question, 3)
	text, err := Export("csv", m.Records)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) != len(m.Records)+1 {
		t.Fatalf("%d lines for %d points", len(lines), len(m.Records))
	}
	objects, err := Export("jsonl", m.Records)
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(objects))
	d.UseNumber()
	for i, line := range lines[1:] {
		var object map[string]any
		if err := d.Decode(&object); err != nil {
			t.Fatal(err)
		}
		if len(object) != len(lines[0]) {
			t.Fatalf("%d names for %d columns", len(object), len(lines[0]))
		}
		sum := int64(0)
		for k, name := range lines[0] {
			value := ""
			if object[name] != nil {
				value = fmt.Sprint(object[name])
			}
			if value != line[k] {
				t.Errorf("point %d: %s is %q in CSV and %v in JSON", i, name, line[k], object[name])
			}
			for c := range ledger.Components {
				if name == c.String()+"_ps" && line[k] != "" {
					n, _ := strconv.ParseInt(line[k], 10, 64)
					sum += n
				}
			}
		}
		want := int64(0)
		if m.Records[i].Error == "" {
			want = total(t, &m.Records[i])
		}
		if sum != want {
			t.Errorf("point %d: the parts sum to %d, the total is %d", i, sum, want)
		}
	}
}

// Axes have the words of the file, and numbers where those are quantities; names are distinct.
func TestAxes(t *testing.T) {
	var records []sweep.Record
	for i, texts := range [][]string{{"200 Gb/s", "4", "a", "1 KiB", "1 us"}, {"400 Gb/s", "08", "2", "3", "1.5 ms"}} {
		r := sweep.Record{Index: i, ID: fmt.Sprint(i), Error: "none"}
		for k, path := range []string{"nic.rate", "a.b", "a-b", "bytes", "ranks.3.start"} {
			r.Values = append(r.Values, sweep.Value{Path: path, Text: texts[k]})
		}
		records = append(records, r)
	}
	records[1].Values = records[1].Values[:4] // the last axis is of the first alone
	text, err := Export("csv", records)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for line := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n") {
		line, _, _ = strings.Cut(line, ",fabric")
		got.WriteString(strings.TrimRight(line, ",") + "\n")
	}
	want := `point,id,error,axis_nic_rate,axis_nic_rate_bytes_per_s,axis_a_b,axis_a_b_2,axis_bytes,axis_ranks_3_start,axis_ranks_3_start_ps
0,0,none,200 Gb/s,25000000000,4,a,1 KiB,1 us,1000000
1,1,none,400 Gb/s,50000000000,08,2,3
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Error(diff)
	}
}

// What is no format, and what a build lacks, is told.
func TestFormats(t *testing.T) {
	if _, err := Export("xlsx", nil); err == nil {
		t.Error("xlsx was written")
	}
	if _, err := Export("parquet", nil); errors.Is(err, ErrAbsent) == Present {
		t.Errorf("Parquet without points: %v", err)
	}
}
