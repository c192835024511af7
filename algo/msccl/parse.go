package msccl

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"collsim/algo"
	"collsim/sim/input"
)

// Limits of what is read: more than any machine has.
const (
	MostGPUs   = 4096
	mostChunks = 1 << 22 // of all buffers of all GPUs
	mostSteps  = 1 << 22 // of all blocks
	mostMoved  = 1 << 24 // chunks, by all steps
)

// mostProblems is how many are worth reading.
const mostProblems = 100

// reader goes over the elements of a file.
type reader struct {
	file     string
	decoder  *xml.Decoder
	a        Algorithm
	gpus     int64 // that the file says it has
	chunks   int64
	steps    int
	moved    int64
	open     []string // elements
	line     int
	column   int
	problems input.Problems
}

// Parse reads a file. Everything that is wrong with it, as far as that can be told without playing it, is in its error: an
// [input.Problems], or a *Fault of such.
func Parse(file string, data []byte) (*Algorithm, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff")) // the byte order mark of an editor
	r := reader{file: file, decoder: xml.NewDecoder(bytes.NewReader(data))}
	r.a.File = file
	for len(r.problems) <= mostProblems {
		r.line, r.column = r.decoder.InputPos()
		token, err := r.decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			r.broken(err)
			break
		}
		switch t := token.(type) {
		case xml.StartElement:
			r.begin(t)
		case xml.EndElement:
			r.open = r.open[:len(r.open)-1]
		case xml.CharData:
			if text := strings.TrimSpace(string(t)); text != "" {
				r.wrong("text between elements", text, "elements and their attributes")
			}
		}
	}
	if len(r.problems) == 0 && r.a.Name == "" {
		r.wrong("there is no algorithm", "", `<algo name="..." coll="allreduce" ...> with a <gpu> for every rank`)
	}
	if len(r.problems) > 0 {
		return nil, r.problems
	}
	if problems := r.a.check(r.gpus); len(problems) > 0 {
		return nil, &Fault{problems}
	}
	return &r.a, nil
}

// Fault says that a file reads well, but that what it says cannot be right.
type Fault struct{ input.Problems }

func (f *Fault) Unwrap() error { return f.Problems }

func (r *reader) broken(err error) {
	r.line, r.column = r.decoder.InputPos()
	why := err.Error()
	if s := (*xml.SyntaxError)(nil); errors.As(err, &s) {
		why = s.Msg
	}
	r.wrong("this is no XML: "+printable(why), "", "")
}

// printable leaves out of a text what a terminal would obey: the message may repeat what stands in the file.
func printable(text string) string {
	return strings.Map(func(c rune) rune {
		if c == utf8.RuneError || !strconv.IsPrint(c) {
			return '?'
		}
		return c
	}, text)
}

func (r *reader) wrong(what, text, valid string) {
	at := input.Where{File: r.file, Line: r.line, Column: r.column}
	r.problems = append(r.problems, input.Problem{Where: at, What: what, Text: text, Valid: valid})
}

// within says inside of what an element stands.
var within = map[string]string{"algo": "", "gpu": "algo", "tb": "gpu", "step": "tb", "op": "tb"}

func (r *reader) begin(e xml.StartElement) {
	name, outer := e.Name.Local, ""
	if n := len(r.open); n > 0 {
		outer = r.open[n-1]
	}
	if parent, known := within[name]; !known || parent != outer {
		r.wrong("this element does not belong here", "<"+name+">", "<algo>, in it <gpu>, in it <tb>, in it <step>")
		_ = r.decoder.Skip() // what cannot be read there, the next token tells
		return
	}
	r.open = append(r.open, name)
	a := attributes{reader: r, element: name, of: e.Attr}
	switch {
	case name == "algo" && r.a.Name != "":
		r.wrong("a file holds one algorithm", "<algo>", "")
	case name == "algo":
		r.algorithm(&a)
	case name == "gpu":
		r.gpu(&a)
	case len(r.a.GPUs) == 0:
		return // what was wrong with the gpu has been said
	case name == "tb":
		r.block(&a)
	case len(r.a.GPUs[len(r.a.GPUs)-1].Blocks) == 0:
		return
	default:
		r.step(&a)
	}
}

// collectives of MSCCL.
var collectives = map[string]algo.Collective{
	"allreduce": algo.AllReduce, "allgather": algo.AllGather, "reducescatter": algo.ReduceScatter, "reduce_scatter": algo.ReduceScatter,
	"alltoall": algo.AllToAll, "broadcast": algo.Broadcast, "reduce": algo.Reduce, "gather": algo.Gather, "scatter": algo.Scatter,
	"send": "", "recv": "", "alltoallv": "", "alltonext": "", "custom": "",
}

const knownCollectives = "allreduce, allgather, reducescatter, alltoall, broadcast, reduce, gather, scatter, send, recv, alltoallv, alltonext, custom"

