package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"collsim/sim/units"
)

// testFlags are the flags of nccl-tests that mean something here.
type testFlags struct {
	threads, gpus int // of a process, of a thread
	least, most   units.Bytes
	step          units.Bytes
	factor        int // 0, 1 = sizes go by steps
	iterations    int
	warmup        int
	check         int
	op, datatype  string
	root          string
	graph         int
	file          string // for JSON; "" = none
}

// ofNCCLTests is a flag of nccl-tests that can change no time here.
type ofNCCLTests struct {
	name, letter string
	only         string // the one value that can be taken; "" = any whole number, for it makes no difference
	why          string
}

// fixedFlags are those. All of nccl-tests' flags are known, so that what is refused can be refused with its reason.
var fixedFlags = []ofNCCLTests{
	{"agg-iters", "m", "1", "operations of one group launch are not modelled"},
	{"run-cycles", "N", "1", "each cycle would print the same"},
	{"blocking", "z", "0", "iterations that wait for each other are not modelled"},
	{"local-register", "R", "0", "registered buffers are not modelled"},
	{"cta-policy", "x", "0", "policies of thread blocks are not modelled"},
	{"device-implementation", "D", "0", "kernels that call the device API are not modelled"},
	{"report-cputime", "C", "0", "what is simulated is the time on the GPUs"},
	{"report-timestamps", "S", "0", "an answer has no time of day"},
	{"per-iter-timing", "I", "0", "each iteration takes the same time"},
	{"memory", "M", "0", "the memory of GPUs is not modelled"},
	{"unalign", "u", "0", "the alignment of buffers is not modelled"},
	{"device-cta-count", "V", "", "thread blocks of the device API are not modelled"},
	{"per-iter-skip", "K", "", "each iteration takes the same time"},
	{"average", "a", "", "all ranks report the same time"},
	{"parallel-init", "p", "", "the start of the library is not timed"},
	{"stream-null", "y", "", "streams are all alike"},
	{"timeout", "T", "", "nothing is waited for; --max-time limits simulated time"},
}

// declare declares all flags of nccl-tests, under their names and letters. They may be written with _ or with -.
func (t *testFlags) declare(flags *pflag.FlagSet) {
	flags.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		return pflag.NormalizedName(strings.ReplaceAll(name, "_", "-"))
	})
	*t = testFlags{threads: 1, gpus: 1, least: 32 * units.MiB, most: 32 * units.MiB, step: units.MiB, iterations: 20, warmup: 1, check: 1}
	flags.VarP(&size{&t.least}, "minbytes", "b", "the smallest `size`, such as 8, 64K, 128M or 4G")
	flags.VarP(&size{&t.most}, "maxbytes", "e", "the largest `size`")
	flags.VarP(&whole{&t.factor, 0}, "stepfactor", "f", "each size is so many `times` the one before")
	flags.VarP(&size{&t.step}, "stepbytes", "i", "or so many `bytes` more than the one before")
	flags.VarP(&whole{&t.gpus, 1}, "ngpus", "g", "`GPUs` that one thread drives, which launches them one after the other")
	flags.VarP(&whole{&t.threads, 1}, "nthreads", "t", "`threads` of a process; 1, and 1 GPU = a process a GPU, on all GPUs")
	flags.VarP(&whole{&t.graph, 0}, "cudagraph", "G", "1 or more = iterations are `launches` of a CUDA graph")
	flags.VarP(&whole{&t.iterations, 1}, "iters", "n", "timed `iterations`; each takes the same time")
	flags.VarP(&whole{&t.warmup, 0}, "warmup-iters", "w", "`iterations` that are not timed")
	flags.VarP(&whole{&t.check, 0}, "check", "c", "`0` = schedules are not proved, so that nothing is known of wrong results")
	flags.StringVarP(&t.op, "op", "o", "sum", "the reduction: "+strings.Join(redops, ", ")+", all")
	flags.StringVarP(&t.datatype, "datatype", "d", "float", "the type of an element: "+strings.Join(typeNames(), ", ")+", all")
	flags.StringVarP(&t.root, "root", "r", "0", "the `rank` that is root of a broadcast or reduce, or all")
	flags.StringVarP(&t.file, "output-file", "J", "", "write nccl-tests' JSON into this `file` as well, .json")
	for _, f := range fixedFlags {
		flags.StringP(f.name, f.letter, f.only, f.why)
		flags.Lookup(f.name).Hidden = true
	}
}

