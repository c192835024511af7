package scenarios

import (
	"slices"
	"strings"
)

func ncclKeys() []key {
	return []key{
		{"version", "nccl-version", "Which version's constants and rules hold, such as 2.27.3. Left out: the newest that is known.",
			text{func(d *draft) *string { return &d.NCCL.Version }}, anywhere},
		{"launch", "launch", "Who launches kernels: a process for each GPU (process), a thread for each (thread), or one thread for all GPUs of a node, one after the other (single). Left out: process.",
			word{func(*Catalogue) []string { return launches }, func(d *draft) *string { return &d.NCCL.Launch }}, anywhere},
		{"graph", "cuda-graph", "Whether calls are replayed from a CUDA graph, which launches faster. Left out: no.", toggle{func(d *draft) *bool { return &d.NCCL.Graph }}, anywhere},
		{"tuner", "tuner", "Who chooses algorithm and protocol: NCCL's model of costs (nccl), or a vendor's plug-in that knows what is fastest, as simulated here (fastest). Left out: nccl.",
			word{func(*Catalogue) []string { return tuners }, func(d *draft) *string { return &d.NCCL.Tuner }}, anywhere},
		{"gpu", "gpu-class", "The class of GPU whose calibration holds. Left out: that of the preset.",
			word{func(c *Catalogue) []string { return c.GPUClasses }, func(d *draft) *string { return &d.NCCL.GPU }}, anywhere},
		{"network", "network-class", "The class of network whose calibration holds. Left out: that of the transport.",
			word{func(c *Catalogue) []string { return c.NetworkClasses }, func(d *draft) *string { return &d.NCCL.Network }}, anywhere},
		{"calibration", "calibration", "A file of the site's own values, as collsim fit writes it: over those of the classes, under set.", overlay{}, anywhere},
		{"env", "", "Environment variables that NCCL obeys, such as NCCL_ALGO: Ring.", environment{}, anywhere},
	}
}

// toggle is yes or no.
type toggle struct{ into func(*draft) *bool }

func (t toggle) read(r *reader, path string, n *node, d *draft) {
	s, ok := r.scalar(n, path, "yes or no")
	if !ok {
		return
	}
	if s != "yes" && s != "no" {
		r.problem(n.Where, path+": neither yes nor no", s, "yes, no")
		return
	}
	*t.into(d) = s == "yes"
}

func (toggle) schema(*Catalogue) ordered {
	return ordered{{"enum", []any{"yes", "no", true, false}}} // an editor that knows YAML 1.1 takes yes for true
}

// environment is variables by name.
type environment struct{}

func (environment) read(r *reader, path string, n *node, d *draft) {
	if n.Form != mapping {
		r.problem(n.Where, path+": must be a mapping", n.Text, "variable: value, such as NCCL_PROTO: LL")
		return
	}
	for _, f := range n.Fields {
		if s, ok := r.scalar(f.Value, path+"."+f.Name, "a value"); ok {
			d.NCCL.Env = append(d.NCCL.Env, EnvVar{Name: f.Name, Value: s, Where: f.Value.Where.String()})
		}
	}
	slices.SortFunc(d.NCCL.Env, func(a, b EnvVar) int { return strings.Compare(a.Name, b.Name) })
}

func (environment) schema(*Catalogue) ordered {
	return ordered{{"type", "object"}, {"additionalProperties", ordered{{"type", []string{"string", "integer"}}}}}
}

// algorithmWords are the names that the key algorithm takes: auto where there is a library that chooses.
func (c *Catalogue) algorithmWords() []string {
	if slices.Contains(c.Libraries, ncclLibrary) {
		return append(c.algorithms(""), auto)
	}
	return c.algorithms("")
}
