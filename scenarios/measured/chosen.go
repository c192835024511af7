package measured

import (
	"regexp"
	"strings"

	"collsim/sim/units"
)

// Chosen is what NCCL said that it takes for a size (NCCL_DEBUG_SUBSYS=TUNING), in small letters. The zero value: it did not say.
type Chosen struct {
	Algorithm string // "ring", "nvls_tree"
	Protocol  string // "ll", "ll128", "simple"
	Channels  int    // 0 = it did not say
}

// Since 2.22 or so, and before: "AllReduce: 8 Bytes -> Algo RING proto LL channel{Lo..Hi}={0..3}", "8 Bytes -> Algo 1 proto 0 time 9.8".
var aboutChoice = regexp.MustCompile(`(\d+) Bytes -> Algo (\w+) proto (\w+)(?: channel\{Lo\.\.Hi\}=\{(\d+)\.\.(\d+)\})?`)

// The numbers by which NCCL called them.
var (
	numberedAlgorithms = []string{"tree", "ring", "collnet_direct", "collnet_chain", "nvls", "nvls_tree", "pat"}
	numberedProtocols  = []string{"ll", "ll128", "simple"}
)

// sized is a choice for a size.
type sized struct {
	bytes units.Bytes
	Chosen
}

// chosen looks for choices in a line, be they behind the beginning of a row.
func (r *run) chosen(line string) {
	if !strings.Contains(line, "Bytes -> Algo") {
		return
	}
	for _, m := range aboutChoice.FindAllStringSubmatch(line, -1) {
		s := sized{units.Bytes(integer(m[1])), Chosen{called(m[2], numberedAlgorithms), called(m[3], numberedProtocols), 0}}
		if m[5] != "" {
			s.Channels = max(0, int(min(integer(m[5]), 1<<16)-integer(m[4])+1))
		}
		if n := len(r.choices); n == 0 || r.choices[n-1] != s { // every rank and iteration says it again
			r.choices = append(r.choices, s)
		}
	}
}

// called is the name that a word or a number stands for.
func called(text string, numbered []string) string {
	if n := integer(text); digits(text) && n < int64(len(numbered)) {
		return numbered[n]
	}
	return strings.ToLower(text)
}

// choice is the last one for a size.
func (r *run) choice(n units.Bytes) Chosen {
	for i := len(r.choices) - 1; i >= 0; i-- {
		if r.choices[i].bytes == n {
			return r.choices[i].Chosen
		}
	}
	return Chosen{}
}
