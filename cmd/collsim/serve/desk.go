package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"sync"
	"time"

	"collsim/page"
	"collsim/scenarios"
)

// largestAsk is how large a request may be: a scenario may have a MiB, and Compare has two.
const largestAsk = 4 << 20

// mostWaiting is how many requests may be under way, those included that wait for their turn.
const mostWaiting = 32

// beat is how often a page is told of progress.
const beat = 250 * time.Millisecond

// Options are what a page gets from its host.
type Options struct {
	Files  fs.FS
	Limits page.Limits
	Wait   time.Duration  // most that a request may take
	Places int            // so many requests are worked on at the same time
	Each   scenarios.Each // does replicates, studies and points of curves
	Full   func() bool    // tells whether runs have outgrown the memory that they may take; nil = never
}

// desk takes requests to the engine, a few at a time, and a newer one of a page in the place of its older one.
type desk struct {
	Options
	waiting chan struct{} // one for each request that is under way
	places  chan struct{} // one for each that is worked on

	sync.Mutex
	under map[lane]*errand
}

// lane is what a page asks one thing at a time of.
type lane struct{ from, verb string }

// errand is a request that is worked on.
type errand struct{ cancel context.CancelCauseFunc }

var (
	errSuperseded = errors.New("the page has asked anew")
	errLate       = errors.New("the request took longer than the server gives one; valid: a smaller one, serve --max-wait with more, or collsim on the command line")
	errFull       = errors.New("runs took more memory than the server gives them, whatever the estimate; valid: a smaller one, or serve --max-memory with more")
)

func newDesk(o Options) *desk {
	return &desk{Options: o, waiting: make(chan struct{}, mostWaiting), places: make(chan struct{}, o.Places), under: map[lane]*errand{}}
}

func (d *desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ask, ok := read(w, r)
	if !ok {
		return
	}
	select { // only now: a request that never comes whole keeps nobody's place
	case d.waiting <- struct{}{}:
		defer func() { <-d.waiting }()
	default:
		http.Error(w, "too many requests are under way; valid: a little later", http.StatusServiceUnavailable)
		return
	}
	var what struct{ Do, Lane string }
	_ = json.Unmarshal(ask, &what) // the engine says what is wrong with it
	ctx, done := d.enter(r, lane{r.Header.Get("X-Collsim-Page"), what.Do + " " + what.Lane})
	defer done()
	if page.Light(what.Do) { // a page can open whatever runs
		d.work(ctx, w, r, ask, func() {})
		return
	}
	select {
	case d.places <- struct{}{}:
		d.work(ctx, w, r, ask, func() { <-d.places })
	case <-ctx.Done():
		newReply(w, r).end(page.Ended(ask, context.Cause(ctx)))
	}
}

// read takes a request in, or says why not.
func read(w http.ResponseWriter, r *http.Request) (ask []byte, ok bool) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", "POST")
		http.Error(w, "requests are posted; valid: POST", http.StatusMethodNotAllowed)
		return nil, false
	}
	if !isJSON(r) {
		http.Error(w, "a request is JSON; valid: Content-Type: application/json", http.StatusUnsupportedMediaType)
		return nil, false
	}
	ask, err := io.ReadAll(http.MaxBytesReader(w, r.Body, largestAsk))
	if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
		http.Error(w, fmt.Sprintf("the request is too large; valid: at most %d bytes", large.Limit), http.StatusRequestEntityTooLarge)
		return nil, false
	} else if err != nil {
		http.Error(w, "the request did not come whole", http.StatusBadRequest)
		return nil, false
	}
	return ask, true
}

// enter begins an errand, and ends the older one of its lane.
func (d *desk) enter(r *http.Request, at lane) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(r.Context())
	ctx, stop := context.WithTimeoutCause(ctx, d.Wait, errLate)
	mine := &errand{cancel}
	if at.from != "" {
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

// work answers a request. What cannot be stopped at once, such as counting a schedule, goes on behind an answer that says
// that it took too long, and keeps its place until it leaves.
func (d *desk) work(ctx context.Context, w http.ResponseWriter, r *http.Request, ask []byte, leave func()) {
	told, early, answer := make(chan []byte, 1), make(chan []byte, 1), make(chan []byte, 1)
	go func() {
		defer leave()
		answer <- page.Answer(ask, page.Carrier{Each: d.guarded, Look: d.looking(ctx, told), Early: offered(early), Limits: d.Limits})
	}()
	reply := newReply(w, r)
	for {
		select {
		case text := <-told:
			reply.tell("progress", text)
		case text := <-early:
			reply.tell("early", text)
		case text := <-answer:
			select { // what comes does not depend on who is quick
			case known := <-early:
				reply.tell("early", known)
			default:
			}
			reply.end(text)
			return
		case <-ctx.Done():
			reply.end(late(ctx, ask, answer))
			return
		}
	}
}

// offered puts an early answer where it is taken from. There is one; another would not be waited for.
func offered(early chan<- []byte) func(answer []byte) {
	return func(answer []byte) {
		select {
		case early <- answer:
		default:
		}
	}
}

// late is the answer of an engine that was just told to end, or one in its place.
func late(ctx context.Context, ask []byte, answer <-chan []byte) []byte {
	select {
	case text := <-answer:
		return text
	case <-time.After(beat):
		return page.Ended(ask, context.Cause(ctx))
	}
}

// looking ends a request when its context ends or runs take too much memory, and tells of progress where somebody takes it.
func (d *desk) looking(ctx context.Context, told chan<- []byte) func(scenarios.Progress) error {
	var mutex sync.Mutex
	last := time.Now()
	return func(p scenarios.Progress) error {
		mutex.Lock()
		defer mutex.Unlock()
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		now := time.Now()
		if now.Sub(last) < beat {
			return nil
		}
		last = now
		select {
		case told <- page.Progress(p):
		default:
		}
		if d.Full != nil && d.Full() {
			return errFull
		}
		return nil
	}
}

// guarded is the host's Each with panics brought to its caller, which answers with them: one request must not end others.
func (d *desk) guarded(n int, do func(i int)) {
	var mutex sync.Mutex
	var panicked any
	d.Each(n, func(i int) {
		defer func() {
			if p := recover(); p != nil {
				mutex.Lock()
				defer mutex.Unlock()
				panicked = p
			}
		}()
		do(i)
	})
	if panicked != nil {
		panic(panicked)
	}
}
