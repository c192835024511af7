package scenarios

import (
	"slices"

	"collsim/sim/units"
)

// What PyTorch's DistributedDataParallel takes when it is told nothing: kDefaultFirstBucketBytes and bucket_cap_mb.
const (
	defaultFirstBucket = units.MiB
	defaultBucket      = 25 * units.MiB
)

// buckets puts tensors together in the order in which they come: a bucket is full when the next tensor would take it
// above its cap. Tensors are never split, so one that is larger than the cap has a bucket of its own.
//
// PyTorch closes a bucket with the tensor that reaches the cap, so that its last tensor may stand above it. Here a cap is
// a cap.
func (b Bucketing) buckets(tensors []units.Bytes) []units.Bytes {
	var all []units.Bytes
	most := b.Cap
	if b.First > 0 {
		most = b.First
	}
	for i, n := range tensors {
		if i > 0 && all[len(all)-1]+n <= most {
			all[len(all)-1] += n
			continue
		}
		if i > 0 {
			most = b.Cap
		}
		all = append(all, n)
	}
	return all
}

// backwards is the order in which gradients are ready: the last layer's first.
func backwards(tensors []units.Bytes) []units.Bytes {
	all := slices.Clone(tensors)
	slices.Reverse(all)
	return all
}

func sum64(sizes []units.Bytes) units.Bytes {
	total := units.Bytes(0)
	for _, n := range sizes {
		total += n
	}
	return total
}
