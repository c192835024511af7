// Command collsim answers how long a collective operation takes on a modelled GPU fabric, and where the time goes.
package main

import (
	"os"
	"os/signal"
	"syscall"

	"context"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	code := execute(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr})
	stop()
	os.Exit(code)
}
