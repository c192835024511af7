//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// usage is what a program took, by getrusage. The peak includes what this program had when it started the other, a few
// MiB, if that was more.
type usage struct {
	cpu  time.Duration // user and system
	peak int64         // bytes resident
}

// run runs a program to its end.
func run(argv ...string) (output string, u usage, err error) {
	var stdout, stderr bytes.Buffer
	c := exec.Command(argv[0], argv[1:]...)
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Run(); err != nil {
		return "", u, fmt.Errorf("%s: %w\n%s", strings.Join(argv, " "), err, stderr.String())
	}
	r := c.ProcessState.SysUsage().(*syscall.Rusage)
	u.cpu = c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	u.peak = int64(r.Maxrss) << 10 // Linux counts KiB
	return stdout.String(), u, nil
}

// best keeps the least CPU and the highest peak of several runs.
func (u *usage) best(next usage) {
	if u.cpu == 0 || next.cpu < u.cpu {
		u.cpu = next.cpu
	}
	u.peak = max(u.peak, next.peak)
}
