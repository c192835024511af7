package units_test

import (
	"fmt"

	"collsim/sim/units"
)

// 400 Gb/s is 50 GB/s; a packet of 4 KiB takes 81.92 ns, to the picosecond.
func Example() {
	rate, err := units.ParseRate("400 Gb/s")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(rate, rate.Over(4*units.KiB), rate.Over(4*units.KiB).Exact())
	_, err = units.ParseBytes("64")
	fmt.Println(err)
	// Output:
	// 50 GB/s 81.92 ns 81920 ps
	// a size needs a unit: "64"; valid: B, KB, MB, GB, TB (10^3..10^12 bytes), KiB, MiB, GiB, TiB (2^10..2^40 bytes), b, Kb, Mb, Gb, Tb (bits)
}
