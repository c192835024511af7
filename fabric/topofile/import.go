package topofile

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"collsim/sim/input"
	"collsim/sim/words"
)

// Read reads a file of another program; name is what messages call it. What the file cannot tell is filled in from data
// sheets and presets, and stands in the Notes of the document. The error is Problems, but for what is wrong with o itself.
func (o Import) Read(name string, data []byte) (*Document, error) {
	if _, ok := gpuNamed(o.GPU); !ok && o.GPU != "" {
		return nil, fmt.Errorf("gpu: there is none called %q; the nearest is %s; valid: %s", o.GPU, words.Closest(o.GPU, GPUs()), strings.Join(GPUs(), ", "))
	}
	if o.Nodes < 0 || o.Nodes > 4096 {
		return nil, fmt.Errorf("nodes: %d; valid: 1 to 4096", o.Nodes)
	}
	format := o.Format
	if format == "" {
		format = formatOf(data)
	}
	if !slices.Contains(Formats(), format) {
		return nil, fmt.Errorf("format: there is none called %q; valid: %s", format, strings.Join(Formats(), ", "))
	}
	read := importSMI
	if format == "nccl-xml" {
		read = importNCCL
	}
	d, problems := read(name, data, o)
	if len(problems) > 0 {
		return nil, problems
	}
	w, wrong := d.Wiring()
	if len(wrong) == 0 {
		wrong = w.Check()
	}
	for _, p := range wrong { // what the other program wrote makes no sense as a fabric
		problems = append(problems, input.Problem{Where: spot(name, 1, 1), What: "the fabric of this file does not hold together: " + p.Where + ": " + p.Text})
	}
	if len(problems) > 0 {
		return nil, problems
	}
	return d, nil
}

// formatOf is the form of a file, by its first letter: XML begins with a tag.
func formatOf(data []byte) string {
	if bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n\ufeff"), []byte("<")) {
		return "nccl-xml"
	}
	return "nvidia-smi"
}
