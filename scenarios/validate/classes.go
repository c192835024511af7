package validate

import (
	"fmt"
	"slices"
	"strings"

	"collsim/fabric"
	"collsim/scenarios/calibration"
)

// about says which machines a class is.
var about = map[string]string{
	"v100": "V100 with NVLink 2", "a100": "A100 with NVLink 3", "h100": "H100 and H200 with NVLink 4", "gh200": "GH200 with NVLink 4",
	"b200": "B200 with NVLink 5", "gb200": "GB200 in a rack of one NVLink domain", "pcie": "GPUs on PCIe that reach one another through host memory",
	"pcie-p2p":       "GPUs on PCIe that reach one another by themselves",
	"infiniband-hdr": "InfiniBand at 200 Gb/s a port", "infiniband-ndr": "InfiniBand at 400 Gb/s a port", "roce": "RoCE at 400 Gb/s a port",
	"efa-v1": "EFA of A100 servers on AWS", "efa-v2": "EFA of H100 servers on AWS", "tcpx": "GPUDirect-TCPX on Google Cloud", "tcpxo": "GPUDirect-TCPXO on Google Cloud",
	"slingshot": "Slingshot 11 through libfabric", "slingshot-software": "Slingshot 11 through libfabric, with messages matched in software (FI_CXI_RX_MATCH_MODE=software)",
	"sockets": "TCP sockets",
}

// Classes are the calibrations that numbers make, fitted or not, ordered by kind and name.
func (m *Model) Classes(f *Fitted) []*calibration.Class {
	var all []*calibration.Class
	for _, kind := range []string{calibration.GPU, calibration.Network} {
		for _, name := range m.classNames(kind) {
			c := &calibration.Class{Kind: kind, Name: name, About: about[name]}
			for j := range m.Numbers {
				if n := &m.Numbers[j]; n.Kind == kind && slices.Contains(n.Classes, name) {
					c.Values = append(c.Values, m.value(j, f))
				}
			}
			slices.SortFunc(c.Values, func(a, b calibration.Value) int { return strings.Compare(a.Parameter, b.Parameter) })
			all = append(all, c)
		}
	}
	return all
}

func (m *Model) classNames(kind string) []string {
	var names []string
	for _, n := range m.Numbers {
		if n.Kind == kind {
			names = append(names, n.Classes...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// value is one number in a class: between the wider of what its fit knows and what sites differ by.
func (m *Model) value(j int, f *Fitted) calibration.Value {
	n := &m.Numbers[j]
	at, low, high := m.Start[j], m.Start[j]/n.Site, m.Start[j]*n.Site
	source := n.Origin + "; not fitted"
	if f != nil {
		at, low, high = f.Values[j], f.Values[j]/n.Site, f.Values[j]*n.Site
		if k := f.Known[j]; k != nil {
			low, high = min(low, k.Low), max(high, k.High)
			source = fmt.Sprintf("fitted to sweeps %s; prior %s: %s", strings.Join(f.Tables[j], " "), n.Start, n.Origin)
		}
	}
	return calibration.Value{Parameter: n.Parameter.Name, Value: n.Plain(at), Low: n.Plain(low), High: n.Plain(high), Source: source}
}

// Plain is a value to three digits, as far as the parameter allows it; the start as it is written.
func (n *Number) Plain(value float64) fabric.Value {
	v, digit := n.Start, int64(1)
	if value == float64(v.Int) {
		return v
	}
	for value/float64(digit) >= 1000 {
		digit *= 10
	}
	v.Int = n.Parameter.Nearest(int64(value/float64(digit)+0.5) * digit)
	return v
}
