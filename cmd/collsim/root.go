package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// streams are what a command reads and writes beside files.
type streams struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

// execute runs one command line and returns its exit code.
func execute(ctx context.Context, args []string, s streams) int {
	w := watchOf(ctx)
	if w == nil {
		w = newWatch()
		ctx = withWatch(ctx, w)
	}
	if w.out == nil {
		w.out = &outlet{Writer: s.out}
	}
	out := w.out
	s.out = out
	root := newRoot(s)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if said := (failure{}); out.lost != nil && !errors.As(err, &said) {
		err = cannotWrite("standard output", out.lost)
	}
	return report(s.err, err)
}

func newRoot(s streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "collsim",
		Short: "How long a collective takes on a GPU fabric, and where the time goes",
		Long: `collsim simulates collective operations (all-reduce, all-gather, barrier and so on)
over modelled GPU fabrics and reports where every picosecond of latency goes.

Start with "collsim run", which answers a built-in question.`,
		SilenceUsage:      true,
		SilenceErrors:     true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
		Args:              cobra.ArbitraryArgs,
		PersistentPreRunE: overwrites,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.Help()
			}
			return fmt.Errorf("unknown command %q%s", args[0], suggest(args[0], commandNames(c)))
		},
	}
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return flagError(c, err) })
	root.AddCommand(runCommand(), sweepCommand(), testCommand(), roundsCommand(), scheduleCommand(), listCommand(), explainCommand(), diagnoseCommand(), compareCommand(), perfCommand(), fitCommand(), reportCommand(), verifyCommand(), goalCommand(),
		topoCommand(), serveCommand(), lessonCommand(), schemaCommand(), versionCommand())
	sayUse(root)
	return root
}

func commandNames(c *cobra.Command) []string {
	var names []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	return names
}

// flagError adds the flag that was probably meant.
func flagError(c *cobra.Command, err error) error {
	if name, ok := strings.CutPrefix(err.Error(), "unknown flag: --"); ok {
		if name == "env" && c.Flags().Lookup("set") != nil {
			return errors.New("unknown flag --env, which is of collsim perf; valid: --set nccl.env.NCCL_ALGO=Ring, one for each variable")
		}
		return fmt.Errorf("unknown flag --%s%s", name, suggest(name, flagNames(c)))
	}
	if wrong := (*pflag.InvalidValueError)(nil); errors.As(err, &wrong) {
		f := wrong.GetFlag()
		valid := "a " + f.Value.Type()
		switch f.Value.Type() {
		case "bool":
			valid = fmt.Sprintf("--%s alone, or --%s=false", f.Name, f.Name)
		case "int", "int64":
			valid = "a whole number"
		case "uint", "uint64":
			valid = "a whole number, 0 or more"
		}
		return fmt.Errorf("--%s: not a value for it: %q; valid: %s", f.Name, wrong.GetValue(), valid)
	}
	return err
}

// terminal tells whether somebody watches: a device that shows characters.
func terminal(stream any) bool {
	if out, ok := stream.(*outlet); ok {
		stream = out.Writer
	}
	file, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// ansi tells whether terminals here know colours and how to clear a line.
func ansi() bool { return os.Getenv("TERM") != "dumb" }

// colourful tells whether an answer is to be in colours, unless a flag forbids it.
func colourful(live bool) bool { return live && os.Getenv("NO_COLOR") == "" && ansi() }
