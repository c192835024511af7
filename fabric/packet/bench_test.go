//go:build unix

package packet_test

import (
	"runtime"
	"syscall"
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/sim/units"
)

// cpu is the processor time of this process in nanoseconds, which a busy machine stretches less than the clock.
func cpu() int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return u.Utime.Nano() + u.Stime.Nano()
}

// BenchmarkPorts measures every work with every variant and the plain ports in turn, so that a busy machine slows all of
// them alike, and reports the least CPU a packet-hop and its ratio to the plain ports'.
func BenchmarkPorts(b *testing.B) {
	type entry struct {
		name  string
		build fabrictest.Builder
	}
	builds := []entry{{"plain", buildPlain}}
	for _, v := range variants {
		builds = append(builds, entry(v))
	}
	for _, w := range []struct {
		name string
		work work
	}{{"ring64", ringOf(64, units.MiB)}, {"incast32", incastWork()}, {"permutation128", permutationWork()},
		{"incast32-pause", switched(incastWork(), fabric.Pause, fabric.Marking{}, fabric.DCQCN{})},
		{"incast32-drop", switched(incastWork(), fabric.Drop, fabric.Marking{}, fabric.DCQCN{})},
		{"incast32-ecn", switched(incastWork(), fabric.Pause, marking, slowing)},
		{"permutation128-pause", switched(permutationWork(), fabric.Pause, fabric.Marking{}, fabric.DCQCN{})},
		{"permutation128-lanes", classed(permutationWork(), 3)},
		{"permutation128-adaptive-message", routed(permutationWork(), fabric.AdaptiveMessage)},
		{"permutation128-adaptive-packet", routed(permutationWork(), fabric.AdaptivePacket)}} {
		b.Run(w.name, func(b *testing.B) {
			least := make([]float64, len(builds))
			for range b.N {
				var end units.Time
				for i, v := range builds {
					runtime.GC() // what others left behind is not this one's cost
					begin := cpu()
					d, _ := w.work.play(v.build)
					ns := float64(cpu()-begin) / float64(d.hops())
					if least[i] == 0 || ns < least[i] {
						least[i] = ns
					}
					if i > 0 && d.end != end {
						b.Fatalf("%s ends at %d, plain at %d", v.name, d.end, end)
					}
					end = d.end
				}
			}
			for i, v := range builds {
				b.ReportMetric(least[i], v.name+"-ns/hop")
				if i > 0 {
					b.ReportMetric(least[i]/least[0], v.name+"/plain")
				}
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}
