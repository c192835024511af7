package serve

import (
	"fmt"
	"net/http"
	"time"
)

// patience is how long whoever asks may take to read what is sent at once.
const patience = 30 * time.Second

// patient is a writer that gives up on who does not read: a connection that waits for ever keeps the place of its request.
type patient struct {
	http.ResponseWriter
	patience time.Duration
}

// anew begins to wait. What an older request of the connection was given is over.
func (p *patient) anew() {
	_ = http.NewResponseController(p.ResponseWriter).SetWriteDeadline(time.Now().Add(p.patience)) // where there is a connection
}

func (p *patient) Write(text []byte) (int, error) {
	p.anew()
	return p.ResponseWriter.Write(text)
}

// Unwrap is for http.ResponseController.
func (p *patient) Unwrap() http.ResponseWriter { return p.ResponseWriter }

// reply is an answer on its way to a page: alone, or behind progress and what is known early, each in a record of its own (RFC 7464).
type reply struct {
	http.ResponseWriter
	records bool
}

func newReply(w http.ResponseWriter, r *http.Request) *reply {
	y := &reply{w, r.Header.Get("X-Collsim-Progress") != ""}
	kind := "application/json"
	if y.records {
		kind = "application/json-seq"
	}
	w.Header().Set("Content-Type", kind)
	return y
}

const recordSeparator = "\x1e"

// tell sends what comes before the answer, by its name. Whoever has gone away does not take it, which its context tells as well.
func (y *reply) tell(name string, text []byte) {
	if y.records {
		fmt.Fprintf(y, "%s{%q:%s}\n", recordSeparator, name, text)
		_ = http.NewResponseController(y.ResponseWriter).Flush()
	}
}

func (y *reply) end(answer []byte) {
	if y.records {
		fmt.Fprint(y, recordSeparator)
	}
	_, _ = y.Write(answer)
}
