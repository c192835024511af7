package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// Progress is shown once a command has taken patience, and then every beat.
const (
	patience = time.Second
	beat     = 250 * time.Millisecond
)

// progressModes are how progress can be shown on standard error.
var progressModes = []string{"auto", "bar", "json", "off"}

// showing is the flag that chooses.
type showing struct{ mode string }

func (s *showing) declare(flags *pflag.FlagSet) {
	flags.StringVar(&s.mode, "progress", "auto", "how progress shows on stderr after a second: auto (a bar on a terminal), bar, json (lines; see collsim schema progress), off")
}

// start shows progress until stop is called. Its error is that there is no such mode.
func (s *showing) start(c *cobra.Command) (stop func(), err error) {
	if !slices.Contains(progressModes, s.mode) {
		return nil, fmt.Errorf("--progress: unknown mode %q%s", s.mode, suggest(s.mode, progressModes))
	}
	stderr := c.ErrOrStderr()
	w := watchOf(c.Context())
	switch {
	case s.mode == "json":
		w.show(&lines{out: stderr})
	case s.mode == "bar", s.mode == "auto" && terminal(stderr) && ansi():
		w.show(&gauge{out: stderr})
	}
	return w.hide, nil
}

// viewer is where sights are shown.
type viewer interface {
	show(sight)
	clear()
}

// display shows what a watch sees at every beat.
type display struct {
	viewer
	ended chan struct{}
	done  chan struct{}
	once  sync.Once
}

// show lets a viewer show what the watch sees.
func (w *watch) show(v viewer) {
	d := &display{viewer: v, ended: make(chan struct{}), done: make(chan struct{})}
	w.display = d
	go func() {
		defer close(d.done)
		wait := time.NewTimer(patience)
		defer wait.Stop()
		for {
			select {
			case <-wait.C:
				v.show(w.look())
				wait.Reset(beat)
			case <-d.ended:
				v.clear()
				return
			}
		}
	}()
}

// hide takes progress off the screen. It may be called again.
func (w *watch) hide() {
	if d := w.display; d != nil {
		d.once.Do(func() { close(d.ended) })
		<-d.done
	}
}

// leave is hide for whoever cannot wait: a terminal may not take anything any more.
func (w *watch) leave() {
	gone := make(chan struct{})
	go func() {
		w.hide()
		close(gone)
	}()
	select {
	case <-gone:
	case <-time.After(beat):
	}
}

// lines are JSON, an object a line.
type lines struct {
	out    io.Writer
	failed bool // nobody reads them
}

func (l *lines) show(s sight) {
	line, err := json.Marshal(s)
	if err != nil || l.failed {
		return
	}
	_, err = l.out.Write(append(line, '\n'))
	l.failed = err != nil
}

func (l *lines) clear() {}

// gauge is a line with a bar on a terminal that changes.
type gauge struct {
	out  io.Writer
	all  *mpb.Progress
	bar  *mpb.Bar
	beat chan any
	text string // what stands beside it
	sync.Mutex
}

// barWidth is how wide a bar is, its ends included, and wholeBar what it counts to.
const (
	barWidth = 22
	wholeBar = 1000
)

func (b *gauge) show(s sight) {
	b.Lock()
	b.text = s.line()
	b.Unlock()
	if b.all == nil {
		b.open()
	}
	b.bar.SetCurrent(min(wholeBar-1, int64(s.share*wholeBar))) // at its end it would close
	select {
	case b.beat <- time.Now():
	case <-time.After(beat): // the terminal does not take it
	}
}

func (b *gauge) open() {
	b.beat = make(chan any)
	options := []mpb.ContainerOption{mpb.WithOutput(b.out), mpb.WithManualRefresh(b.beat)}
	if !terminal(b.out) {
		options = append(options, mpb.ForceTTY())
	}
	b.all = mpb.New(options...)
	words := decor.Any(func(decor.Statistics) string {
		b.Lock()
		defer b.Unlock()
		return " " + strings.TrimSpace(b.text)
	})
	b.bar = b.all.New(wholeBar, mpb.BarStyle(), mpb.BarWidth(barWidth), mpb.AppendDecorators(words))
}

func (b *gauge) clear() {
	if b.all == nil {
		return
	}
	b.bar.Abort(true)
	b.all.Wait()
}
