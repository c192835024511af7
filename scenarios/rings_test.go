package scenarios

import (
	"slices"
	"strings"
	"testing"
)

// TestRings: rings of a file are followed, a channel each, and again from the first where there are more channels.
func TestRings(t *testing.T) {
	const text = "fabric: a100-4\ncollective: all_reduce\nalgorithm: ring\nbytes: 64 MiB\nlibrary: raw\nfidelity: message\n"
	six := timed(t, text+"channels: 6\norder: rings4.xml\n")[0]
	same := timed(t, text+"channels: 6\norder: [0 1 2 3, 0 3 2 1, 0 2 1 3, 0 3 1 2, 0 1 3 2, 0 2 3 1]\n")[0]
	if six.Hash != same.Hash || six.Total != same.Total {
		t.Errorf("the file: %v, spelled out: %v", six.Total, same.Total)
	}
	one := timed(t, text+"channels: 6\norder: [0 1 2 3]\n")[0]
	if one.Total <= 2*six.Total { // a third of the links, one way
		t.Errorf("one ring takes %v, six %v", one.Total, six.Total)
	}
	few := timed(t, text+"channels: 2\norder: rings4.xml\n")[0]
	if want := "order: the rings after the first 2 of 6 changed nothing: there are no more channels"; !slices.Contains(few.Warnings, want) || len(six.Warnings) > 0 {
		t.Errorf("warnings %q of two channels, %q of six", few.Warnings, six.Warnings)
	}
	f, err := Load("again.json", six.Scenario)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := f.Run(nil); err != nil || again[0].Hash != six.Hash || again[0].Total != six.Total {
		t.Errorf("again from the result: %v", err)
	}
	twelve, err := bind(f.Scenarios[0], nil)
	if err != nil {
		t.Fatal(err)
	}
	if order := twelve.orderOf(twelve.gpus, 12); !slices.Equal(order[1], []int32{0, 3, 2, 1}) || !slices.Equal(order[7], order[1]) {
		t.Errorf("orders %v", order)
	}
}

// TestRingsAcross: ranks go through one server after the other, each by the ring.
func TestRingsAcross(t *testing.T) {
	f, err := outsideOf().Load("t.yaml", []byte("schema: collsim.scenario/v1\nfabric: {preset: a100-4, nodes: 2}\ncollective: all_reduce\nalgorithm: ring\nbytes: 1 MiB\norder: [3 1 0 2]\n"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := bind(f.Scenarios[0], nil)
	if err != nil {
		t.Fatal(err)
	}
	if order := b.schedule.Call.Order[0]; !slices.Equal(order, []int32{3, 1, 0, 2, 7, 5, 4, 6}) {
		t.Errorf("order %v", order)
	}
}

// TestRingsRefused: what is wrong with rings is said where they stand.
func TestRingsRefused(t *testing.T) {
	const text = "fabric: a100-4\ncollective: all_reduce\nalgorithm: ring\nbytes: 1 MiB\n"
	for _, c := range []struct{ order, want string }{
		{"fabrik", "did you mean fabric"},
		{"ring8.xml", "ring8.xml:1:1: not what NCCL searched out"},
		{"nothing.xml", "t.yaml:6:8: order: cannot read it"},
		{"[0 1 2]", "t.yaml:6:8: order: ring 0 goes by 3 GPUs"},
		{"[0 1 2 3, 0 1 2 4]", "t.yaml:6:8: order: ring 1 goes by GPU 4"},
		{"[0 1 2 2]", "t.yaml:6:9: order: no ring"},
		{"[0 1 2 x]", "t.yaml:6:9: order: no ring"},
		{"{}", "order: must be a word or rings"},
		{"[0 1 2 3]\nplacement: [3, 2, 1, 0]", "t.yaml:6:8: order: rings are of all 4 GPUs"},
	} {
		f, err := outsideOf().Load("t.yaml", []byte("schema: collsim.scenario/v1\n"+text+"order: "+c.order+"\n"))
		if err == nil {
			_, err = f.Run(nil)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: says %v\nwant %s", c.order, err, c.want)
		}
	}
}
