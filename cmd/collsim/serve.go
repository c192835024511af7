package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"collsim/cmd/collsim/serve"
	pages "collsim/page"
	"collsim/page/assets"
	"collsim/sim/units"
)

// serving is what a command line of serve asks for.
type serving struct {
	listen string
	assets string
	wait   time.Duration
	limits pages.Limits
	memory string
}

func serveCommand() *cobra.Command {
	s := serving{limits: pages.Usual()}
	c := &cobra.Command{
		Use:                   "serve [--listen HOST:PORT]",
		DisableFlagsInUseLine: true,
		Short:                 "The page: explore, watch, compare and learn in a browser",
		Long: `Serves the page on this machine and prints its address. It opens no browser and asks
no other host for anything; Ctrl-C ends it.

It answers requests for its own address only, from its own page only, and gives each run
so much time, events and memory as the flags say. A page that asks anew cancels what it
had asked before.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return s.run(c) },
	}
	flags := c.Flags()
	flags.SortFlags = false
	flags.StringVar(&s.listen, "listen", "127.0.0.1:0", "`address` to listen at; port 0 takes one that is free")
	flags.DurationVar(&s.wait, "max-wait", time.Minute, "most time that a request may take")
	flags.Uint64Var(&s.limits.Events, "max-events", s.limits.Events, "most events that a request may take; 0 = any")
	flags.StringVar(&s.memory, "max-memory", s.limits.Memory.String(), "most memory that a run may take, with a unit; 0 B = any")
	flags.StringVar(&s.assets, "assets", "", "serve the page's files from this `directory`, while one works on them")
	_ = flags.MarkHidden("assets")
	return c
}

// run serves until the context ends.
func (s *serving) run(c *cobra.Command) error {
	var err error
	if s.wait <= 0 {
		return fmt.Errorf("--max-wait: no request can be answered in %v; valid: a time above zero, such as 1m", s.wait)
	}
	if s.limits.Memory, err = units.ParseBytes(s.memory); err != nil {
		return fmt.Errorf("--max-memory: %w", err)
	}
	var files fs.FS = assets.Files
	if s.assets != "" {
		files = os.DirFS(s.assets)
	}
	listener, err := net.Listen("tcp", s.listen)
	if err != nil {
		return fmt.Errorf("--listen: cannot listen at %q: %w", s.listen, err)
	}
	site, err := serve.New(listener.Addr().String(), serve.Options{
		Files: files, Limits: s.limits, Wait: s.wait, Places: runs(), Each: onAllCores, Full: outgrowing(s.limits.Memory * units.Bytes(runs())),
	})
	if err != nil {
		return failed(err)
	}
	fmt.Fprintf(c.OutOrStdout(), "http://%s/\n", s.address(c.ErrOrStderr(), listener))
	server := &http.Server{
		Handler:           site,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		BaseContext:       func(net.Listener) context.Context { return c.Context() },
	}
	end := context.AfterFunc(c.Context(), func() { server.Close() })
	defer end()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return failed(err)
	}
	return nil
}

// address is where this machine's browser finds the page. Where other machines find it as well, that is said.
func (s *serving) address(stderr io.Writer, listener net.Listener) string {
	at, ok := listener.Addr().(*net.TCPAddr)
	if !ok || !at.IP.IsUnspecified() {
		return listener.Addr().String()
	}
	fmt.Fprintf(stderr, "--listen %s: every machine that reaches this one may use the page, at port %d; valid, for this machine alone: --listen 127.0.0.1:%d\n", s.listen, at.Port, at.Port)
	return net.JoinHostPort("localhost", strconv.Itoa(at.Port))
}

// outgrowing tells whether all runs together take more memory than so much.
func outgrowing(limit units.Bytes) func() bool {
	var mutex sync.Mutex
	g := newGuard(limit)
	return func() bool {
		mutex.Lock()
		defer mutex.Unlock()
		return g.broken()
	}
}

// runs is how many requests are worked on at the same time.
func runs() int { return max(2, runtime.GOMAXPROCS(0)) }
