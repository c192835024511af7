package algo

import "fmt"

// Fold is a group of displacements of ranks that leaves a run as it is, so that one rank of each class stands for all.
// Rank r is number r mod Stride of copy r / Stride; element j moves copy o to o + j, modulo the number of copies, or to
// o xor j. No element but the first leaves any rank where it is. Ranks 0..Stride-1 are the representatives.
type Fold struct {
	Ranks  int32
	Stride int32 // divides Ranks; with Xor both are powers of two
	Xor    bool
}

// Copies is how many ranks each representative stands for.
func (f Fold) Copies() int32 { return f.Ranks / f.Stride }

// Rep is the representative of a rank.
func (f Fold) Rep(q int32) int32 { return q % f.Stride }

// Seen is who Rep(q) sees sending when r sends to q: r, moved as q has to be moved to become its representative.
func (f Fold) Seen(r, q int32) int32 {
	away := q - q%f.Stride
	if f.Xor {
		return r ^ away
	}
	return mod(r-away, f.Ranks)
}

// Image is where the element moves a rank.
func (f Fold) Image(rank, element int32) int32 {
	if f.Xor {
		return rank ^ element*f.Stride
	}
	return int32((int64(rank) + int64(element)*int64(f.Stride)) % int64(f.Ranks))
}

// Between is the element that moves as before does once after has been undone.
func (f Fold) Between(before, after int32) int32 {
	if f.Xor {
		return before ^ after
	}
	return mod(before-after, f.Copies())
}

// Name is the group in words.
func (f Fold) Name() string {
	if f.Xor {
		return fmt.Sprintf("exclusive or by multiples of %d", f.Stride)
	}
	return fmt.Sprintf("rotation by %d", f.Stride)
}
