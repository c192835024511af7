package topofile

import (
	"slices"
	"strconv"
	"strings"

	"collsim/fabric"
	"collsim/sim/input"
	"collsim/sim/units"
)

// pcieSpeeds are the gigatransfers a second of PCIe, by generation. Rates are those after coding, headers included; NCCL
// plans with three quarters of them.
var pcieSpeeds = []string{"2.5", "5", "8", "16", "32", "64"}

// lane is the rate of a PCIe lane by NCCL's words: "16.0 GT/s PCIe", "8 GT/s".
func lane(speed string) (units.Rate, bool) {
	number, _, _ := strings.Cut(speed, " ")
	at := slices.Index(pcieSpeeds, strings.TrimSuffix(number, ".0"))
	if at < 0 {
		return 0, false
	}
	return fabric.LaneRate(at + 1), true
}

// The classes of PCI devices, by the start of their codes.
const (
	bridgeClass   = "0x0604"
	nvswitchClass = "0x0680"
	cpuClass      = "0x068001" // of an NVLink that leads to a CPU
	gpuClass      = "0x03"
	nicClass      = "0x02"
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

func (n *nccl) pci(e *element, above, cpu string) {
	class, _ := e.get("class")
	f := &found{tag: e, above: above, cpu: cpu}
	f.rate, f.said = n.pcie(e)
	if bus, ok := e.get("busid"); ok && bus != "" {
		if n.byBus[strings.ToLower(bus)] != nil {
			n.problem(e.place, "<pci> busid: stands twice", bus, "each device once")
		}
		n.byBus[strings.ToLower(bus)] = f
	}
	gpus, nics := 0, 0
	for _, inner := range e.inner {
		switch inner.name {
		case "gpu":
			gpus++
		case "nic":
			nics++
		}
	}
	switch {
	case gpus > 0 || strings.HasPrefix(class, gpuClass):
		n.card(f)
	case nics > 0 || strings.HasPrefix(class, nicClass):
		n.nic(f)
	case strings.HasPrefix(class, nvswitchClass):
	case strings.HasPrefix(class, bridgeClass), class == "" && len(e.inner) > 0:
		n.bridge(f)
	default:
		n.note("left out: a PCI device of class %s", input.Clip(oneLine(class)))
	}
}

// pcie is the rate of a PCI device's link upwards; said is false where the file states no speed.
func (n *nccl) pcie(e *element) (rate units.Rate, said bool) {
	width := n.number(e, "link_width", 0)
	if width <= 0 || width > 64 {
		if text, _ := e.get("link_width"); text != "" {
			n.note("assumed: %s is no width of a PCIe link; 16 lanes, as NCCL does", input.Clip(oneLine(text)))
		}
		width = 16
	}
	speed, _ := e.get("link_speed")
	if speed == "" {
		return 0, false
	}
	per, ok := lane(speed)
	if !ok {
		n.note("%q is not a speed of PCIe; 8 GT/s is assumed, as NCCL does", input.Clip(oneLine(speed)))
		per, _ = lane("8")
	}
	return per * units.Rate(width), true
}

func (n *nccl) bridge(f *found) {
	before := len(n.gpus) + n.nics
	at := len(n.devices)
	f.name = "pcie" + strconv.Itoa(n.bridges)
	n.bridges++
	n.add(fabric.PCIeSwitch, f.name)
	n.wirePCIe(f)
	for _, inner := range f.tag.inner {
		switch inner.name {
		case "pcilink":
			if target, ok := inner.get("target"); ok {
				n.note("left out: a PCIe link that leads round the tree, to %s", input.Clip(oneLine(target)))
			}
		case "pci", "nic":
			n.below(inner, f.name, f.cpu)
		default:
			n.problem(inner.place, "unknown tag in <pci>", "<"+input.Clip(inner.name)+">", "<pci>, <gpu>, <nic>")
		}
	}
	if len(n.gpus)+n.nics == before { // nothing that takes part hangs on it
		gone := n.devices[at:]
		n.links = slices.DeleteFunc(n.links, func(l Link) bool {
			return slices.ContainsFunc(gone, func(d Device) bool { return d.Names == l.From })
		})
		n.devices = n.devices[:at]
		n.bridges -= len(gone)
	}
}

func (n *nccl) wirePCIe(f *found) {
	if f.said {
		n.wire(f.name, f.above, "pcie", rateOf(f.rate))
		if f.rate < gigabyte {
			n.note("%s to %s carries %s only: virtual machines hide the true speed of PCIe; correct it by hand", f.name, f.above, f.rate.Short())
		}
		return
	}
	n.wire(f.name, f.above, "pcie")
}

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

// nic reads a NIC. Its nets are ports of one card.
func (n *nccl) nic(f *found) {
	var nets []*element
	var walk func(e *element)
	walk = func(e *element) {
		for _, inner := range e.inner {
			switch inner.name {
			case "net":
				nets = append(nets, inner)
			case "nic":
				walk(inner)
			}
		}
	}
	walk(f.tag)
	for _, net := range nets {
		name, _ := net.get("name")
		if name != "" && slices.Contains(n.nets, name) {
			n.note("left out: NIC %s stands under several CPUs; the first counts", input.Clip(oneLine(name)))
			return
		}
		n.nets = append(n.nets, name)
	}
	f.name = "nic" + strconv.Itoa(n.nics)
	n.nics++
	n.add(fabric.NIC, f.name)
	n.wirePCIe(f)
	up := uplink{nic: f.name}
	var rate units.Rate
	for _, net := range nets {
		speed := n.number(net, "speed", 0)
		if speed <= 0 {
			if speed < 0 {
				n.note("assumed: %d is no speed of a NIC; it has 10 Gb/s, as NCCL does", speed)
			} else {
				n.note("assumed: a NIC without a speed has 10 Gb/s, as NCCL does")
			}
			speed = 10_000
		}
		rate += units.Rate(speed) * 125_000 // Mb/s
		name, _ := net.get("name")
		up.note = strings.TrimSpace(up.note + " " + input.Clip(oneLine(name)))
		if latency, ok := net.get("latency"); ok {
			n.latency(net, latency, &up)
		}
	}
	if rate > 0 {
		up.figures = append([]fabric.Setting{rateOf(rate)}, up.figures...)
	}
	n.server.nics = append(n.server.nics, up)
}

// latency is what a plug-in states of a net, in microseconds; 0 says nothing.
func (n *nccl) latency(net *element, text string, up *uplink) {
	d, err := units.ParseDuration(text + " us")
	switch {
	case err != nil || d > units.Second:
		n.problem(net.place, "<net> latency: not a latency", text, "microseconds")
	case d > 0 && len(up.figures) == 0:
		up.figures = append(up.figures, fabric.Setting{Name: "latency", Value: fabric.DurationOf(d)})
	}
}
