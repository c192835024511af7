package scenarios

import (
	"errors"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// BenchmarkHuge is one point of a sweep over sizes, from the flags to the result: a ring over 131,072 GPUs and a hierarchy
// over 1,048,576.
func BenchmarkHuge(b *testing.B) {
	for _, c := range []struct{ name, words string }{
		{"ring-131072-star", "fabric=star nodes=131072 algorithm=ring"},
		{"ring-131072-hgx", "fabric=hgx-h100 nodes=16384 network=switch algorithm=ring channels=1"},
		{"hierarchical-1048576-hgx", "fabric=hgx-h100 nodes=131072 network=switch algorithm=hierarchical channels=1"},
	} {
		b.Run(c.name, func(b *testing.B) {
			for i := 1; b.Loop(); i++ {
				f, err := FromFlags(flagsOf(c.words + " collective=all_reduce library=raw fidelity=message fold=require bytes=" + strconv.Itoa(i) + "MiB"))
				if err != nil {
					b.Fatal(err)
				}
				if _, err := f.Run(nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkSweep is a sweep of 1,000 points on all cores: rings over 131,072 GPUs and hierarchies over 1,048,576, half of
// each, every point of other bytes. Nothing is kept from one point to the next.
func BenchmarkSweep(b *testing.B) {
	const points = 1000
	before := cpu(b)
	for b.Loop() {
		errs := make([]error, points)
		onAllCores(points, func(i int) {
			words := "fabric=star nodes=131072 algorithm=ring"
			if i%2 == 1 {
				words = "fabric=hgx-h100 nodes=131072 network=switch algorithm=hierarchical channels=1"
			}
			words += " collective=all_reduce library=raw fidelity=message fold=require bytes=" + strconv.Itoa(i+1) + "MiB"
			f, err := FromFlags(flagsOf(words))
			if err == nil {
				_, err = f.Run(nil)
			}
			errs[i] = err
		})
		if err := errors.Join(errs...); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/sweep")
	b.ReportMetric((cpu(b)-before)/float64(b.N), "cpu-s/sweep")
}

// cpu is the time in seconds that all cores have spent on this process.
func cpu(b *testing.B) (s float64) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	for _, t := range []syscall.Timeval{u.Utime, u.Stime} {
		s += time.Duration(t.Nano()).Seconds()
	}
	return s
}

// onAllCores is an Each, with a goroutine a core.
func onAllCores(n int, do func(i int)) {
	var next atomic.Int64
	var cores sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		cores.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	cores.Wait()
}
