package serve

import (
	"fmt"
	"net/http"
)

// reply is an answer on its way to a page: alone, or behind progress, each in a record of its own (RFC 7464).
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

// tell sends progress. Whoever has gone away does not take it, which its context tells as well.
func (y *reply) tell(progress []byte) {
	if y.records {
		fmt.Fprintf(y, "%s{\"progress\":%s}\n", recordSeparator, progress)
		_ = http.NewResponseController(y.ResponseWriter).Flush()
	}
}

func (y *reply) end(answer []byte) {
	if y.records {
		fmt.Fprint(y, recordSeparator)
	}
	_, _ = y.Write(answer)
}
