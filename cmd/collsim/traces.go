package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"collsim/plots/trace"
	"collsim/scenarios"
)

// tracing are the files for other tools that a run leaves.
type tracing struct{ trace, pprof string }

func (t *tracing) declare(flags *pflag.FlagSet) {
	flags.StringVar(&t.trace, "trace", "", "run again and write what every rank, message and link does, for Perfetto and other\nviewers of Chrome's trace format, into this file, .json or .json.gz")
	flags.StringVar(&t.pprof, "pprof", "", "run again and write the critical path as a profile of simulated time into this file,\nfor go tool pprof")
}

func (t *tracing) asked() bool { return t.trace != "" || t.pprof != "" }

// writable refuses places where no file can be, before anything is computed.
func (t *tracing) writable(flags *pflag.FlagSet) error {
	for _, f := range []struct{ name, path string }{{"trace", t.trace}, {"pprof", t.pprof}} {
		if !flags.Changed(f.name) {
			continue
		}
		if f.path == "" {
			return fmt.Errorf("--%s: no file is named; valid: a name such as run.%s", f.name, map[string]string{"trace": "json", "pprof": "pb.gz"}[f.name])
		}
		if f.name == "trace" && !strings.HasSuffix(f.path, ".json") && !strings.HasSuffix(f.path, ".json.gz") {
			return fmt.Errorf("--trace: the file's name %q says no format; valid: .json, .json.gz", f.path)
		}
		if err := place(f.path); err != nil {
			return fmt.Errorf("--%s: cannot write %q: %w", f.name, f.path, err)
		}
	}
	return nil
}

// write writes the files that were asked for, each whole or not at all, and says on stderr what was left out.
func (t *tracing) write(stderr io.Writer, results []scenarios.Result, how string) error {
	kept := tellable(results)
	if !t.asked() || len(kept) == 0 {
		return nil
	}
	if t.trace != "" {
		if err := t.writeTrace(stderr, kept, how); err != nil {
			return err
		}
	}
	if t.pprof == "" {
		return nil
	}
	var b bytes.Buffer
	if err := trace.Profile(&b, kept, how); err != nil {
		return failed(err)
	}
	return writeFile(t.pprof, b.Bytes())
}

// writeTrace writes what a viewer can bear, and says what it cannot.
func (t *tracing) writeTrace(stderr io.Writer, all []scenarios.Result, how string) error {
	results := slices.Clone(all)
	for i := range results {
		r := &results[i]
		if r.Timeline = r.Timeline.Limit(scenarios.MostEvents / int64(len(results))); r.Timeline.Note != "" {
			fmt.Fprintf(stderr, "collsim: --trace: %s%s\n", ofVariant(r), r.Timeline.Note)
		}
	}
	var b bytes.Buffer
	if !strings.HasSuffix(t.trace, ".gz") {
		if err := trace.Perfetto(&b, results, how); err != nil {
			return failed(err)
		}
		return writeFile(t.trace, b.Bytes())
	}
	z := gzip.NewWriter(&b)
	if err := trace.Perfetto(z, results, how); err != nil {
		return failed(err)
	}
	if err := z.Close(); err != nil {
		return failed(err)
	}
	return writeFile(t.trace, b.Bytes())
}

// tellable are the results that have a timeline: runs that ended with an error have none.
func tellable(results []scenarios.Result) []scenarios.Result {
	var kept []scenarios.Result
	for _, r := range results {
		if r.Timeline != nil {
			kept = append(kept, r)
		}
	}
	return kept
}

func ofVariant(r *scenarios.Result) string {
	if r.Variant == "" {
		return ""
	}
	return r.Variant + ": "
}