func (r *reader) algorithm(a *attributes) {
	r.a.Name = a.word("name", "")
	if r.a.Name == "" {
		r.a.Name = "unnamed"
	}
	r.a.Protocol = a.word("proto", "Simple")
	if p := r.a.Protocol; p != "Simple" && p != "LL" && p != "LL128" {
		r.wrong("algo: there is no protocol", p, "Simple, LL, LL128")
	}
	coll := a.word("coll", "")
	c, known := collectives[coll]
	if !known {
		r.wrong("algo: there is no collective", coll, knownCollectives)
	}
	if r.a.Collective = c; c == "" {
		r.a.Custom = coll
	}
	r.a.Channels = int32(a.number("nchannels", 1, 1<<10, 1))
	r.a.Chunks = int32(a.number("nchunksperloop", 1, mostChunks, -1))
	r.gpus = a.number("ngpus", 1, MostGPUs, -1)
	if n := r.gpus * int64(r.a.Chunks); n > mostChunks {
		r.wrong("algo: there are too many chunks, nchunksperloop times ngpus", strconv.FormatInt(n, 10), "at most "+strconv.Itoa(mostChunks))
	}
	r.a.InPlace = a.number("inplace", 0, 1, 0) == 1
	r.a.LeastBytes = a.number("minBytes", 0, 1<<62, 0)
	r.a.MostBytes = max(0, a.number("maxBytes", -1, 1<<62, 0)) // -1 is any as well
	a.known("outofplace", "redop", "nthreads", "outofplaceonly")
}

func (r *reader) gpu(a *attributes) {
	if id := a.number("id", 0, MostGPUs, -1); id != int64(len(r.a.GPUs)) {
		r.wrong("gpu: ids follow one another from 0", strconv.FormatInt(id, 10), strconv.Itoa(len(r.a.GPUs)))
	}
	g := GPU{Line: r.line}
	for b, name := range [buffers]string{"i_chunks", "o_chunks", "s_chunks"} {
		g.Chunks[b] = int32(a.number(name, 0, mostChunks, 0))
		r.chunks += int64(g.Chunks[b])
	}
	a.known()
	if r.chunks > mostChunks {
		r.wrong("gpu: there are too many chunks", strconv.FormatInt(r.chunks, 10), strconv.Itoa(mostChunks)+" in all buffers of all GPUs")
		r.chunks = 0 // so that it is said once
	}
	r.a.GPUs = append(r.a.GPUs, g)
}

func (r *reader) block(a *attributes) {
	g := &r.a.GPUs[len(r.a.GPUs)-1]
	if id := a.number("id", 0, mostSteps, -1); id != int64(len(g.Blocks)) {
		r.wrong("tb: ids of a gpu follow one another from 0", strconv.FormatInt(id, 10), strconv.Itoa(len(g.Blocks)))
	}
	b := Block{Line: r.line}
	b.Send = int32(a.number("send", -1, MostGPUs, -2))
	b.Recv = int32(a.number("recv", -1, MostGPUs, -2))
	b.Channel = int32(a.number("chan", 0, 1<<10, 0))
	a.known("rid")
	g.Blocks = append(g.Blocks, b)
}

func (r *reader) step(a *attributes) {
	g := &r.a.GPUs[len(r.a.GPUs)-1]
	b := &g.Blocks[len(g.Blocks)-1]
	if r.steps++; r.steps == mostSteps {
		r.wrong("there are too many steps", "", strconv.Itoa(mostSteps)+" of all GPUs")
	}
	number := "s"
	if a.element == "op" {
		number = "step"
	}
	if n := a.number(number, 0, mostSteps, -1); n != int64(len(b.Steps)) {
		r.wrong("steps of a thread block follow one another from 0", strconv.FormatInt(n, 10), strconv.Itoa(len(b.Steps)))
	}
	s := Step{Line: r.line}
	s.Kind = Kind(a.one("type", kindNames[:], true))
	local := a.where("buf", "off", Where{Offset: -1})
	s.Src = a.where("srcbuf", "srcoff", local)
	s.Dst = a.where("dstbuf", "dstoff", local)
	s.Count = int32(a.number("cnt", 0, mostChunks, 1))
	s.Block = int32(a.number("depid", -1, mostSteps, -1))
	s.After = int32(a.number("deps", -1, mostSteps, -1))
	s.Awaited = a.number("hasdep", 0, 1, 0) == 1
	if s.Block < 0 && s.After >= 0 {
		r.wrong(a.element+": deps: it waits for a step of no thread block", strconv.Itoa(int(s.After)), "-1, or a depid beside it")
	}
	if r.moved += int64(s.Count); r.moved > mostMoved {
		r.wrong(a.element+": the steps move too many chunks", strconv.FormatInt(r.moved, 10), strconv.Itoa(mostMoved)+" of all steps together")
		r.moved = 0
	}
	a.known()
	b.Steps = append(b.Steps, s)
}
