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
	who  []uint64 // a bit a GPU
}

func single(part, gpu, gpus int32) *value {
	v := &value{part: part, who: make([]uint64, (gpus+63)/64)}
	v.who[gpu/64] = 1 << (gpu % 64)
	return v
}

// plus is the sum of two chunks, or what is wrong with it.
func (v *value) plus(w *value) (*value, string) {
	if v.part != w.part {
		return nil, fmt.Sprintf("adds %s to %s", w, v)
	}
	sum := &value{part: v.part, who: make([]uint64, len(v.who))}
	for i := range v.who {
		if both := v.who[i] & w.who[i]; both != 0 {
			return nil, fmt.Sprintf("adds %s to %s: the contribution of gpu %d would be in twice", w, v, i*64+bits.TrailingZeros64(both))
		}
		sum.who[i] = v.who[i] | w.who[i]
	}
	return sum, ""
}

// count of contributions.
func (v *value) count() (n int) {
	for _, w := range v.who {
		n += bits.OnesCount64(w)
	}
	return n
}

// String names the part and the GPUs that are in.
func (v *value) String() string {
	var in []string
	for i := range len(v.who) * 64 {
		if v.who[i/64]>>(i%64)&1 == 1 {
			in = append(in, fmt.Sprint(i))
		}
	}
	const most = 8
	if len(in) > most {
		in = append(in[:most], "...")
	}
	return fmt.Sprintf("part %d of %s", v.part, strings.Join(in, "+"))
}
