package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"collsim/sim/units"
)

// installed is how much memory there is, and whose it is: the machine's, or what a control group or a limit of addresses
// (ulimit -v) leaves of it. 0 = nobody knows.
func installed() (units.Bytes, string) {
	has, what := units.Bytes(0), "of this machine"
	if data, err := os.ReadFile("/proc/meminfo"); err == nil {
		has = memTotal(string(data))
	}
	for _, n := range granted() {
		if n > 0 && (has == 0 || n < has) {
			has, what = n, "that this container may use"
		}
	}
	var addresses syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &addresses); err == nil && addresses.Cur < 1<<62 {
		if n := units.Bytes(addresses.Cur); has == 0 || n < has {
			has, what = n, "that this process may use"
		}
	}
	return has, what
}

// memTotal reads the line MemTotal of /proc/meminfo, which is in KiB.
func memTotal(text string) units.Bytes {
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, "MemTotal:"); ok {
			n, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 53)
			if err == nil && n > 0 {
				return units.Bytes(n) * units.KiB
			}
		}
	}
	return 0
}

// granted are the limits of the control groups that this process is in, of version 2 and of version 1.
func granted() []units.Bytes {
	data, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil
	}
	var all []units.Bytes
	for line := range strings.Lines(string(data)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		switch {
		case parts[1] == "":
			all = append(all, limitsUp("/sys/fs/cgroup", parts[2], "memory.max")...)
		case strings.Contains(parts[1], "memory"):
			all = append(all, limitsUp("/sys/fs/cgroup/memory", parts[2], "memory.limit_in_bytes")...)
		}
	}
	return all
}

// limitsUp reads a limit of a group and of all above it. Inside a container the group's own path may not be there.
func limitsUp(root, group, file string) []units.Bytes {
	var all []units.Bytes
	for {
		data, err := os.ReadFile(filepath.Join(root, group, file))
		if n, wrong := strconv.ParseInt(strings.TrimSpace(string(data)), 10, 64); err == nil && wrong == nil { // "max" is no limit
			all = append(all, units.Bytes(n))
		}
		if group == "/" || group == "." || group == "" {
			return all
		}
		group = filepath.Dir(group)
	}
}
