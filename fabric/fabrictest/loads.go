package fabrictest

import (
	"collsim/fabric"
	"collsim/sim/units"
)

// The loads here are traffic on which levels are compared with each other: each is a fabric of the given cables and what
// its ranks post.

// Incast is 32 ranks on one switch that send a message to one other.
func Incast(cable fabric.Link, bytes units.Bytes) (g *fabric.Graph, posts []Post) {
	for i := range 32 {
		posts = append(posts, Post{Route: StarRoute(i, 32), Bytes: bytes})
	}
	return Star(33, cable, Box("hub")), posts
}

// Permutation is 128 ranks on a leaf-spine network over-subscribed 2:1, each of which sends a message to another one.
func Permutation(cable fabric.Link, bytes units.Bytes) (g *fabric.Graph, posts []Post) {
	tree := LeafSpine(16, 8, 4, cable, Box("box"))
	d, to := NewDraw(3), make([]int, 128)
	for i := range to {
		j := d.Below(i + 1)
		to[i], to[j] = to[j], i
	}
	for i := range to {
		if to[i] != i {
			posts = append(posts, Post{Route: tree.Route(i, to[i], i%4), Bytes: bytes})
		}
	}
	return tree.Graph, posts
}

// AllToAll is 16 ranks on one switch that post a message to each other at once; the j-th of a rank goes to peer(rank, j).
func AllToAll(cable fabric.Link, bytes units.Bytes, peer func(rank, j int) int) (g *fabric.Graph, posts []Post) {
	for j := 1; j < 16; j++ {
		for i := range 16 {
			posts = append(posts, Post{Route: StarRoute(i, peer(i, j)), Bytes: bytes})
		}
	}
	return Star(16, cable, Box("hub")), posts
}

// OwnOrder begins with the next rank, so that no two ranks of an AllToAll ever send to the same one.
func OwnOrder(rank, j int) int { return (rank + j) % 16 }

// OneOrder begins with rank 0, so that all ranks of an AllToAll send to the same one.
func OneOrder(rank, j int) int {
	if j == rank {
		return 0
	}
	return j
}
