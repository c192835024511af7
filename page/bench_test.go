package page

import "testing"

// BenchmarkRing is the run that a page must answer at once: 64 ranks, 64 MiB, whole messages.
func BenchmarkRing(b *testing.B) {
	ask := []byte(`{"do":"run","flags":[["fabric","hgx-h100"],["nodes","8"],["collective","all_reduce"],["algorithm","ring"],["bytes","64 MiB"],["fidelity","message"]]}`)
	for b.Loop() {
		Answer(ask, Carrier{Each: inTurn, Limits: Usual()})
	}
}

func BenchmarkOptions(b *testing.B) {
	for b.Loop() {
		Answer([]byte(`{"do":"options"}`), Carrier{Each: inTurn})
	}
}
