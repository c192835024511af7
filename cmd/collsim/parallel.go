package main

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// onAllCores does n independent things on as many cores as the program may use. It is a scenarios.Each.
func onAllCores(n int, do func(i int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	all.Wait()
}
