package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"collsim/scenarios/sweep"
)

// shard is a part of a sweep: number of of, from 1.
type shard struct{ number, of int }

// mostShards is how many a sweep may have.
const mostShards = 100_000

func (s shard) String() string { return fmt.Sprintf("%d of %d", s.number, s.of) }

// journal is the name of its journal. Names sort as their numbers do. Points that were missing have one of their own.
func (s shard) journal(p *sweep.Plan) string {
	rest := ""
	if p.Of != "" {
		rest = "-rest-" + p.Hash
	}
	return fmt.Sprintf("shard-%0*d-of-%d%s.jsonl", len(strconv.Itoa(s.of)), s.number, s.of, rest)
}

// sharding is what a command line says of shards.
type sharding struct {
	said  string
	count int
}

func (s *sharding) declare(flags *pflag.FlagSet) {
	flags.StringVar(&s.said, "shard", "", "which part of the points to play, such as `3/7`. Left out: what Slurm or Kubernetes says, else all")
	flags.IntVar(&s.count, "shard-count", 0, "how many parts there are, where the environment says only which: JOB_COMPLETION_INDEX, or SLURM_ARRAY_TASK_ID of a part of an array 1-N")
}

// Variables by which a scheduler tells which of its tasks this is.
const (
	slurmTask  = "SLURM_ARRAY_TASK_ID"
	slurmCount = "SLURM_ARRAY_TASK_COUNT"
	slurmFirst = "SLURM_ARRAY_TASK_MIN"
	slurmStep  = "SLURM_ARRAY_TASK_STEP"
	kubernetes = "JOB_COMPLETION_INDEX"
)

// find is the shard that is meant, and who says so; "" = nobody, and it is the whole.
func (s *sharding) find(variable func(string) string) (found shard, by string, err error) {
	if s.count < 0 || s.count > mostShards {
		return shard{}, "", fmt.Errorf("--shard-count: %d; valid: 1 to %d", s.count, mostShards)
	}
	switch {
	case s.said != "":
		found, err = s.flag()
		by = "--shard"
	case variable(slurmTask) != "":
		found, by, err = s.slurm(variable)
	case variable(kubernetes) != "":
		found, by, err = s.numbered(kubernetes, 0, variable)
	case s.count > 0:
		return shard{}, "", fmt.Errorf("--shard-count: %d says how many shards there are, but nothing says which this is; valid: --shard 1/%d, or %s or %s in the environment", s.count, s.count, slurmTask, kubernetes)
	default:
		return shard{1, 1}, "", nil
	}
	if err == nil && (found.of < 1 || found.of > mostShards || found.number < 1 || found.number > found.of) {
		err = fmt.Errorf("%s: there is no shard %v; valid: 1 to %d", by, found, found.of)
	}
	return found, by, err
}

// flag reads --shard.
func (s *sharding) flag() (shard, error) {
	number, of, two := strings.Cut(s.said, "/")
	i, wrong := strconv.Atoi(number)
	n, bad := strconv.Atoi(of)
	if !two || wrong != nil || bad != nil || n < 1 || n > mostShards || i < 1 || i > n {
		return shard{}, fmt.Errorf("--shard: not a shard: %q; valid: one of so many, from 1, such as 3/7, of at most %d", s.said, mostShards)
	}
	if s.count > 0 && s.count != n {
		return shard{}, fmt.Errorf("--shard-count: %d, and --shard says %d; valid: one of the two", s.count, n)
	}
	return shard{i, n}, nil
}

// slurm reads what a task of a Slurm array knows: its number, the first, the step, and how many there are. Where the command
// line says how many, the array is 1-N and the number that of the shard, so that single tasks can be sent in again.
func (s *sharding) slurm(variable func(string) string) (shard, string, error) {
	if s.count > 0 {
		return s.numbered(slurmTask, 1, variable)
	}
	by := slurmTask + "=" + variable(slurmTask)
	values := map[string]int{slurmStep: 1}
	for _, name := range []string{slurmTask, slurmCount, slurmFirst, slurmStep} {
		text := variable(name)
		if text == "" && name == slurmStep {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			return shard{}, by, fmt.Errorf("%s: not a number: %q; valid: what Slurm sets for the task of an array, or --shard", name, text)
		}
		values[name] = n
		if name != slurmTask {
			by += " " + name + "=" + text
		}
	}
	from := values[slurmTask] - values[slurmFirst]
	if step := values[slurmStep]; step < 1 || from%step != 0 {
		return shard{}, by, fmt.Errorf("%s: the array has no regular numbers; valid: an array such as 0-6, or --shard", by)
	}
	return shard{from/values[slurmStep] + 1, values[slurmCount]}, by, nil
}

// numbered reads a number that counts from some first one; how many there are says the command line.
func (s *sharding) numbered(name string, first int, variable func(string) string) (shard, string, error) {
	text := variable(name)
	i, err := strconv.Atoi(text)
	switch {
	case err != nil:
		return shard{}, name, fmt.Errorf("%s: not a number: %q; valid: %d and up, or --shard", name, text, first)
	case s.count == 0:
		return shard{}, name, fmt.Errorf("%s=%d says which shard this is, but not of how many; valid: --shard-count, or --shard", name, i)
	}
	return shard{i - first + 1, s.count}, fmt.Sprintf("%s=%d of --shard-count %d", name, i, s.count), nil
}
