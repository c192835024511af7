package msccl

import (
	"fmt"
	"math/bits"
	"strings"
)

// value is what a chunk holds, symbolically: a part of the whole buffer, and whose contributions are in. It is never
// changed once made.
type value struct {
	part int32
	gpu  int32    // whose contribution alone it is, where who is nil
	who  []uint64 // a bit a GPU
}

func single(part, gpu int32) *value { return &value{part: part, gpu: gpu} }

// has is the bits of 64 GPUs.
func (v *value) has(word int) uint64 {
	switch {
	case v.who != nil && word < len(v.who):
		return v.who[word]
	case v.who == nil && word == int(v.gpu/64):
		return 1 << (v.gpu % 64)
	}
	return 0
}

// words is how many words of 64 GPUs its bits take.
func (v *value) words() int { return max(len(v.who), int(v.gpu/64)+1) }

// plus is the sum of two chunks, or what is wrong with it.
func (v *value) plus(w *value) (*value, string) {
	if v.part != w.part {
		return nil, fmt.Sprintf("adds %s to %s", w, v)
	}
	sum := &value{part: v.part, who: make([]uint64, max(v.words(), w.words()))}
	for i := range sum.who {
		if both := v.has(i) & w.has(i); both != 0 {
			return nil, fmt.Sprintf("adds %s to %s: the contribution of gpu %d would be in twice", w, v, i*64+bits.TrailingZeros64(both))
		}
		sum.who[i] = v.has(i) | w.has(i)
	}
	return sum, ""
}

// count of contributions.
func (v *value) count() (n int) {
	for i := range v.words() {
		n += bits.OnesCount64(v.has(i))
	}
	return n
}

// String names the part and the GPUs that are in.
func (v *value) String() string {
	var in []string
	for i := range v.words() * 64 {
		if v.has(i/64)>>(i%64)&1 == 1 {
			in = append(in, fmt.Sprint(i))
		}
	}
	const most = 8
	if len(in) > most {
		in = append(in[:most], "...")
	}
	return fmt.Sprintf("part %d of %s", v.part, strings.Join(in, "+"))
}
