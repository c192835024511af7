package sweep

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/scenarios"
)

const small = head + "algorithm: ring\nsweep: {axes: {bytes: [1 KiB, 2 KiB], seed: [1, 2]}}\n"

func encode(t *testing.T, p *Plan) string {
	t.Helper()
	data, err := p.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A plan that was written and read is the same, and its points come out the same.
func TestPlanReadsBack(t *testing.T) {
	p := expand(t, small, scenarios.Flag{Name: "set", Value: "network.rate=10 GB/s"})
	again, err := ReadPlan("p", []byte(encode(t, p)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(encode(t, p), encode(t, again)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(play(t, p, p.Points), play(t, again, again.Points)); diff != "" {
		t.Error(diff)
	}
}

func TestPlanRefused(t *testing.T) {
	text := encode(t, expand(t, small))
	for _, c := range []struct{ name, text, want string }{
		{"another model", strings.Replace(text, `"model_version":"`+scenarios.ModelVersion+`"`, `"model_version":"0"`, 1), "the plan is of version 0 of the model, this program has version " + scenarios.ModelVersion},
		{"changed by hand", strings.Replace(text, "1 KiB", "3 KiB", 1), "the plan was changed"},
		{"another form", strings.Replace(text, PlanSchema, "collsim.plan/v9", 1), "not a form of plans that this program knows"},
		{"torn", text[:len(text)/2], "not a plan"},
		{"empty", "", "not a plan"},
	} {
		if _, err := ReadPlan("p.json", []byte(c.text)); err == nil || !strings.HasPrefix(err.Error(), "p.json: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// Graphs that a scenario names are in its plan.
func TestPlanHoldsFiles(t *testing.T) {
	graph := "schema: collsim.fabric/v1\ndevices: {gpu0..3: gpu, leaf0: switch}\nlinks: {gpu0..3 <-> leaf0: network}\n"
	open := func(path string) ([]byte, error) {
		if path != "four.yaml" {
			t.Errorf("%s was asked for", path)
		}
		return []byte(graph), nil
	}
	text := "schema: collsim.scenario/v1\nfabric: {graph: four.yaml}\ncollective: all_reduce\nalgorithm: ring\nsweep: {axes: {bytes: [1 KiB, 2 KiB]}}\n"
	p, err := Expand(Source{Name: "f", Text: text}, open, inTurn, scenarios.Room{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]Attached{{"four.yaml", graph}}, p.Source.Files); diff != "" {
		t.Error(diff)
	}
	again, err := ReadPlan("p", []byte(encode(t, p)))
	if err != nil {
		t.Fatal(err)
	}
	play(t, again, again.Points)
}

// Variants are the axis that runs slowest, and all points have one level.
func TestVariants(t *testing.T) {
	p := expand(t, head+"bytes: 1 KiB\nvariants: {a: {algorithm: ring}, b: {algorithm: tree, bytes: 4 KiB}}\nsweep: {axes: {ranks: [2, 4]}}\n")
	var got []string
	for _, r := range play(t, p, p.Points) {
		answer, err := r.Answer()
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, r.Values.String()+": "+answer.Algorithm+" "+answer.Bytes.String()+" "+answer.Fidelity)
	}
	want := []string{"variant = a, ranks = 2: ring 1 KiB packet", "variant = a, ranks = 4: ring 1 KiB packet", "variant = b, ranks = 2: tree 4 KiB packet", "variant = b, ranks = 4: tree 4 KiB packet"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	few := expand(t, head+"algorithm: ring\nsweep: {axes: {bytes: [1 KiB, 1 TiB]}}\n")
	if few.Fidelity != "message" {
		t.Errorf("the level of all is %q although one point needs too many packets", few.Fidelity)
	}
}

// However a plan is split, every point is in one shard, points of one question together, and no shard costs more than the
// mean and one question.
func TestShard(t *testing.T) {
	p := planOf(200)
	for i := range p.Points {
		p.Points[i].ID = p.Points[i/2*2].ID
		p.Points[i].Cost = int64(i/2) * int64(i/2)
	}
	dearest := p.Points[199].Cost
	for n := 1; n <= 17; n++ {
		var all []int
		for i := 1; i <= n; i++ {
			points := p.Shard(i, n)
			part := Plan{Points: points}
			if part.Cost() > p.Cost()/int64(n)+dearest {
				t.Errorf("shard %d of %d costs %d of %d", i, n, part.Cost(), p.Cost())
			}
			for k, point := range points {
				if all = append(all, point.Index); point.Index%2 == 1 && points[k-1].Index != point.Index-1 {
					t.Errorf("shard %d of %d: %d is without the point that asks the same", i, n, point.Index)
				}
			}
		}
		slices.Sort(all)
		if len(all) != 200 || len(slices.Compact(all)) != 200 {
			t.Errorf("%d shards hold %d points", n, len(all))
		}
	}
}

// What changes no result changes no byte of what is kept, so that one hash means one answer.
func TestKeptBytes(t *testing.T) {
	p := expand(t, head+"algorithm: ring\nsweep: {axes: {bytes: [1 KiB, 64 KiB], fold: [off, auto, require], rivals: [auto, off]}}\n")
	if n := len(Questions(p.Points)); n != 2 {
		t.Fatalf("%d questions, not 2", n)
	}
	kept := map[string]json.RawMessage{}
	for _, r := range play(t, p, p.Points) {
		if was, ok := kept[r.ID]; ok && string(was) != string(r.Result) {
			t.Errorf("two answers to %s:\n%s\n%s", r.ID, was, r.Result)
		}
		kept[r.ID] = r.Result
		answer, err := r.Answer()
		if err != nil {
			t.Fatal(err)
		}
		again, err := Keep(answer)
		if err != nil || string(again) != string(r.Result) {
			t.Errorf("read and written it differs: %v", err)
		}
	}
}

// mergedOf plays a sweep and merges it.
func mergedOf(t *testing.T, axes string) *Merged {
	t.Helper()
	p := expand(t, head+"sweep: "+axes+"\n")
	m, err := Merge(p, &Journal{Header: p.Header(1, 1), Records: play(t, p, p.Points)})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// An axis is said to have changed nothing where it has, and only there.
func TestVain(t *testing.T) {
	m := mergedOf(t, "{axes: {algorithm: [ring, tree], seed: [1, 2, 3], bytes: [1 KiB, 2 KiB]}}")
	if vain := m.Vain(); len(vain) != 1 || vain[0].Name != "seed" {
		t.Errorf("%+v", vain)
	}
}

func TestTables(t *testing.T) {
	m := mergedOf(t, "{axes: {algorithm: [ring, tree], seed: [1, 2], bytes: [1 KiB, 2 KiB]}}")
	tables, err := m.Tables("bytes", "algorithm", nil)
	if err != nil || len(tables) != 2 || tables[0].Title != "seed = 1" || tables[1].Title != "seed = 2" {
		t.Fatal(tables, err)
	}
	for i, table := range tables {
		for row, bytes := range []string{"1 KiB", "2 KiB"} {
			for column, algorithm := range []string{"ring", "tree"} {
				r := table.Cells[row][column]
				want := Values{{"algorithm", algorithm}, {"seed", []string{"1", "2"}[i]}, {"bytes", bytes}}
				if diff := cmp.Diff(want, r.Values); diff != "" {
					t.Error(diff)
				}
			}
		}
	}
	only, err := m.Tables("bytes", "", Values{{"seed", "2"}, {"algorithm", "tree"}})
	if err != nil || len(only) != 1 || only[0].Columns != nil || only[0].Cells[1][0].Index != 7 {
		t.Error(only, err)
	}
	for _, wrong := range [][]string{{"byte", ""}, {"bytes", "byte"}, {"bytes", "bytes"}} {
		if _, err := m.Tables(wrong[0], wrong[1], nil); err == nil {
			t.Errorf("%v are axes", wrong)
		}
	}
	if _, err := m.Tables("bytes", "", Values{{"seed", "3"}}); err == nil || !strings.Contains(err.Error(), "valid: 1, 2") {
		t.Errorf("seed 3: %v", err)
	}
}

// A point that cannot be answered is a record with its error, and so is one that a limit ends.
func TestFailedPoint(t *testing.T) {
	p := expand(t, head+"algorithm: ring\nsweep: {axes: {bytes: [1 KiB], limits.events: [1, 1000000]}}\n")
	r, err := p.Run(p.Points[0], 2, scenarios.Room{}, nil)
	if err == nil || r.Error != err.Error() || r.Result != nil || !strings.Contains(r.Error, "limits.events: ") {
		t.Errorf("%+v %v", r, err)
	}
	if r, err := p.Run(p.Points[1], 2, scenarios.Room{}, nil); err != nil || r.Error != "" {
		t.Errorf("%+v %v", r, err)
	}
}

// A Watch hears of every point once that it has ended, of planning and of playing apart.
func TestWatched(t *testing.T) {
	ended := map[string]int{}
	watch := func(p scenarios.Progress) bool {
		if p.Runs != 4 || p.Change == "" || p.Result != nil {
			t.Errorf("%+v", p)
		}
		if p.Ended {
			ended[p.Study]++
		}
		return true
	}
	p, err := Expand(Source{Name: "f", Text: small}, nil, inTurn, scenarios.Room{}, watch)
	if err != nil {
		t.Fatal(err)
	}
	for _, point := range p.Points {
		if _, err := p.Run(point, len(p.Points), scenarios.Room{}, watch); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(map[string]int{planning: 4, playing: 4}, ended); diff != "" {
		t.Error(diff)
	}
}
