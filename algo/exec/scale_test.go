//go:build unix

package exec_test

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric/host"
	"collsim/sim/units"
)

// scaled is a run whose cost is to be looked at: schedule, ranks, software.
type scaled struct {
	name       string
	collective algo.Collective
	algorithm  string
	call       algo.Call
	library    string
	window     int32
}

// BenchmarkScale plays rings over two links a message at message level, with trails, at growing sizes, and algorithms of
// few rounds at 65,536 ranks. It reports process CPU time, the least of all rounds, a message and an event, and the peak
// resident set of the process, which means something where one of them runs by itself:
//
//	go test ./algo/exec -run '^$' -bench 'Scale/ring/4096/mpi$' -benchtime 3x
func BenchmarkScale(b *testing.B) {
	for _, s := range scale() {
		b.Run(s.name, s.run)
	}
}

func scale() (all []scaled) {
	for _, ranks := range []int{64, 512, 2048, 4096} {
		for _, library := range []string{"raw", "mpi", "rendezvous", "shared"} {
			call := algo.Call{Ranks: ranks, Bytes: units.Bytes(ranks) * 4 * units.KiB}
			switch library {
			case "raw", "rendezvous":
				call.Bytes *= 16
			case "shared":
				call.PerNode, call.Channels = 8, 2
			}
			all = append(all, scaled{fmt.Sprintf("ring/%d/%s", ranks, library), algo.AllReduce, "ring", call, library, 0})
		}
	}
	wide := algo.Call{Ranks: 65536, Bytes: 65536 * 64}
	sliced := wide
	sliced.Slices = 32
	return append(all,
		scaled{"recursive_doubling/65536/raw", algo.AllReduce, "recursive_doubling", wide, "raw", 0},
		scaled{"halving_doubling/65536/raw", algo.AllReduce, "halving_doubling", wide, "raw", 0},
		scaled{"double_binary_tree/65536/raw", algo.AllReduce, "double_binary_tree", wide, "raw", 0},
		scaled{"double_binary_tree-slices/65536/raw", algo.AllReduce, "double_binary_tree", sliced, "raw", 0},
		scaled{"double_binary_tree-window/65536/raw", algo.AllReduce, "double_binary_tree", sliced, "raw", 8},
		scaled{"dissemination/65536/raw", algo.Barrier, "dissemination", algo.Call{Ranks: 65536}, "raw", 0},
	)
}

// costs binds a library. With mpi a message of up to 8 KiB is sent at once, a larger one asks before and is answered:
// three messages in the network for one of the schedule. In shared the lanes of a rank share a core, and the ranks of a
// node the library's lock.
func costs(b *testing.B, library string) host.Costs {
	if library == "raw" {
		return host.Costs{}
	}
	c, _, err := host.Bind("mpi", nil)
	if err != nil {
		b.Fatal(err)
	}
	if library == "shared" {
		c.Hold = us
	}
	return c
}

func (s *scaled) run(b *testing.B) {
	g := star(b, s.call.Ranks)
	c := exec.Config{Schedule: build(b, s.collective, s.algorithm, s.call), Graph: g, Net: levels[1].net(g), Window: s.window, Host: host.Model{Costs: costs(b, s.library)}}
	least := time.Duration(1 << 62)
	var o *exec.Outcome
	for b.Loop() {
		began := cpu()
		x, err := exec.New(c)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := x.Play(0); err != nil {
			b.Fatal(err)
		}
		least = min(least, cpu()-began)
		o = x.Outcome()
	}
	b.ReportMetric(least.Seconds(), "cpu-s")
	b.ReportMetric(float64(least.Nanoseconds())/float64(o.Messages), "ns/message")
	b.ReportMetric(float64(least.Nanoseconds())/float64(o.Events), "ns/event")
	b.ReportMetric(peak(), "peak-MiB")
	b.ReportMetric(0, "ns/op")
}

// cpu is the time that the process has had so far.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// peak is the largest resident set of the process so far, in MiB.
func peak() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return float64(u.Maxrss) / 1024 // KiB on Linux
}
