package nccl

import (
	"fmt"
	"strconv"
	"strings"
)

// Version of NCCL. The zero value stands for [Newest].
type Version struct{ Major, Minor, Patch int }

// Oldest and Newest are the ends of the range whose constants are known here. A version beyond Newest is taken for it.
var (
	Oldest = Version{2, 8, 3}
	Newest = Version{2, 30, 7}
)

// ParseVersion reads 2.29.2, 2.29 (its last release) or "", which is the newest.
func ParseVersion(text string) (Version, error) {
	if text == "" {
		return Newest, nil
	}
	fields := strings.Split(text, ".")
	var n [3]int
	n[2] = lastPatch
	if len(fields) < 2 || len(fields) > 3 {
		return Version{}, badVersion(text)
	}
	for i, f := range fields {
		v, err := strconv.Atoi(f)
		if err != nil || v < 0 || v > lastPatch || f[0] == '+' {
			return Version{}, badVersion(text)
		}
		n[i] = v
	}
	v := Version{n[0], n[1], n[2]}
	if v.before(Oldest) || v.Major > Newest.Major {
		return Version{}, badVersion(text)
	}
	return v, nil
}

// lastPatch stands for the last patch of a release whose number was not given.
const lastPatch = 99

func badVersion(text string) error {
	return fmt.Errorf("NCCL version %q is not known: give one from %v to %v, such as 2.29.2", text, Oldest, Newest)
}

// String prints 2.29.2, or 2.29 where no patch was given.
func (v Version) String() string {
	if v.Patch == lastPatch {
		return fmt.Sprintf("%d.%d", v.Major, v.Minor)
	}
	return fmt.Sprintf("%d.%d.%d", v.Major, v.Minor, v.Patch)
}

// before orders versions.
func (v Version) before(w Version) bool {
	if v.Major != w.Major {
		return v.Major < w.Major
	}
	if v.Minor != w.Minor {
		return v.Minor < w.Minor
	}
	return v.Patch < w.Patch
}
