//go:build browser

package browser

import (
	"context"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
)

const easy = "#/explore?explore.curves=off&fabric=star&nodes=4&collective=all_reduce&algorithm=ring&bytes=4+KiB&library=raw"

// refusal waits until the page says why there is no answer.
func (b *tab) refusal() string {
	b.Helper()
	return run[string](b, "probe.until('a refusal', () => probe.text([...document.querySelectorAll('.notice .problem, .view > .problem, main > .problem')].find(probe.visible)))")
}

// TestSimulatorThatDoesNotStart takes files of the simulator away, or a half of one: the page says which, and goes on once they
// are back.
func TestSimulatorThatDoesNotStart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, file, says string }{
		{"missing", "collsim.wasm", "collsim.wasm is not where this page is"},
		{"cut", "collsim.wasm", "broken or did not come whole"},
		{"away", "collsim.wasm", "collsim.wasm cannot be fetched"},
		{"missing", "worker.js", "does not start"},
		{"missing", "wasm_exec.js", "does not start"},
	} {
		t.Run(c.name+" "+c.file, func(t *testing.T) {
			var mended atomic.Bool
			hosted, err := host(filepath.Dir(wasm), func(w http.ResponseWriter, r *http.Request) bool {
				if mended.Load() || filepath.Base(r.URL.Path) != c.file {
					return false
				}
				switch c.name {
				case "missing":
					http.NotFound(w, r)
				case "cut":
					data, err := os.ReadFile(wasm)
					if err != nil {
						panic(err)
					}
					w.Header().Set("Content-Type", "application/wasm")
					w.Write(data[:1<<16])
				case "away":
					panic(http.ErrAbortHandler)
				}
				return true
			})
			if err != nil {
				t.Fatal(err)
			}
			b := blank(t, carrier{"wasm", hosted})
			b.do(chromedp.Navigate(b.url + easy))
			if got := b.refusal(); !strings.Contains(got, c.says) {
				t.Errorf("the page says %q, not that %s", got, c.says)
			}
			mended.Store(true)
			run[bool](b, "probe.press('Ask again')")
			if ps := run[[]int64](b, "probe.answer().ps"); len(ps) != 1 || ps[0] == 0 {
				t.Errorf("mended, it shows %d ps", ps)
			}
			b.forgive(c.file, "wasm", "worker", "status 404", "Failed to load resource", "importScripts")
		})
	}
}

// TestServerThatGoesAway ends the server while it works, and starts it again where it was.
func TestServerThatGoesAway(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := listener.Addr().String()
	listener.Close()
	begin := func() (kill func()) {
		ctx, cancel := context.WithCancel(context.Background())
		t.Cleanup(cancel)
		if _, _, err := serve(ctx, "--listen", at); err != nil {
			t.Fatal(err)
		}
		return cancel
	}
	kill := begin()
	b := open(t, carrier{"server", "http://" + at + "/"}, easy)
	many := flags{{"fabric", "star"}, {"nodes", "4096"}, {"collective", "all_to_all"}, {"algorithm", "pairwise"}, {"bytes", "4 KiB"}, {"library", "raw"}} // so many messages that the page asks at once
	run[bool](b, "probe.hash(%s)", many.address())
	run[bool](b, "probe.start('Run it')")
	run[bool](b, "probe.until('progress', () => probe.all('.progress:not([hidden])').length > 0)")
	kill()
	if got := b.refusal(); !strings.Contains(got, "went away") && !strings.Contains(got, "still running") {
		t.Errorf("the page says %q, not that the server is gone", got)
	}
	run[bool](b, "probe.turn(%s)", easy)
	if got := b.refusal(); !strings.Contains(got, "still running") {
		t.Errorf("the page asks nothing of the reader, it says %q", got)
	}
	run[bool](b, "probe.turn('#/lessons')")
	if got := run[string](b, "probe.text(probe.one('.problem'))"); !strings.Contains(got, "cannot be shown") {
		t.Errorf("the page says %q of lessons", got)
	}
	begin()
	run[bool](b, "probe.turn(%s)", easy)
	if ps := run[[]int64](b, "probe.answer().ps"); len(ps) != 1 || ps[0] == 0 {
		t.Errorf("served again, it shows %d ps", ps)
	}
	run[bool](b, "probe.turn('#/lessons')")
	if n := run[int](b, "probe.all('.contents li').length"); n != 12 {
		t.Errorf("served again, it shows %d lessons", n)
	}
	b.forgive("ERR_", "Failed to fetch", "does not answer", "went away")
}

// TestPageThatWasOpenedAsFile: there it cannot run, and says so.
func TestPageThatWasOpenedAsFile(t *testing.T) {
	t.Parallel()
	b := blank(t, carrier{"file", "file://" + filepath.Dir(wasm) + "/"})
	b.do(chromedp.Navigate(b.url + "index.html"))
	if got := run[string](b, "document.body.innerText"); !strings.Contains(got, "where a server hands out its files") {
		t.Errorf("the page says %q", got)
	}
	b.forgive("CORS", "origin", "main.js")
}

// TestNonsenseInTheAddress opens what nobody can mean: the page says what is wrong, runs nothing of it, and goes on.
func TestNonsenseInTheAddress(t *testing.T) {
	t.Parallel()
	b := open(t, carriers[0], easy)
	for _, c := range []struct{ address, says string }{
		{"#/explore?fabric=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E", "unknown"},
		{"#/explore?yaml=%3Cscript%3Ealert(1)%3C%2Fscript%3E", "cannot be run"},
		{"#/explore?scenario=..%2F..%2Fetc", "library: unknown scenario"},
		{"#/explore?%00=%FF&__proto__=1&constructor=2", "unknown flag"},
		{"#/compare?nodes=x&b.nodes=y", "A and B cannot be run"},
		{"#/watch?nodes=x", "cannot be run"},
	} {
		run[bool](b, "probe.turn(%s)", c.address)
		if got := b.refusal(); !strings.Contains(got, c.says) {
			t.Errorf("%s: the page says %q, not %q", c.address, got, c.says)
		}
		if n := run[int](b, "document.querySelectorAll('main script, main img, main iframe').length"); n > 0 {
			t.Errorf("%s: what the address says is on the page as %d elements", c.address, n)
		}
	}
	for _, address := range []string{"#/nowhere", "#/lessons?lessons.n=99", "#/lessons?lessons.n=-1e9", "#/%E0%A4%A", easy} {
		run[bool](b, "probe.turn(%s)", address)
	}
	if ps := run[[]int64](b, "probe.answer().ps"); len(ps) != 1 || ps[0] == 0 {
		t.Errorf("after all that it shows %d ps", ps)
	}
}

// TestLeavesAViewThatHasNotCome goes on to another view while one is still being made, and comes back to it.
func TestLeavesAViewThatHasNotCome(t *testing.T) {
	each(t, func(t *testing.T, c carrier) {
		for _, name := range []string{"lessons", "watch", "compare"} {
			b := open(t, c, easy)
			run[bool](b, `(async () => {
				await import(%s);
				location.hash = %s;
				await new Promise(done => addEventListener('hashchange', done, {once: true}));
				location.hash = '#/explore';
				await probe.until('explore', () => probe.view()?.classList.contains('explore'));
				return true;
			})()`, "./"+name+".js", "#/"+name)
			run[bool](b, "probe.turn(%s)", "#/"+name)
			run[bool](b, "probe.until('the view', () => probe.view()?.classList.contains(%s))", name)
		}
	})
}
