package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"collsim/scenarios/sweep"
)

// planFile is what a plan is called in the directory of its journals.
const planFile = "plan.json"

// sweeping is what a command line of sweep run asks for.
type sweeping struct {
	asked    question
	shards   sharding
	out      string
	resume   bool
	retry    bool
	uncached bool
	cache    string
	progress showing
}

func sweepRunCommand() *cobra.Command {
	var s sweeping
	c := &cobra.Command{
		Use:   "run PLAN | FILE | NAME | DIR [flags]",
		Short: "Play the points of a plan, or those of one shard",
		Long: `Plays the points of a plan on all cores, the dearest first, and appends what comes out
to a journal: DIR/shard-3-of-7.jsonl, one JSON object a line, each with a checksum. A
scenario is planned first. DIR gets the plan as well, so that merge, report and a
further run need nothing else.

Which shard this is says --shard, or else Slurm (SLURM_ARRAY_TASK_ID and _COUNT, _MIN,
_STEP), or else Kubernetes (JOB_COMPLETION_INDEX, with --shard-count); it is told on
stderr. Without any it is the whole, which is merged at the end.

A run that is interrupted or killed at any moment loses the points it was playing: with
--resume the same command plays what is missing, so that a script can always say it. A
point that has no result (a deadlock, a limit) is a line with its error and is not
played again, unless --retry-failed. Points that need more memory than a core's share
are played at the end, one by one.`,
		Example: `  collsim sweep run scaling.yaml
  collsim sweep run scaling.plan.json --shard 3/7 --resume
  collsim sweep run scaling.sweep --retry-failed`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return s.run(c, args[0]) },
	}
	s.declare(c.Flags())
	return c
}

func (s *sweeping) declare(flags *pflag.FlagSet) {
	s.asked.declare(flags)
	s.shards.declare(flags)
	flags.StringVar(&s.out, "out", "", "directory for journals. Left out: NAME.sweep beside the plan, or here")
	flags.BoolVar(&s.resume, "resume", false, "go on with a journal that there is; without one, begin")
	flags.BoolVar(&s.retry, "retry-failed", false, "go on, and play points again that have an error")
	flags.BoolVar(&s.uncached, "no-cache", false, "neither take results from the cache nor keep them there")
	flags.StringVar(&s.cache, "cache", "", "directory of the cache. Left out: what COLLSIM_CACHE says, or else collsim in the user's directory for caches")
	s.progress.declare(flags)
}

func (s *sweeping) run(c *cobra.Command, name string) error {
	if s.shards.said == "" && c.Flags().Changed("shard") { // a variable that is not set: all points would be played
		return errors.New("--shard: no shard is named; valid: one of so many, from 1, such as 3/7")
	}
	own, by, err := s.shards.find(os.Getenv)
	if err != nil {
		return err
	}
	if by != "" {
		fmt.Fprintf(c.ErrOrStderr(), "collsim: shard %v, from %s\n", own, by)
	}
	hide, err := s.progress.start(c)
	if err != nil {
		return err
	}
	defer hide()
	p, err := planned(c, name, s.asked.said(c.Flags()))
	if err != nil {
		return err
	}
	out := s.out
	if out == "" {
		out = runOf(name, p)
	}
	if err := keepPlan(out, p); err != nil {
		return err
	}
	shift, err := s.open(c, p, out, own)
	if err != nil {
		return err
	}
	err = shift.work()
	hide()
	if err == nil && own.of == 1 {
		err = finish(c, p, out, shift)
	} else if err == nil {
		err = shift.conclude(c)
	}
	return err
}

// outOf is the directory of the journals of a plan or scenario.
func outOf(name string) string {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return name
	}
	if filepath.Base(name) == planFile {
		return filepath.Dir(name)
	}
	if s := stem(name); s != name || name == "-" {
		return s + ".sweep"
	}
	return name + ".sweep"
}

// runOf is the directory of the journals of a plan. Points that were missing belong to those of the whole.
func runOf(name string, p *sweep.Plan) string {
	whole := filepath.Dir(name)
	text, err := os.ReadFile(filepath.Join(whole, planFile))
	if p.Of != "" && err == nil {
		if there, err := sweep.ReadPlan(planFile, text); err == nil && there.Hash == p.Of {
			return whole
		}
	}
	return outOf(name)
}

// keepPlan puts the plan where its journals are. Another plan that is there stays.
func keepPlan(out string, p *sweep.Plan) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return fmt.Errorf("--out: cannot make %q: %w", out, reason(err))
	}
	path := filepath.Join(out, planFile)
	data, err := p.Encode()
	if err != nil {
		return failed(err)
	}
	if text, err := os.ReadFile(path); err == nil {
		there, err := sweep.ReadPlan(path, text)
		switch {
		case err == nil && (there.Hash == p.Hash || there.Hash == p.Of):
			return nil
		case err == nil:
			err = fmt.Errorf("%s: is another plan, %s, not %s", path, there.Hash, p.Hash)
		}
		return fmt.Errorf("%w; valid: another --out", err)
	}
	if err := place(path); err != nil {
		return fmt.Errorf("--out: cannot write %q: %w", path, err)
	}
	return writeFile(path, data)
}

// open opens the journal of the shard and finds out what is left to do.
func (s *sweeping) open(c *cobra.Command, p *sweep.Plan, out string, own shard) (*shift, error) {
	points := p.Shard(own.number, own.of)
	j, old, err := openJournal(filepath.Join(out, own.journal(p)), p, own, s.resume || s.retry)
	if err != nil {
		return nil, err
	}
	for _, damage := range old.Damage {
		fmt.Fprintf(c.ErrOrStderr(), "collsim: warning: %s; its point is played again\n", damage)
	}
	x := &shift{ctx: c.Context(), watch: watchOf(c.Context()), plan: p, own: own, points: points, journal: j, room: room()}
	if !s.uncached {
		x.cache = openCache(c.ErrOrStderr(), s.cache)
	}
	return x, x.leave(old, s.retry)
}

// leave leaves out what is in the journal.
func (x *shift) leave(old *sweep.Journal, retry bool) error {
	there, err := sweep.Merge(x.plan, old)
	if err != nil && !errors.As(err, new(*sweep.Gaps)) {
		x.journal.close()
		return err
	}
	done := map[int]bool{}
	for i := range there.Records {
		r := &there.Records[i]
		if r.Error == "" || !retry {
			done[r.Index] = true
			x.before++
			if r.Error != "" {
				x.failed++
			}
		}
	}
	var left []sweep.Point
	for _, point := range x.points {
		if !done[point.Index] {
			left = append(left, point)
		}
	}
	x.questions = sweep.Questions(left)
	return nil
}
