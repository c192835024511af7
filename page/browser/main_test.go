//go:build browser

package browser

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

var (
	screenshots = flag.String("screenshots", "", "write pictures of all views to this `directory`")
	figures     = flag.Bool("figures", true, "measure how fast the page is")
)

// carrier is one of the two ways to an answer: collsim serve, or WebAssembly below some path of any host of files.
type carrier struct{ name, url string }

var (
	program  string // collsim
	wasm     string // the simulator in the static folder
	carriers []carrier
	chromium context.Context // the browser; tabs are made of it
)

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(func() int {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		end, err := begin(ctx)
		if err != nil {
			fmt.Fprintln(os.Stderr, "test-page:", err)
			return 1
		}
		code := m.Run()
		end()
		fmt.Printf("test-page: %.1f s of CPU, of which %.1f s in this process\n", (used(syscall.RUSAGE_SELF) + used(syscall.RUSAGE_CHILDREN)).Seconds(), used(syscall.RUSAGE_SELF).Seconds())
		return code
	}())
}

// used is the CPU time of this process, or of its children that have ended.
func used(who int) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// begin starts what tests need: both carriers and one browser.
func begin(ctx context.Context) (end func(), err error) {
	root, err := filepath.Abs("../..")
	if err != nil {
		return nil, err
	}
	program = filepath.Join(root, "build", "browser", "collsim")
	wasm = filepath.Join(root, "build", "page", "collsim.wasm")
	for _, path := range []string{program, wasm} {
		if _, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("%w; make test-page builds it", err)
		}
	}
	served, stop, err := serve(ctx)
	if err != nil {
		return nil, err
	}
	hosted, err := host(filepath.Dir(wasm), nil)
	if err != nil {
		return nil, err
	}
	carriers = []carrier{{"server", served}, {"wasm", hosted}}
	quit, err := browse(ctx)
	if err != nil {
		return nil, err
	}
	return func() { quit(); stop() }, nil
}

// serve starts collsim serve, and gives the address that it prints.
func serve(ctx context.Context, flags ...string) (url string, stop func(), err error) {
	c := exec.CommandContext(ctx, program, append([]string{"serve"}, flags...)...)
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	if err := c.Start(); err != nil {
		return "", nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return "", nil, fmt.Errorf("collsim serve: %w", err)
	}
	return strings.TrimSpace(line), func() { c.Process.Signal(os.Interrupt); c.Wait() }, nil
}

// policy is that of collsim serve, which the page keeps to wherever it is.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'"

// host serves a directory below a path, as somebody else's host of files would. instead answers what is not to be answered as
// usual; nil = all is.
func host(dir string, instead func(http.ResponseWriter, *http.Request) bool) (string, error) {
	const path = "/courses/networks/collsim/"
	files := http.StripPrefix(path, http.FileServer(http.Dir(dir)))
	mux := http.NewServeMux()
	mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		if instead != nil && instead(w, r) {
			return
		}
		files.ServeHTTP(w, r)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	go http.Serve(listener, mux)
	return "http://" + listener.Addr().String() + path, nil
}

// browse starts Chromium. Names resolve nowhere, so that nothing can be asked of another host, and nothing has to be.
func browse(ctx context.Context) (quit func(), err error) {
	var path string
	for _, name := range []string{os.Getenv("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"} {
		if path, err = exec.LookPath(name); err == nil {
			break
		}
	}
	if err != nil {
		return nil, errors.New("there is no Chromium; valid: install Debian's chromium, or name one in CHROMIUM")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(1280, 900),
		chromedp.Flag("headless", "new"), chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"), chromedp.Flag("lang", "en-GB"))
	allocator, free := chromedp.NewExecAllocator(ctx, options...)
	var cancel context.CancelFunc
	chromium, cancel = chromedp.NewContext(allocator)
	if err := chromedp.Do(chromium, chromedp.Navigate("about:blank")); err != nil {
		return nil, fmt.Errorf("%s does not start: %w", path, err)
	}
	return func() { chromedp.Cancel(chromium); cancel(); free() }, nil
}
