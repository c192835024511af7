package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"collsim/scenarios"
	"collsim/scenarios/sweep"
	"collsim/sim/units"
)

// TestCrowdedPoint: a point that needs more memory than a core's share is played at the end, with all there is.
func TestCrowdedPoint(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	path := planOf(t, "{algorithm: [ring], bytes: [1 KiB, 2 KiB]}")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p, err := sweep.ReadPlan(path, text)
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Run(p.Points[0], 1, scenarios.Room{Limit: units.MiB, Source: "a test"}, nil)
	var crowded *scenarios.Crowded
	if !errors.As(err, &crowded) {
		t.Fatalf("1 MiB is enough: %v", err)
	}
	for _, c := range []struct {
		limit  units.Bytes
		failed int
	}{{crowded.Needs * 3 / 2, 0}, {crowded.Needs / 2, 2}} {
		j, _, err := openJournal(filepath.Join(t.TempDir(), "j"), p, shard{1, 1}, false)
		if err != nil {
			t.Fatal(err)
		}
		x := &shift{ctx: context.Background(), watch: newWatch(), plan: p, points: p.Points, questions: sweep.Questions(p.Points), journal: j,
			room: scenarios.Room{Limit: c.limit, Source: "a test"}}
		x.playAll() // nothing looks at the memory of the whole test
		if err := j.close(); err != nil || len(x.crowded) != 2 || x.added != 2 || x.failed != c.failed {
			t.Errorf("with %v of %v: %v, %d put off, %d played, %d failed", c.limit, crowded.Needs, err, len(x.crowded), x.added, x.failed)
		}
	}
}
