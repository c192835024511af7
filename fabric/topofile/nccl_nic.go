package topofile

import (
	"slices"
	"strconv"
	"strings"

	"collsim/fabric"
	"collsim/sim/input"
	"collsim/sim/units"
)

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
