package host

import (
	"math/bits"

	"collsim/sim/units"
)

// Kernel is how thread blocks of a GPU move data by themselves, as NCCL's do: a lane is one block. The zero value is that
// of libraries whose lanes have no time of their own to copy.
type Kernel struct {
	Block    units.Rate     // at which a block copies or combines what it receives or sends, in one pass; 0 = as fast as it comes
	Piece    units.Duration // and what it does besides for each message: flags, fences, its loop
	NetBlock units.Rate     // the same of what it exchanges with other nodes, which may be by another protocol
	NetPiece units.Duration
	Lines    bool // inside a node a message is handed on line by line, each with its flag; else when it is whole

	Seat     units.Duration // for a message that it hands to or takes from a switch of its node, instead of both
	Gap      units.Duration // in which a link inside a node idles between messages, because all blocks of a rank pause at a time
	Hop      units.Duration // inside a node: from a message's last byte to the block that sees its flag
	NetHop   units.Duration // between nodes: clear to send, post, completion poll, flush
	NetRise  units.Duration // and so much more for messages of more than NetEager bytes of payload
	NetEager units.Bytes
	NetRead  units.Duration // and so much more for those beyond Inline, which the NIC reads first
	NetLate  units.Duration // and so much more for those beyond the window of a connection: they may come before they are expected

	Flags    Ratio // bytes that are written for a byte of payload: the protocol's flags
	NetFlags Ratio // the same between nodes
	Wire     Ratio // bytes whose time a message takes of links inside a node, flags and what kernels make of links included, to its payload
	SeatWire Ratio // the same to and from a switch of the node
	NetWire  Ratio // the same between nodes

	ProxyRate units.Rate     // at which the proxy thread itself moves payload; 0 = it only posts
	Inline    units.Bytes    // messages between nodes of at most so many bytes of payload are put into the command,
	Fetch     units.Duration // for which the thread fetches them from the GPU
	Buffered  units.Bytes    // messages of at most so many bytes of payload that come before they are expected the receiver's thread copies, too

	Start   units.Duration // of a collective by the switches of a node, before its first message; protocol
	Enqueue units.Duration // of a group of sends and receives, before the kernel is launched; library
	Issue   units.Duration // a process needs so long to launch one collective on all its GPUs: none is over earlier when they follow one another
}

// Pass is how long a block copies or combines a message of n bytes.
func (k *Kernel) Pass(n units.Bytes) units.Duration { return over(k.Block, n) + k.Piece }

// NetPass is Pass for a message between nodes.
func (k *Kernel) NetPass(n units.Bytes) units.Duration { return over(k.NetBlock, n) + k.NetPiece }

// Driving is how long the proxy thread moves n bytes of payload itself.
func (k *Kernel) Driving(n units.Bytes) units.Duration {
	d := over(k.ProxyRate, n)
	if 0 < n && n <= k.Inline {
		d += k.Fetch
	}
	return d
}

// Ratio is a positive rational number. The zero value is 1.
type Ratio struct{ Num, Den int64 }

// Of is n times r, rounded up.
func (r Ratio) Of(n units.Bytes) units.Bytes {
	if r.Num == r.Den {
		return n
	}
	hi, lo := bits.Mul64(uint64(n), uint64(r.Num))
	q, rem := bits.Div64(hi, lo, uint64(r.Den))
	if rem > 0 {
		q++
	}
	return units.Bytes(q)
}

// of is a duration times r, rounded down.
func (r Ratio) of(d units.Duration) units.Duration {
	if r == (Ratio{}) {
		return d
	}
	return units.Duration(r.floor(int64(d)))
}

// floor is n times r, rounded down.
func (r Ratio) floor(n int64) int64 {
	hi, lo := bits.Mul64(uint64(n), uint64(r.Num))
	q, _ := bits.Div64(hi, lo, uint64(r.Den))
	return int64(q)
}

// within is the most payload of which r makes no more than n bytes on the wire.
func (r Ratio) within(n units.Bytes) units.Bytes {
	if r == (Ratio{}) {
		return n
	}
	return units.Bytes(Ratio{r.Den, r.Num}.floor(int64(n)))
}

// times is r times num/den, in lowest terms.
func (r Ratio) times(num, den int64) Ratio {
	if r == (Ratio{}) {
		r = Ratio{1, 1}
	}
	num, den = lowest(num, den)
	a, d := lowest(r.Num, den)
	b, e := lowest(num, r.Den)
	if r = (Ratio{a * b, d * e}); r.Num == r.Den {
		return Ratio{}
	}
	return r
}

// lowest reduces a fraction.
func lowest(num, den int64) (int64, int64) {
	a, b := num, den
	for b != 0 {
		a, b = b, a%b
	}
	return num / a, den / a
}
