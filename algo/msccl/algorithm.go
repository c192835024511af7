package msccl

import (
	"strconv"

	"collsim/algo"
)

// Buffer is one of the three that a GPU has.
type Buffer uint8

// The buffers.
const (
	Input Buffer = iota
	Output
	Scratch
	buffers
)

var bufferNames = [buffers]string{"i", "o", "s"}

func (b Buffer) String() string { return bufferNames[b] }

// Kind is what a step does.
type Kind uint8

// The kinds, by their names in the XML.
const (
	Send                  Kind = iota // s
	Receive                           // r
	ReceiveCopySend                   // rcs
	ReceiveReduceSend                 // rrs
	ReceiveReduceCopy                 // rrc
	ReceiveReduceCopySend             // rrcs
	Copy                              // cpy
	Reduce                            // re
	Nop                               // nop
	kinds
)

var kindNames = [kinds]string{"s", "r", "rcs", "rrs", "rrc", "rrcs", "cpy", "re", "nop"}

func (k Kind) String() string { return kindNames[k] }

func (k Kind) sends() bool {
	return k == Send || k == ReceiveCopySend || k == ReceiveReduceSend || k == ReceiveReduceCopySend
}

func (k Kind) receives() bool { return k >= Receive && k <= ReceiveReduceCopySend }

// combines reports whether a step adds to what is at its source or destination.
func (k Kind) combines() bool {
	return k == ReceiveReduceSend || k == ReceiveReduceCopy || k == ReceiveReduceCopySend || k == Reduce
}

// Where is a run of chunks of a buffer. Offset -1 = it is not used.
type Where struct {
	Buffer Buffer
	Offset int32
}

// Step is one step of a thread block.
type Step struct {
	Kind     Kind
	Src, Dst Where
	Count    int32 // chunks
	Block    int32 // thread block of this GPU that must have finished a step first; -1 = none
	After    int32 // that step
	Awaited  bool  // some block waits for this step
	Line     int   // of the file
}

// Block is a thread block.
type Block struct {
	Send, Recv int32 // peers; -1 = it has none
	Channel    int32
	Steps      []Step
	Line       int
}

// GPU is what one rank does, and how many chunks its buffers have.
type GPU struct {
	Chunks [buffers]int32
	Blocks []Block
	Line   int
}

// Algorithm is a file.
type Algorithm struct {
	File       string
	Name       string
	Protocol   string // Simple, LL, LL128
	Collective algo.Collective
	Custom     string // what the file calls a collective that has no name here; then there is nothing to prove its result by
	Chunks     int32  // the buffer is cut into: chunks of a loop
	Channels   int32
	InPlace    bool // input and output are one buffer
	GPUs       []GPU
	LeastBytes int64 // the sizes that it is meant for; 0 and 0 = any
	MostBytes  int64
}

// place is a step of the algorithm.
type place struct{ gpu, block, step int32 }

func (a *Algorithm) at(p place) *Step { return &a.GPUs[p.gpu].Blocks[p.block].Steps[p.step] }

// String is what messages call a step.
func (p place) String() string {
	return "gpu " + strconv.Itoa(int(p.gpu)) + ", thread block " + strconv.Itoa(int(p.block)) + ", step " + strconv.Itoa(int(p.step))
}
