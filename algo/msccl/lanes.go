package msccl

// In a schedule of package algo what lane l sends, the peer's lane l receives. A thread block of MSCCL may receive from a
// block of one number and send to one of another. So blocks that a connection joins get one lane number, the same at both
// ends; blocks of a GPU get different ones. Where that is impossible, because a way along connections comes back to a GPU
// by another of its blocks, the blocks on that way are played by two lanes each, one that receives and one that sends,
// which wait for each other step by step.

// half is a block, or the part of it that receives or sends.
type half struct {
	gpu, block int32
	part       part
}

type part uint8

const (
	whole part = iota
	receiving
	sending
)

// lanesOf gives each block, or half, a lane number, and says of which channel each lane is.
func (a *Algorithm) lanesOf() (of map[half]int32, channels []int32) {
	of = map[half]int32{}
	var taken []map[int32]bool // lane -> GPUs
	for _, group := range a.joined() {
		channel := a.GPUs[group[0].gpu].Blocks[group[0].block].Channel
		lane := 0
		for lane < len(channels) && (channels[lane] != channel || meets(taken[lane], group)) {
			lane++
		}
		if lane == len(channels) {
			channels, taken = append(channels, channel), append(taken, map[int32]bool{})
		}
		for _, h := range group {
			taken[lane][h.gpu] = true
			of[h] = int32(lane)
		}
	}
	return of, channels
}

func meets(gpus map[int32]bool, group []half) bool {
	for _, h := range group {
		if gpus[h.gpu] {
			return true
		}
	}
	return false
}

// joined are the groups that need one number each, in the order of the file.
func (a *Algorithm) joined() [][]half {
	var groups [][]half
	order, ends := a.connections()
	seen := map[half]bool{}
	for g := range a.GPUs {
		for b := range a.GPUs[g].Blocks {
			first := half{int32(g), int32(b), whole}
			if seen[first] {
				continue
			}
			group := a.reach(first, ends)
			for _, h := range group {
				seen[h] = true
			}
			if !returns(group) {
				groups = append(groups, group)
				continue
			}
			groups = append(groups, a.halves(group, order, ends)...)
		}
	}
	return groups
}

// reach is every block that a way along connections leads to.
func (a *Algorithm) reach(first half, ends map[connection]ends) []half {
	group, seen := []half{first}, map[half]bool{first: true}
	add := func(gpu, block int32) {
		if h := (half{gpu, block, whole}); block >= 0 && !seen[h] {
			seen[h] = true
			group = append(group, h)
		}
	}
	for n := 0; n < len(group); n++ {
		h := group[n]
		b := &a.GPUs[h.gpu].Blocks[h.block]
		if b.Send >= 0 {
			add(b.Send, ends[connection{h.gpu, b.Send, b.Channel}].receiver)
		}
		if b.Recv >= 0 {
			add(b.Recv, ends[connection{b.Recv, h.gpu, b.Channel}].sender)
		}
	}
	return group
}

// returns reports whether a group has two blocks of one GPU.
func returns(group []half) bool {
	gpus := map[int32]bool{}
	for _, h := range group {
		if gpus[h.gpu] {
			return true
		}
		gpus[h.gpu] = true
	}
	return false
}

// halves are the connections of a group, each a group of its own: the half that sends and the half that receives.
func (a *Algorithm) halves(group []half, order []connection, of map[connection]ends) [][]half {
	in := map[half]bool{}
	for _, h := range group {
		in[h] = true
	}
	var groups [][]half
	for _, k := range order {
		e := of[k]
		if !in[half{k.from, e.sender, whole}] && !in[half{k.to, e.receiver, whole}] {
			continue
		}
		var pair []half
		if e.sender >= 0 {
			pair = append(pair, half{k.from, e.sender, sending})
		}
		if e.receiver >= 0 {
			pair = append(pair, half{k.to, e.receiver, receiving})
		}
		groups = append(groups, pair)
	}
	return groups
}
