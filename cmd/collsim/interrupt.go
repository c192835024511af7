package main

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// grace is how long a command may take to stop by itself once it has been interrupted. Event loops look every ten
// milliseconds or so; building and proving a schedule does not look at all.
const grace = time.Second / 2

// drafts is held while a temporary file exists, so that an interrupted program leaves none behind.
var drafts sync.Mutex

// abandon ends a program that was interrupted and has not stopped within the time of grace.
func abandon(stderr io.Writer, exit func(code int)) {
	time.Sleep(grace)
	drafts.Lock()
	defer drafts.Unlock()
	if terminal(stderr) && ansi() {
		fmt.Fprint(stderr, "\r\x1b[K") // a line of progress may stand there
	}
	fmt.Fprintln(stderr, "collsim: interrupted")
	exit(exitInterrupted)
}
