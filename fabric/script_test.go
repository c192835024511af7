package fabric

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// TestScripts plays the transcripts under testdata: a fabric is built and asked. Each line below a build is a figure
// that is set or a link that is down. Run with -rewrite to renew them, and read the difference.
func TestScripts(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		var g *Graph
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "build":
				var text string
				g, text = buildScript(t, d)
				return text
			case "devices":
				return devices(g)
			case "links":
				return links(g)
			case "route":
				return routes(t, g, d)
			case "order":
				return order(t, g, d)
			case "levels":
				return levels(g)
			case "latency":
				return latency(t, g, d)
			}
			t.Fatalf("%s: no such command: %s", d.Pos, d.Cmd)
			return ""
		})
	})
}

func buildScript(t *testing.T, d *datadriven.TestData) (*Graph, string) {
	s := Spec{}
	d.MaybeScanArgs(t, "preset", &s.Preset)
	d.MaybeScanArgs(t, "nodes", &s.Nodes)
	d.MaybeScanArgs(t, "gpus", &s.GPUsPerNode)
	d.MaybeScanArgs(t, "network", &s.Network)
	d.MaybeScanArgs(t, "transport", &s.Transport)
	d.MaybeScanArgs(t, "nics", &s.NICs)
	var out strings.Builder
	for line := range strings.Lines(d.Input) {
		verb, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		name, text, _ := strings.Cut(rest, " ")
		switch verb {
		case "down":
			s.Down = append(s.Down, name)
		case "set":
			p, err := ParameterOf(name)
			if err != nil { // Build says it in its own words
				s.Set = append(s.Set, Setting{Name: name})
				continue
			}
			v, err := p.Parse(text)
			if err != nil {
				fmt.Fprintf(&out, "%s: %v\n", name, err)
				continue
			}
			s.Set = append(s.Set, Setting{name, v})
		default:
			t.Fatalf("%s: a build is followed by set and down, not %q", d.Pos, verb)
		}
	}
	g, warnings, err := Build(s)
	if err != nil {
		fmt.Fprintln(&out, err)
		return nil, out.String()
	}
	fmt.Fprintf(&out, "%d ranks, %d NICs, %d devices, %d links, packets of %v\n",
		len(g.GPUs), len(g.NICs), len(g.Devices), len(g.Links), g.Packet)
	for _, w := range warnings {
		fmt.Fprintf(&out, "warning: %s: %s\n", w.Where, w.Text)
	}
	return g, out.String()
}

func devices(g *Graph) string {
	var out strings.Builder
	for _, d := range g.Devices {
		if d.Node > 0 {
			continue // like node 0
		}
		fmt.Fprintf(&out, "%-16s %s", d.Name, d.Kind)
		if d.Kind != GPU {
			fmt.Fprintf(&out, " %v %v %v", d.Latency, d.Queueing, d.Arbitration)
		}
		out.WriteByte('\n')
	}
	return out.String()
}

func links(g *Graph) string {
	var out strings.Builder
	for id := range g.Links {
		l := &g.Links[id]
		if g.Devices[l.From].Node > 0 || g.Devices[l.To].Node > 0 {
			continue // like those of node 0
		}
		fmt.Fprintf(&out, "%-32s %-7s %v %v", g.LinkName(LinkID(id)), l.Medium, l.Rate, l.Latency)
		fmt.Fprintf(&out, " %d+%d B, buffer %v", int64(l.Frame), int64(l.Header), l.Buffer)
		if l.Shared {
			out.WriteString(" shared")
		}
		if l.Down {
			out.WriteString(" down")
		}
		out.WriteByte('\n')
	}
	return out.String()
}

func routes(t *testing.T, g *Graph, d *datadriven.TestData) string {
	var src, dst, channel int
	d.ScanArgs(t, "from", &src)
	d.ScanArgs(t, "to", &dst)
	d.MaybeScanArgs(t, "channel", &channel)
	route, err := g.Route(src, dst, channel)
	if err != nil {
		return err.Error() + "\n"
	}
	if len(route) == 0 {
		return "none needed\n"
	}
	return named(g, route) + "\n"
}

// named writes a route as the devices along it.
func named(g *Graph, route []LinkID) string {
	var names []string
	for i, id := range route {
		l := &g.Links[id]
		if i == 0 {
			names = append(names, g.Devices[l.From].Name)
		}
		names = append(names, g.Devices[l.To].Name)
	}
	return strings.Join(names, " > ")
}

func order(t *testing.T, g *Graph, d *datadriven.TestData) string {
	channels := 1
	d.MaybeScanArgs(t, "channels", &channels)
	var out strings.Builder
	for c, ranks := range g.Order(channels) {
		fmt.Fprintf(&out, "channel %d: %s\n", c, strings.Trim(fmt.Sprint(ranks), "[]"))
	}
	return out.String()
}

func levels(g *Graph) string {
	var out strings.Builder
	for _, l := range g.Levels() {
		fmt.Fprintf(&out, "%-5s %d parts, %v\n", l.Name, l.Parts, l.Egress)
	}
	return out.String()
}

func latency(t *testing.T, g *Graph, d *datadriven.TestData) string {
	if !d.HasArg("from") {
		return fmt.Sprintf("at most %d ps\n", int64(g.MaxLatency(nil)))
	}
	var src, dst int
	d.ScanArgs(t, "from", &src)
	d.ScanArgs(t, "to", &dst)
	if l := g.Latency(src, dst); l != Unreached {
		return fmt.Sprintf("%d ps\n", int64(l))
	}
	return "unreached\n"
}
