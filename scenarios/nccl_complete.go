package scenarios

// nccl fills in what library nccl is not told, and refuses what other libraries have no use for.
func (r *reader) nccl(n *node, d *draft) {
	if d.Library == ncclLibrary {
		d.Protocol = or(d.Protocol, auto)
		d.NCCL.Launch = or(d.NCCL.Launch, oneProcess)
		if d.Algorithm == "" && n.Get("algorithm") == nil {
			d.Algorithm = auto
		}
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
