//go:build browser

package browser

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// probe is what tests ask inside of the page.
//
//go:embed testdata/probe.js
var probe string

// tab is one page in the browser. What goes wrong in it fails its test: errors and warnings on the console, exceptions,
// requests to anywhere else, files that are missing.
type tab struct {
	testing.TB
	carrier
	ctx context.Context

	sync.Mutex
	faults    []string
	requests  map[network.RequestID]string // that are under way
	cancelled int                          // of the requests to the engine
	workers   map[target.ID]bool
}

// patience is how long anything may take before a test gives up. It is no measure of speed.
const patience = 2 * time.Minute

// blank is a tab with nothing in it yet.
func blank(t testing.TB, c carrier) *tab {
	t.Helper()
	b := &tab{TB: t, carrier: c, requests: map[network.RequestID]string{}, workers: map[target.ID]bool{}}
	ctx, cancel := chromedp.NewContext(chromium, chromedp.WithListener(b.listen))
	b.ctx = ctx
	// The first action makes the tab, which lasts as long as the context of the action: it has no deadline.
	if _, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: probe}); err != nil {
		t.Fatalf("%s: no tab: %v", c.name, err)
	}
	// Tests run beside each other, and each tab is to be the one that is used.
	if _, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
		t.Fatalf("%s: no focus: %v", c.name, err)
	}
	t.Cleanup(func() {
		cancel()
		b.Lock()
		defer b.Unlock()
		for _, f := range b.faults {
			t.Errorf("%s: %s", c.name, f)
		}
	})
	return b
}

// open is a tab that shows an address of the page, such as "#/explore?nodes=4", once it has its answer.
func open(t testing.TB, c carrier, address string) *tab {
	t.Helper()
	b := blank(t, c)
	b.goTo(address)
	return b
}

// goTo loads the page anew.
func (b *tab) goTo(address string) {
	b.Helper()
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(b.url+address))
	b.settle()
}

// turn changes the address of the page as a link within it does.
func (b *tab) turn(address string) {
	b.Helper()
	run[bool](b, "probe.turn(%s)", address)
}

// settle waits until the page has answered.
func (b *tab) settle() {
	b.Helper()
	run[bool](b, "probe.settled()")
}

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.Fatalf("%s: %v", b.name, err)
	}
}

// run evaluates an expression in the page, with arguments in the places of %s, and gives its value.
func run[T any](b *tab, expression string, args ...any) T {
	b.Helper()
	for i, a := range args {
		text, err := json.Marshal(a)
		if err != nil {
			b.Fatal(err)
		}
		args[i] = string(text)
	}
	if len(args) > 0 {
		expression = fmt.Sprintf(expression, args...)
	}
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.Fatalf("%s: %s: %v", b.name, abridged(expression), err)
	}
	return v
}

func abridged(s string) string {
	if len(s) > 200 {
		return s[:200] + "..."
	}
	return s
}

// media sets what the page is told of its screen and of who looks at it.
func (b *tab) media(features map[string]string) {
	b.Helper()
	var all []*emulation.MediaFeature
	for name, value := range features {
		all = append(all, &emulation.MediaFeature{Name: name, Value: value})
	}
	b.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: all})
		return err
	}))
}

// press types keys as a keyboard does.
func (b *tab) press(keys string, how ...chromedp.KeyOption) {
	b.Helper()
	b.do(chromedp.KeyEvent(keys, how...))
}

func (b *tab) fault(format string, args ...any) {
	b.Lock()
	defer b.Unlock()
	b.faults = append(b.faults, fmt.Sprintf(format, args...))
}

// forgive takes faults of the tab away that a test has meant to happen: those that speak of one of these.
func (b *tab) forgive(words ...string) {
	b.Lock()
	defer b.Unlock()
	b.faults = slices.DeleteFunc(b.faults, func(f string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(f, w) })
	})
}

// listen hears what happens in the tab, and in its Workers.
func (b *tab) listen(event any) {
	switch e := event.(type) {
	case *log.EventEntryAdded:
		if e.Entry.Level == "error" || e.Entry.Level == "warning" {
			b.fault("console: %s %s", e.Entry.Text, e.Entry.URL)
		}
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "warning" || e.Type == "assert" {
			text, _ := json.Marshal(e.Args)
			b.fault("console: %s", text)
		}
	case *runtime.EventExceptionThrown:
		what := e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			what += " " + e.ExceptionDetails.Exception.Description
		}
		b.fault("exception: %s", what)
	case *network.EventRequestWillBeSent:
		b.asked(e.RequestID, e.Request.URL)
	case *network.EventResponseReceived:
		if e.Response.Status >= 400 {
			b.fault("status %d: %s", e.Response.Status, e.Response.URL)
		}
	case *network.EventLoadingFailed:
		b.failed(e)
	case *target.EventTargetCreated:
		if e.TargetInfo.Type == "worker" && strings.HasPrefix(e.TargetInfo.URL, b.url) {
			b.Lock()
			b.workers[e.TargetInfo.TargetID] = true
			b.Unlock()
			go b.overhear(e.TargetInfo.TargetID)
		}
	case *target.EventTargetDestroyed:
		b.Lock()
		delete(b.workers, e.TargetID)
		b.Unlock()
	}
}

// overhear listens to a Worker for as long as it lasts.
func (b *tab) overhear(id target.ID) {
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithTargetID(id), chromedp.WithDetachOnCancel(), chromedp.WithListener(b.listen))
	defer cancel()
	if gone, err := chromedp.Detached(ctx); err == nil {
		select {
		case <-gone:
		case <-ctx.Done():
		}
	}
}

func (b *tab) asked(id network.RequestID, address string) {
	b.Lock()
	b.requests[id] = address
	b.Unlock()
	u, err := url.Parse(address)
	if err != nil {
		b.fault("request: %s", address)
		return
	}
	inside := u.Scheme == "data" || u.Scheme == "about" || strings.HasPrefix(address, b.url) || strings.HasPrefix(address, "blob:"+b.origin())
	if !inside {
		b.fault("request outside of the page: %s", address)
	}
}

func (b *tab) failed(e *network.EventLoadingFailed) {
	b.Lock()
	address := b.requests[e.RequestID]
	if e.Canceled && address == b.url+"ask" {
		b.cancelled++
	}
	b.Unlock()
	if !e.Canceled {
		b.fault("request failed: %s: %s", address, e.ErrorText)
	}
}

func (b *tab) origin() string {
	u, err := url.Parse(b.url)
	if err != nil {
		b.Fatal(err)
	}
	return u.Scheme + "://" + u.Host
}

// each runs a test with both carriers.
func each(t *testing.T, f func(t *testing.T, c carrier)) {
	for _, c := range carriers {
		t.Run(c.name, func(t *testing.T) { f(t, c) })
	}
}
