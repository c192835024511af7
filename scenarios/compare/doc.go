// Package compare says which algorithm wins where: over sizes and ranks, by how much, from where on and why, and what
// tells two results apart.
//
// A [Grid] is answered point by point; between neighbours whose winners differ the exact place of each change is searched
// for. Points are played in batches by whoever hands in a [Play], such as a [Field] of scenarios on all cores.
package compare
