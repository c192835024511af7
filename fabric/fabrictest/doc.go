// Package fabrictest is what any [fabric.Net] must satisfy, as tests that run on whatever a builder returns:
//
//	func TestConformance(t *testing.T) {
//		fabrictest.Run(t, fabrictest.Suite{Build: build, Contention: true})
//	}
//
// The flags of a [Suite] say what the model under test claims; the checks that a claim does not cover are left out. The
// fabrics on which the checks play ([Star], [Chain], [LeafSpine]) and the player itself ([Play]) are exported, so that a
// model's own tests can use them.
//
// Units: instants and spans in picoseconds, sizes in bytes (collsim/sim/units). Nothing here is compared with a
// tolerance.
//
// Ties: [Play] hands in the posts of one instant in the order of the slice, whatever the tie shuffle of the kernel.
package fabrictest
