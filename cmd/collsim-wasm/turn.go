package main

// inTurn is a scenarios.Each without cores.
func inTurn(n int, do func(i int)) {
	for i := range n {
		do(i)
	}
}
