package measured

import (
	"strconv"
	"strings"
)

// versionCode is NCCL's number for a version: 2.8.3 is 2803, 2.29.2 is 22902; 0 = not a version.
func versionCode(version string) int {
	var part [3]int
	for i, text := range strings.SplitN(version, ".", 3) {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > 99 {
			return 0
		}
		part[i] = n
	}
	if part[0] < 2 || part[0] == 2 && part[1] <= 8 {
		return part[0]*1000 + part[1]*100 + part[2]
	}
	return part[0]*10000 + part[1]*100 + part[2]
}

// versionOf turns NCCL's number back; "" = not one.
func versionOf(code int) string {
	major := 1000
	switch {
	case code >= 10000 && code < 1_000_000:
		major = 10000
	case code < 1000 || code > 9999:
		return ""
	}
	return strconv.Itoa(code/major) + "." + strconv.Itoa(code%major/100) + "." + strconv.Itoa(code%100)
}
