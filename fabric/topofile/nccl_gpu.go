package topofile

import (
	"strconv"
	"strings"

	"collsim/sim/input"
	"collsim/sim/units"
)

// card reads a GPU.
func (n *nccl) card(f *found) {
	f.rank = len(n.gpus)
	tag := f.tag
	for _, inner := range f.tag.inner {
		if inner.name == "gpu" {
			tag = inner
			f.rank = n.number(tag, "dev", f.rank)
			break
		}
	}
	f.sm = n.number(tag, "sm", 0)
	n.gpus = append(n.gpus, f)
	if tag == f.tag {
		n.note("assumed: a PCI device of the class of GPUs is one; the file does not say how NVLinks join them")
		return
	}
	for _, inner := range tag.inner {
		target, _ := inner.get("target")
		l := nvlink{from: f, target: strings.ToLower(target), count: n.number(inner, "count", 1), at: inner.place, class: inner.name}
		class, _ := inner.get("tclass")
		switch {
		case l.count < 1 || l.count > 1024:
			n.problem(inner.place, "<"+input.Clip(inner.name)+"> count: out of range", strconv.Itoa(l.count), "1 to 1024")
		case inner.name == "c2c":
			n.c2c(l, inner)
		case inner.name == "nvlink" && strings.HasPrefix(class, cpuClass):
			l.class = "cpu"
			n.toGPU = append(n.toGPU, l)
		case inner.name == "nvlink" && strings.HasPrefix(class, nvswitchClass):
			n.toSwitch = append(n.toSwitch, l)
		case inner.name == "nvlink", inner.name == "xgmi":
			n.toGPU = append(n.toGPU, l)
		default:
			n.problem(inner.place, "unknown tag in <gpu>", "<"+input.Clip(inner.name)+">", "<nvlink>, <c2c>, <xgmi>")
		}
	}
}

// c2c joins a GPU to its CPU. NCCL writes megabytes a second for each link.
func (n *nccl) c2c(l nvlink, e *element) {
	bw := n.number(e, "bw", 0)
	if bw <= 0 {
		n.problem(e.place, "<c2c> bw: must be above 0", "", "MB/s of one link")
		return
	}
	l.from.coherent = true
	l.target, l.rate = l.from.cpu, units.Rate(bw)*units.Rate(l.count)*1_000_000
	n.toGPU = append(n.toGPU, l)
}
