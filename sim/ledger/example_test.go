package ledger_test

import (
	"fmt"

	"collsim/sim/ledger"
)

// A lane works for 600 ps and sends; the message takes 400 ps of cable; the receiver waited and goes on with its trail.
func Example() {
	book := ledger.NewBook(false, ledger.Library, ledger.Propagate)
	first := book.Grow(3)
	sender, receiver, message := first, first+1, first+2

	book.Charge(sender, 0, 600, ledger.Library, 0)
	book.Fork(message, sender)
	book.Charge(message, 600, 1000, ledger.Propagate, 0)
	book.Fork(receiver, message)

	parts := book.Parts(receiver)
	fmt.Println(parts[ledger.Library], parts[ledger.Propagate], parts.Sum())
	// Output: 600 ps 400 ps 1 ns
}