// settle looks at what flags say together. Its warnings are of flags that change nothing.
func (t *testFlags) settle(flags *pflag.FlagSet) (warnings []string, err error) {
	var wrong []error
	idle := map[string][]string{}
	var reasons []string
	vain := func(flag, why string) {
		if idle[why] == nil {
			reasons = append(reasons, why)
		}
		idle[why] = append(idle[why], flag)
	}
	for _, f := range fixedFlags {
		if !flags.Changed(f.name) {
			continue
		}
		value := flags.Lookup(f.name).Value.String()
		switch _, err := strconv.Atoi(value); {
		case err != nil:
			wrong = append(wrong, fmt.Errorf("-%s: not a whole number: %q; valid: %s", f.letter, value, cmp.Or(f.only, "any whole number")))
		case f.only == "":
			vain("-"+f.letter, f.why)
		case value != f.only:
			wrong = append(wrong, fmt.Errorf("-%s: %s cannot be answered, for %s; valid: %s", f.letter, value, f.why, f.only))
		}
	}
	for _, name := range []string{"iters", "warmup-iters"} {
		if f := flags.Lookup(name); f.Changed {
			vain("-"+f.Shorthand, "each iteration takes the same time")
		}
	}
	if flags.Changed("stepbytes") && t.factor > 1 {
		vain("-i", "sizes go by -f")
	}
	for _, why := range reasons {
		warnings = append(warnings, strings.Join(idle[why], ", ")+": changed nothing: "+why)
	}
	if t.least > t.most {
		wrong = append(wrong, fmt.Errorf("-b: %d is more than the %d of -e; valid: at most that", t.least, t.most))
	}
	return warnings, errors.Join(wrong...)
}

// whole is a flag's whole number.
type whole struct {
	value *int
	least int
}

func (w *whole) String() string {
	if w.value == nil { // pflag asks a zero value
		return ""
	}
	return strconv.Itoa(*w.value)
}

func (w *whole) Type() string { return fmt.Sprintf("whole number, %d or more", w.least) }

func (w *whole) Set(text string) (err error) {
	if *w.value, err = strconv.Atoi(text); err == nil && *w.value < w.least {
		err = strconv.ErrRange
	}
	return err
}

// size is a flag's size in the words of nccl-tests, where K, M and G are powers of 2, or with a unit.
type size struct{ value *units.Bytes }

func (s *size) Type() string { return "size such as 8, 64K, 128M, 4G or 1MiB, at most 1PiB" }

// mostSize is what a schedule may move.
const mostSize = units.Bytes(1) << 50

func (s *size) String() string {
	if s.value == nil {
		return ""
	}
	n := *s.value
	for i, letter := range []string{"G", "M", "K"} {
		if unit := units.GiB >> (10 * i); n >= unit && n%unit == 0 {
			return strconv.FormatInt(int64(n/unit), 10) + letter
		}
	}
	return strconv.FormatInt(int64(n), 10)
}

func (s *size) Set(text string) error {
	n, err := units.ParseBytes(text)
	if slices.Contains([]string{"KB", "MB", "GB"}, strings.ToUpper(text[max(0, len(text)-2):])) {
		return errors.New("powers of ten here, of two there") // nccl-tests reads MB as MiB, the rest of this program does not
	}
	if err != nil {
		n, err = plainSize(text)
	}
	if n > mostSize {
		err = errors.New("too large")
	}
	*s.value = n
	return err
}

// plainSize reads a number with K, M, G or nothing behind it.
func plainSize(text string) (units.Bytes, error) {
	number, unit := text, units.Bytes(1)
	if at := len(text) - 1; at > 0 {
		if i := strings.IndexByte("KMG", text[at]&^('a'-'A')); i >= 0 && text[at] > '9' {
			number, unit = text[:at], units.KiB<<(10*i)
		}
	}
	value, err := strconv.ParseFloat(number, 64)
	if n := value * float64(unit); err == nil && n >= 0 && n <= math.MaxInt64/2 {
		return units.Bytes(n), nil
	}
	return 0, errors.New("no size")
}

// unknownFlag says which flag was probably meant.
func unknownFlag(c *cobra.Command, err error) error {
	letter, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "unknown shorthand flag: '"), "'")
	if !strings.HasPrefix(err.Error(), "unknown shorthand flag: ") {
		return flagError(c, err)
	}
	for _, l := range []string{strings.ToLower(letter), strings.ToUpper(letter)} {
		if l != letter && c.Flags().ShorthandLookup(l) != nil {
			return fmt.Errorf("unknown flag -%s; did you mean -%s (--%s)?", letter, l, c.Flags().ShorthandLookup(l).Name)
		}
	}
	var letters []string
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Shorthand != "" {
			letters = append(letters, "-"+f.Shorthand)
		}
	})
	return fmt.Errorf("unknown flag -%s; valid: %s", letter, strings.Join(letters, ", "))
}
