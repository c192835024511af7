package msccl

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"collsim/algo"
	"collsim/sim/input"
)

// Limits of what is read: more than any machine has.
const (
	MostGPUs   = 4096
	mostChunks = 1 << 24
	mostSteps  = 1 << 22 // of all blocks
)

// mostProblems is how many are worth reading.
const mostProblems = 100

// reader goes over the elements of a file.
type reader struct {
	file     string
	decoder  *xml.Decoder
	a        Algorithm
	gpus     int64 // that the file says it has
	steps    int
	open     []string // elements
	line     int
	column   int
	problems input.Problems
}

// Parse reads a file. Everything that is wrong with it, as far as that can be told without playing it, is in its error: an
// [input.Problems], or a *Fault of such.
func Parse(file string, data []byte) (*Algorithm, error) {
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
	if r.a.Name == "" && len(r.problems) == 0 {
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
	if s := (*xml.SyntaxError)(nil); errors.As(err, &s) {
		r.line, r.column = s.Line, 1
		r.wrong("this is no XML: "+s.Msg, "", "")
		return
	}
	r.wrong("this is no XML: "+err.Error(), "", "")
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
	r.open = append(r.open, name)
	if parent, known := within[name]; !known || parent != outer {
		r.wrong("this element does not belong here", "<"+name+">", "<algo>, in it <gpu>, in it <tb>, in it <step>")
		return
	}
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
	r.a.InPlace = a.number("inplace", 0, 1, 0) == 1
	r.a.LeastBytes = a.number("minBytes", 0, 1<<62, 0)
	r.a.MostBytes = a.number("maxBytes", 0, 1<<62, 0)
	a.known("outofplace", "redop", "nthreads", "outofplaceonly")
}

func (r *reader) gpu(a *attributes) {
	if id := a.number("id", 0, MostGPUs, -1); id != int64(len(r.a.GPUs)) {
		r.wrong("gpu: ids follow one another from 0", strconv.FormatInt(id, 10), strconv.Itoa(len(r.a.GPUs)))
	}
	g := GPU{Line: r.line}
	for b, name := range [buffers]string{"i_chunks", "o_chunks", "s_chunks"} {
		g.Chunks[b] = int32(a.number(name, 0, mostChunks, 0))
	}
	a.known()
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
	a.known()
	b.Steps = append(b.Steps, s)
}

// attributes are those of one element, which are asked for one by one.
type attributes struct {
	reader  *reader
	element string
	of      []xml.Attr
	asked   []string
}

func (a *attributes) word(name, otherwise string) string {
	a.asked = append(a.asked, name)
	for _, x := range a.of {
		if x.Name.Local == name {
			return x.Value
		}
	}
	return otherwise
}

// number reads a whole number; otherwise is what it is where the element leaves it out, and below least it must not.
func (a *attributes) number(name string, least, most, otherwise int64) int64 {
	text := a.word(name, "")
	if text == "" && otherwise >= least {
		return otherwise
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least || n > most {
		what := "this is no whole number"
		if text == "" {
			what = "this is missing"
		}
		a.reader.wrong(fmt.Sprintf("%s: %s: %s", a.element, name, what), text, fmt.Sprintf("%d to %d", least, most))
		return max(least, 0)
	}
	return n
}

// one is which of some words an attribute is.
func (a *attributes) one(name string, words []string, needed bool) int {
	text := a.word(name, "")
	for i, w := range words {
		if w == text {
			return i
		}
	}
	if text != "" || needed {
		a.reader.wrong(fmt.Sprintf("%s: %s: there is no such", a.element, name), text, strings.Join(words, ", "))
	}
	return -1
}

func (a *attributes) where(buffer, offset string, otherwise Where) Where {
	b := a.one(buffer, bufferNames[:], false)
	off := a.number(offset, -1, mostChunks, int64(otherwise.Offset))
	if b < 0 {
		return otherwise
	}
	return Where{Buffer(b), int32(off)}
}

// known refuses attributes that were not asked for, but for some that mean nothing here: a mistyped depid would be a
// dependency lost.
func (a *attributes) known(others ...string) {
	for _, x := range a.of {
		found := false
		for _, n := range append(others, a.asked...) {
			found = found || n == x.Name.Local
		}
		if !found {
			a.reader.wrong(a.element+": there is no attribute of this name", x.Name.Local, strings.Join(a.asked, ", "))
		}
	}
}
