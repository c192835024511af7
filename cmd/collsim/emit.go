package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"collsim/scenarios/sweep"
)

// engine is something that runs the shards of a plan side by side, and writes what it is told to do so.
type engine struct {
	name, doc string
	write     func(*batch) string
}

// engines are what sweep emit writes for.
var engines = []engine{
	{"slurm", "an array job for sbatch", (*batch).slurm},
	{"kubernetes", "an Indexed Job for kubectl", (*batch).kubernetes},
	{"parallel", "a line for GNU parallel", (*batch).parallel},
}

// batch is a plan whose shards are to be run side by side.
type batch struct {
	plan    *sweep.Plan
	path    string // of the plan
	tasks   int    // one a shard
	cores   int    // of a task
	program string
	image   string // of a container that has the program
	claim   string // of the volume that all tasks share
}

func emitCommand() *cobra.Command {
	b := &batch{}
	var to string
	c := &cobra.Command{
		Use:                   "emit PLAN --engine slurm|kubernetes|parallel --tasks N [flags]",
		DisableFlagsInUseLine: true,
		Short:                 "Print what runs a plan in several tasks on other machines",
		Long: `Prints a script, a manifest or a line by which a scheduler that you have runs the
shards of a plan, each in a task of its own: an array job of Slurm, an Indexed Job
of Kubernetes, or GNU parallel. A task finds out by itself which shard it is, goes
on where it was if it is started again, and writes a journal. All tasks need the
plan and one directory that they share. What is printed ends with how to merge.`,
		Example: `  collsim sweep emit plan.json --engine slurm --tasks 16 > plan.sbatch
  collsim sweep emit plan.json --engine kubernetes --tasks 16 | kubectl create -f -
  collsim sweep emit plan.json --engine parallel --tasks 4 | sh`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			i := indexOf(engines, to)
			if i < 0 {
				return fmt.Errorf("--engine: unknown engine %q%s", to, suggest(to, engineNames()))
			}
			if err := b.open(args[0]); err != nil {
				return err
			}
			return writeOut(c.OutOrStdout(), []byte(engines[i].write(b)))
		},
	}
	c.Flags().SortFlags = false
	c.Flags().StringVar(&to, "engine", "", "what runs the tasks: "+strings.Join(engineNames(), ", "))
	c.Flags().IntVar(&b.tasks, "tasks", 4, "how many tasks the points are split into")
	c.Flags().IntVar(&b.cores, "cores", 1, "how many cores a task has")
	c.Flags().StringVar(&b.program, "program", "collsim", "the program as the tasks find it")
	c.Flags().StringVar(&b.image, "image", "collsim:latest", "Kubernetes: the container image that has the program")
	c.Flags().StringVar(&b.claim, "claim", "collsim", "Kubernetes: the volume claim that all tasks share, with the plan at its top")
	return c
}

// indexOf is where an engine of a name stands, or -1.
func indexOf(all []engine, name string) int {
	for i := range all {
		if all[i].name == name {
			return i
		}
	}
	return -1
}

func engineNames() []string {
	var names []string
	for _, e := range engines {
		names = append(names, e.name)
	}
	return names
}

// mostTasks is how many tasks are taken for a slip. Slurm's arrays have 1,001 where nobody has changed that.
const mostTasks = 100_000

// open reads the plan and checks what was said beside it.
func (b *batch) open(path string) (err error) {
	if path == "-" {
		return fmt.Errorf("sweep emit needs a plan that is a file: the tasks read it again")
	}
	for _, word := range []struct{ what, text string }{{"the path of the plan", path}, {"--program", b.program}, {"--image", b.image}} {
		if word.text == "" || !utf8.ValidString(word.text) || strings.ContainsFunc(word.text, func(r rune) bool { return !unicode.IsPrint(r) }) {
			return fmt.Errorf("%s: no script can have %q; valid: UTF-8 that can be printed", word.what, word.text)
		}
	}
	if label(b.claim, len(b.claim)) != b.claim {
		return fmt.Errorf("--claim: not the name of a volume claim: %q; valid: small letters, digits, hyphens between them", b.claim)
	}
	b.path = path
	text, err := os.ReadFile(path)
	if err != nil {
		return cannotRead(path, err)
	}
	if b.plan, err = sweep.ReadPlan(path, text); err != nil {
		return err
	}
	points := len(b.plan.Points)
	switch {
	case b.tasks < 1 || b.tasks > mostTasks:
		return fmt.Errorf("--tasks: %d tasks; valid: 1 to %d", b.tasks, mostTasks)
	case b.tasks > points:
		return fmt.Errorf("--tasks: %d tasks for %d points; valid: 1 to %d", b.tasks, points, points)
	case b.cores < 1:
		return fmt.Errorf("--cores: %d cores; valid: 1 or more", b.cores)
	}
	return nil
}

// about is what a comment says of the batch.
func (b *batch) about() string {
	return fmt.Sprintf("%s of sweep %s (plan %s) in %s", count(len(b.plan.Points), "point"), b.name(), b.plan.Hash, count(b.tasks, "task"))
}

// name is that of the sweep in letters that every scheduler takes, in lower case.
func (b *batch) name() string {
	name := b.plan.Name
	if name == "" {
		name = strings.TrimSuffix(filepath.Base(b.path), filepath.Ext(b.path))
	}
	return label(name, 30)
}

// label keeps letters, digits and hyphens between them, as many as there may be: a label of DNS.
func label(text string, most int) string {
	var out strings.Builder
	for _, r := range strings.ToLower(text) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			out.WriteRune(r)
		case out.Len() > 0 && !strings.HasSuffix(out.String(), "-"):
			out.WriteByte('-')
		}
		if out.Len() == most {
			break
		}
	}
	if name := strings.TrimRight(out.String(), "-"); name != "" {
		return name
	}
	return "sweep"
}
