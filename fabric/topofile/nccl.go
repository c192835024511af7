package topofile

import (
	"slices"
	"strconv"
	"strings"

	"collsim/sim/input"
	"collsim/sim/units"
)

// nccl reads a topology of NCCL.
type nccl struct {
	server
	problems input.Problems
	gpus     []*found
	nics     int
	nets     []string
	bridges  int
	cpus     []string
	sockets  []units.Rate
	hosts    []string // host_hash of each CPU
	byBus    map[string]*found
	toSwitch []nvlink
	toGPU    []nvlink
}

// found is a device of the file, with what it hangs on.
type found struct {
	tag   *element // gpu, nic or pci
	above string
	rate  units.Rate
	said  bool // the file states the rate
	rank  int
	name  string
	sm    int
	cpu   string

	coherent bool // a GPU that reaches its CPU by C2C
}

type nvlink struct {
	from   *found
	target string
	count  int
	rate   units.Rate // of c2c, which states it
	at     input.Where
	class  string
}

// importNCCL makes a server of NCCL's topology file.
func importNCCL(file string, data []byte, o Import) (*Document, input.Problems) {
	root, problems := parseXML(file, data)
	if len(problems) > 0 {
		return nil, problems
	}
	n := &nccl{byBus: map[string]*found{}}
	switch root.name {
	case "system":
	case "graphs":
		n.problem(root.place, "this file holds what NCCL searched out, not what there is", "<graphs>", "the file of NCCL_TOPO_DUMP_FILE, <system>")
		return nil, n.problems
	default:
		n.problem(root.place, "not a topology of NCCL", "<"+root.name+">", "<system version=\"1\">")
		return nil, n.problems
	}
	for i, e := range root.inner {
		if e.name != "cpu" {
			n.problem(e.place, "unknown tag in <system>", "<"+input.Clip(e.name)+">", "<cpu>")
			continue
		}
		n.cpu(e, i)
	}
	n.name(o)
	n.join()
	if len(n.gpus) == 0 && len(n.problems) == 0 {
		n.problem(root.place, "there is no GPU in the file", "", "<gpu>, or <pci class=\"0x0302..\">")
	}
	if len(n.problems) > 0 {
		return nil, n.problems.Sorted()
	}
	return n.document("", o), nil
}

func (n *nccl) problem(at input.Where, what, text, valid string) {
	if len(n.problems) <= mostProblems {
		n.problems = append(n.problems, input.Problem{Where: at, What: what, Text: text, Valid: valid})
	}
}

// number reads an attribute, decimal or hexadecimal.
func (n *nccl) number(e *element, name string, otherwise int) int {
	text, ok := e.get(name)
	if !ok || text == "" {
		return otherwise
	}
	whole, fraction, _ := strings.Cut(text, ".")
	if strings.Trim(fraction, "0123456789") != "" {
		whole = text
	}
	v, err := strconv.ParseInt(whole, 0, 32)
	if err != nil {
		n.problem(e.place, "<"+input.Clip(e.name)+"> "+name+": not a number", text, "a whole number")
		return otherwise
	}
	return int(v)
}

// cpu reads a NUMA node and all that hangs on it. Numbers of NUMA nodes that are missing or stand twice give way to the
// order of the file.
func (n *nccl) cpu(e *element, at int) {
	name := "cpu" + strconv.Itoa(at)
	if id := n.number(e, "numaid", -1); id >= 0 && id < 1<<16 && !slices.Contains(n.cpus, "cpu"+strconv.Itoa(id)) {
		name = "cpu" + strconv.Itoa(id)
	}
	for i := at; slices.Contains(n.cpus, name); i++ {
		name = "cpu" + strconv.Itoa(i)
	}
	n.cpus = append(n.cpus, name)
	n.sockets = append(n.sockets, n.socket(e))
	host, _ := e.get("host_hash")
	n.hosts = append(n.hosts, host)
	for _, inner := range e.inner {
		n.below(inner, name, name)
	}
}

// socket is what NCCL takes the links between this CPU and others to carry, in its version 2.30.
func (n *nccl) socket(e *element) units.Rate {
	arch, _ := e.get("arch")
	vendor, _ := e.get("vendor")
	family, model := n.number(e, "familyid", 0), n.number(e, "modelid", 0)
	switch {
	case arch == "arm64":
		return 6 * gigabyte
	case arch == "ppc64":
		return 32 * gigabyte
	case vendor == "AuthenticAMD":
		return 16 * gigabyte
	case vendor == "GenuineIntel":
		for _, m := range intelModels {
			if family == 6 && model >= m.from {
				return m.rate
			}
		}
	}
	return 0
}

// intelModels are from which model on, of family 6, sockets are taken to be joined at a rate, and one such model.
var intelModels = []struct {
	from, one int
	rate      units.Rate
}{{0xCF, 0xCF, 40 * gigabyte}, {0x8F, 0x8F, 22 * gigabyte}, {0x55, 0x55, 10 * gigabyte}, {0, 0x4F, 6 * gigabyte}}

// below reads a tag under a CPU or a PCIe switch.
func (n *nccl) below(e *element, above, cpu string) {
	switch e.name {
	case "pci":
		n.pci(e, above, cpu)
	case "nic":
		n.nic(&found{tag: e, above: above, cpu: cpu})
	default:
		n.problem(e.place, "unknown tag in <cpu>", "<"+input.Clip(e.name)+">", "<pci>, <nic>")
	}
}
