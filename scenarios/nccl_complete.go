package scenarios

import (
	"strings"

	"collsim/algo/nccl"
)

// nccl fills in what library nccl is not told, and refuses what other libraries have no use for.
func (r *reader) nccl(n *node, d *draft) {
	if d.Library == ncclLibrary {
		d.Protocol = or(d.Protocol, auto)
		d.NCCL.Launch = or(d.NCCL.Launch, oneProcess)
		if d.NCCL.Tuner == byModel {
			d.NCCL.Tuner = ""
		}
		if d.Fidelity == defaultFidelity {
			d.Fidelity = byMessages // which calibrations go by
		}
		if d.Algorithm == "" && n.Get("algorithm") == nil {
			d.Algorithm = auto
		}
		r.ncclKnows(n, d)
		return
	}
	for _, name := range []string{"protocol", "nccl"} {
		if at := n.Get(name); at != nil {
			r.problem(at.Where, name+": library "+d.Library+" has none", at.Text, "library: "+ncclLibrary)
		}
	}
	if at := n.Get("algorithm"); at != nil && d.Algorithm == auto {
		r.problem(at.Where, "algorithm: library "+d.Library+" does not choose one", auto, "library: "+ncclLibrary+", or one of those of the collective")
		d.Algorithm = ""
	}
}

// ncclKnows checks what library nccl is told.
func (r *reader) ncclKnows(n *node, d *draft) {
	if v, err := nccl.ParseVersion(d.NCCL.Version); err != nil {
		r.problem(n.At("nccl", "version").Where, "nccl.version: "+err.Error(), "", "")
	} else {
		d.NCCL.Version = v.String()
	}
	var env nccl.Env
	for _, v := range d.NCCL.Env {
		if err := env.Set(v.Name, v.Value); err != nil {
			r.problem(n.At("nccl", "env", v.Name).Where, "nccl.env: "+err.Error(), "", "")
		}
	}
	for _, name := range []string{"workload", "jobs", "groups"} {
		if at := n.Get(name); at != nil && (name != "workload" || d.Workload.many()) {
			r.problem(at.Where, name+": library "+ncclLibrary+" performs one collective alone", at.Text, "another library: "+strings.Join(r.others(), ", "))
		}
	}
}

// others are the libraries beside nccl.
func (r *reader) others() []string {
	var names []string
	for _, l := range r.catalogue.Libraries {
		if l != ncclLibrary {
			names = append(names, l)
		}
	}
	return names
}
