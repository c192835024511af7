// Command collsim answers how long a collective operation takes on a modelled GPU fabric, and where the time goes.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	w, s := newWatch(), streams{os.Stdin, os.Stdout, os.Stderr}
	w.out = &outlet{Writer: s.out}
	context.AfterFunc(ctx, func() {
		stop() // a second signal ends the program at once
		abandon(w, s, os.Exit)
	})
	os.Exit(execute(withWatch(ctx, w), calledAs(os.Args), s))
}
