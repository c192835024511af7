//go:build linux

package main

import (
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strings"
	"time"
)

var model = regexp.MustCompile(`(?m)^model name\s*:\s*(.*\S)`)

// taken says when and on what kind of machine figures were taken, and with which peers.
func taken(runs int) string {
	said := "processor of an unknown kind"
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if m := model.FindStringSubmatch(string(text)); m != nil {
			said = m[1]
		}
	}
	s := fmt.Sprintf("Taken on %s, %s/%s, %d cores (%s), %s, best of %d", time.Now().UTC().Format(time.DateOnly), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), said, runtime.Version(), runs)
	if text, _, err := run("dpkg-query", "-W", "-f", "${Package} ${Version}, ", "libsimgrid-dev", "libns3-dev"); err == nil {
		s += "; Debian's " + strings.TrimSuffix(text, ", ")
	}
	return s + ".\n\n"
}
