package main

import (
	"golang.org/x/sys/unix"

	"collsim/sim/units"
)

// installed is how much memory there is, and whose it is. 0 = nobody knows.
func installed() (units.Bytes, string) {
	n, err := unix.SysctlUint64("hw.memsize")
	if err != nil || n > 1<<60 {
		return 0, ""
	}
	return units.Bytes(n), "of this machine"
}
