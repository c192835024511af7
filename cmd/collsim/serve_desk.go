package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	pages "collsim/page"
	"collsim/scenarios"
)

// largestAsk is how large a request may be: a scenario may have a MiB, and Compare has two.
const largestAsk = 4 << 20

// desk takes requests to the engine, a few at a time, and a newer one of a page in the place of its older one.
type desk struct {
	limits pages.Limits
	wait   time.Duration
	places chan struct{} // one for each request that is worked on

	sync.Mutex
	under map[lane]*errand
}

// lane is what a page asks one thing at a time of.
type lane struct{ page, verb string }

// errand is a request that is worked on.
type errand struct{ cancel context.CancelCauseFunc }

var (
	errSuperseded = errors.New("the page has asked anew")
	errLate       = errors.New("the request took longer than the server gives one; valid: a smaller one, or collsim on the command line")
)

func newDesk(s *serving) *desk {
	return &desk{limits: s.limits, wait: s.wait, places: make(chan struct{}, runs()), under: map[lane]*errand{}}
}

func (d *desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", "POST")
		http.Error(w, "requests are posted; valid: POST", http.StatusMethodNotAllowed)
		return
	}
	if !isJSON(r) {
		http.Error(w, "a request is JSON; valid: Content-Type: application/json", http.StatusUnsupportedMediaType)
		return
	}
	ask, err := io.ReadAll(http.MaxBytesReader(w, r.Body, largestAsk))
	if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
		http.Error(w, fmt.Sprintf("the request is too large; valid: at most %d bytes", large.Limit), http.StatusRequestEntityTooLarge)
		return
	} else if err != nil {
		http.Error(w, "the request did not come whole", http.StatusBadRequest)
		return
	}
	ctx, done := d.enter(r, ask)
	defer done()
	select {
	case d.places <- struct{}{}:
	case <-ctx.Done():
		http.Error(w, context.Cause(ctx).Error(), http.StatusServiceUnavailable)
		return
	}
	d.work(ctx, w, r, ask)
}

// enter begins an errand, and ends the older one of its lane.
func (d *desk) enter(r *http.Request, ask []byte) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(r.Context())
	ctx, stop := context.WithTimeoutCause(ctx, d.wait, errLate)
	mine := &errand{cancel}
	var what struct{ Do, Lane string }
	_ = json.Unmarshal(ask, &what) // the engine says what is wrong with it
	at := lane{r.Header.Get("X-Collsim-Page"), what.Do + " " + what.Lane}
	if at.page != "" {
		d.Lock()
		if before := d.under[at]; before != nil {
			before.cancel(errSuperseded)
		}
		d.under[at] = mine
		d.Unlock()
	}
	return ctx, func() {
		stop()
		cancel(nil)
		d.Lock()
		defer d.Unlock()
		if d.under[at] == mine {
			delete(d.under, at)
		}
	}
}

// work answers a request. What cannot be stopped at once, such as wiring a fabric, goes on behind an answer that says that
// it took too long, and keeps its place until then.
func (d *desk) work(ctx context.Context, w http.ResponseWriter, r *http.Request, ask []byte) {
	told := make(chan []byte, 1)
	answer := make(chan []byte, 1)
	go func() {
		defer func() { <-d.places }()
		answer <- pages.Answer(ask, pages.Carrier{Each: guarded, Look: looking(ctx, told), Limits: d.limits})
	}()
	w.Header().Set("Content-Type", "application/json")
	out := http.NewResponseController(w)
	listens := r.Header.Get("X-Collsim-Progress") != ""
	if listens {
		w.Header().Set("Content-Type", "application/json-seq") // RFC 7464
	}
	for {
		select {
		case text := <-told:
			if listens {
				fmt.Fprintf(w, "\x1e{\"progress\":%s}\n", text)
				out.Flush()
			}
		case text := <-answer:
			if listens {
				io.WriteString(w, "\x1e")
			}
			w.Write(text)
			return
		case <-ctx.Done():
			select {
			case text := <-answer: // it says itself why it was stopped
				if listens {
					io.WriteString(w, "\x1e")
				}
				w.Write(text)
			case <-time.After(time.Second):
				panic(http.ErrAbortHandler)
			}
			return
		}
	}
}

// looking ends a request when its context ends, and tells of progress where somebody takes it.
func looking(ctx context.Context, told chan<- []byte) func(scenarios.Progress) error {
	var mutex sync.Mutex
	last := time.Now()
	return func(p scenarios.Progress) error {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		mutex.Lock()
		defer mutex.Unlock()
		if now := time.Now(); now.Sub(last) > beat {
			last = now
			select {
			case told <- pages.Progress(p):
			default:
			}
		}
		return nil
	}
}

// guarded is onAllCores that brings a panic to its caller, which answers with it: one request must not end the others.
func guarded(n int, do func(i int)) {
	var mutex sync.Mutex
	var panicked any
	onAllCores(n, func(i int) {
		defer func() {
			if p := recover(); p != nil {
				mutex.Lock()
				panicked = p
				mutex.Unlock()
			}
		}()
		do(i)
	})
	if panicked != nil {
		panic(panicked)
	}
}
