package fabric

import (
	"fmt"
	"strings"
)

// Remark is something that a user should know about a Spec: an error or a warning.
type Remark struct {
	Where string // preset, nodes, gpus_per_node, network, set.<name>, down.<link>
	Text  string
}

// Problems is everything that is wrong with a Spec, in the order of its fields.
type Problems []Remark

func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i := range p {
		lines[i] = "fabric." + p[i].Where + ": " + p[i].Text
	}
	return strings.Join(lines, "\n")
}

func (p *Problems) add(where, format string, args ...any) {
	*p = append(*p, Remark{where, fmt.Sprintf(format, args...)})
}
