package sim

// Key names one random draw. Draws are keyed, never sequential: changing one part of a model never shifts the luck of
// another.
type Key struct {
	Seed      uint64
	Replicate uint64
	Entity    uint64 // a rank, a link
	Purpose   uint64 // what the draw is for
	Index     uint64 // which one of them
}

// Draw is 64 uniform bits that depend on the key alone: each field is folded in by the finaliser of SplitMix64
// (Steele, Lea, Flood 2014).
func (k Key) Draw() uint64 {
	h := mix(k.Seed + 0x9e3779b97f4a7c15)
	h = mix(h ^ mix(k.Replicate+0xbf58476d1ce4e5b9))
	h = mix(h ^ mix(k.Entity+0x94d049bb133111eb))
	h = mix(h ^ mix(k.Purpose+0xd6e8feb86659fd93))
	return mix(h ^ mix(k.Index+0xa0761d6478bd642f))
}

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
