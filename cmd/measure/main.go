//go:build linux

// Measure sets collsim beside its peers on the same work, and measures how its cost grows. It writes the tables of
// docs/performance.md. Programs to measure are built by "make bench-peers" and "make performance", which call it.
//
//	measure [-runs 3] [-write PAGE] peers|growth|folded...
package main

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// programs are what is measured; those whose name is empty are left out.
type programs struct {
	collsim, core, simgrid, ns3 string
}

type options struct {
	programs
	runs    int
	ranks   []int // of the ring by messages, one comparison each
	packets work
}

func main() {
	var o options
	flag.StringVar(&o.collsim, "collsim", "build/collsim", "the program as users have it")
	flag.StringVar(&o.core, "core", "", "the benchmarks of algo/exec, compiled")
	flag.StringVar(&o.simgrid, "simgrid", "", "testdata/peers/simgrid_ring.cpp, compiled")
	flag.StringVar(&o.ns3, "ns3", "", "testdata/peers/ns3_ring.cpp, compiled")
	flag.IntVar(&o.runs, "runs", 3, "how often each program runs, turn about; the least CPU counts")
	ranks := flag.String("ranks", "256,1024", "ranks of the rings that are compared by messages, 1 MiB a message")
	flag.IntVar(&o.packets.ranks, "packet-ranks", 64, "ranks of the ring that is compared by packets")
	mebibytes := flag.Int64("packet-mib", 64, "MiB that it reduces")
	write := flag.String("write", "", "a page that has the tables between marks, to write them into")
	flag.Parse()
	o.packets.bytes, o.packets.packets = *mebibytes<<20, true
	for _, word := range strings.Split(*ranks, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < 2 {
			stop(fmt.Errorf("-ranks %s: numbers of at least 2 with commas between them", *ranks))
		}
		o.ranks = append(o.ranks, n)
	}
	for _, what := range flag.Args() {
		text, err := table(what, &o)
		if err != nil {
			stop(err)
		}
		fmt.Print(text)
		if *write != "" {
			if err := renew(*write, what, text); err != nil {
				stop(err)
			}
		}
	}
}

func table(what string, o *options) (string, error) {
	switch what {
	case "peers":
		return peers(o)
	case "growth":
		return growth(o)
	case "folded":
		return folded(o, foldables)
	}
	return "", fmt.Errorf("%q: there are peers, growth and folded", what)
}

func stop(err error) {
	fmt.Fprintln(os.Stderr, "measure:", err)
	os.Exit(1)
}
