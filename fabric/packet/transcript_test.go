package packet_test

import (
	"fmt"
	"strings"
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/fabric/packet"
	"collsim/sim/units"

	"github.com/cockroachdb/datadriven"
)

// transcript holds what the commands of a file of testdata have said so far.
type transcript struct {
	graph *fabric.Graph
	posts []fabrictest.Post
	net   fabric.Net
}

// The files of testdata are stories about ports. Run with -rewrite to write them anew, and read the difference.
//
//	fabric star gpus=N rate=R wire=D switch=D packet=B buffer=B [queueing=input] [arbitration=oldest-first]
//	send at=D from=RANK to=RANK bytes=B
//	run        one line a message: where its time went, in picoseconds, zeros left out
//	ports      one line a port that sent something
func TestTranscripts(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		s := &transcript{}
		datadriven.RunTest(t, path, func(t *testing.T, td *datadriven.TestData) string {
			switch td.Cmd {
			case "fabric":
				return s.fabric(t, td)
			case "send":
				return s.send(t, td)
			case "run":
				return s.run(t)
			case "ports":
				return s.ports()
			}
			t.Fatalf("%s: no command %s; valid are fabric, send, run, ports", td.Pos, td.Cmd)
			return ""
		})
	})
}

func (s *transcript) fabric(t *testing.T, td *datadriven.TestData) string {
	cable, box := fabrictest.Cable(), fabrictest.Box("switch")
	cable.Rate = value(t, td, "rate", units.ParseRate)
	cable.Latency = value(t, td, "wire", units.ParseDuration)
	cable.Buffer = value(t, td, "buffer", units.ParseBytes)
	box.Latency = value(t, td, "switch", units.ParseDuration)
	if td.HasArg("queueing") {
		box.Queueing = fabric.Input
	}
	if td.HasArg("arbitration") {
		box.Arbitration = fabric.OldestFirst
	}
	var gpus int
	td.ScanArgs(t, "gpus", &gpus)
	s.graph = fabrictest.Star(gpus, cable, box)
	s.graph.Packet = value(t, td, "packet", units.ParseBytes)
	s.posts = nil
	return fmt.Sprintf("%d links, %v %v\n", len(s.graph.Links), box.Queueing, box.Arbitration)
}

// value is the argument of a command that parse makes a quantity of.
func value[Q any](t *testing.T, td *datadriven.TestData, key string, parse func(string) (Q, error)) Q {
	var text string
	td.ScanArgs(t, key, &text)
	q, err := parse(text)
	if err != nil {
		t.Fatalf("%s: %s: %v", td.Pos, key, err)
	}
	return q
}

func (s *transcript) send(t *testing.T, td *datadriven.TestData) string {
	var from, to int
	td.ScanArgs(t, "from", &from)
	td.ScanArgs(t, "to", &to)
	at := units.Time(value(t, td, "at", units.ParseDuration))
	s.posts = append(s.posts, fabrictest.Post{At: at, Route: fabrictest.StarRoute(from, to), Bytes: value(t, td, "bytes", units.ParseBytes)})
	return ""
}

func (s *transcript) run(t *testing.T) string {
	p := fabrictest.Play(t, builder(packet.Options{}), s.graph, s.posts, 0, nil)
	s.net = p.Net
	var b strings.Builder
	for i, a := range p.Arrivals {
		fmt.Fprintf(&b, "%d: done %d", i, a.At)
		tr := a.Transit
		for _, part := range []struct {
			name string
			d    units.Duration
		}{{"serialize", tr.Serialize}, {"propagate", tr.Propagate}, {"queue", tr.Queue}, {"arbitrate", tr.Arbitrate}, {"hol", tr.HeadOfLine}, {"backpressure", tr.Backpressure}} {
			if part.d != 0 {
				fmt.Fprintf(&b, " %s %d", part.name, part.d)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func (s *transcript) ports() string {
	var b strings.Builder
	for l := range s.graph.Links {
		if c := s.net.Counters(fabric.LinkID(l)); c.Packets > 0 {
			fmt.Fprintf(&b, "%s: %d packets, %d bytes, busy %d, starved %d\n", s.graph.LinkName(fabric.LinkID(l)), c.Packets, c.Bytes, c.Busy, c.Starved)
		}
	}
	return b.String()
}
