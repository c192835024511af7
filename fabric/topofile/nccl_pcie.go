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
