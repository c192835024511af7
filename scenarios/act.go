package scenarios

import (
	"fmt"
	"slices"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/algo/program"
	"collsim/fabric"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// The kinds of acts.
const (
	aJob   = "job"
	aGroup = "group"
)

// act is a job, or a group with all its teams, as it is played.
type act struct {
	kind      string
	name      string
	call      Call // with channels and slices as they came out
	algorithm algo.Algorithm
	teams     []program.Part // of a job, one
	gpus      [][]int32      // of each team
	switches  []fabric.DeviceID
	ranks     []int32 // of the whole
	lanes     []int32 // of the whole that are its own; nil = all of its ranks
	start     units.Duration
	class     int
}

// planJobs joins the jobs to one schedule.
func (b *bound) planJobs() error {
	s := &b.scenario
	b.switches = nil
	var parts []program.Part
	next, ranks := 0, int32(0)
	var gpus []int32
	for i := range s.Jobs {
		j := &s.Jobs[i]
		on := narrow(j.GPUs)
		if j.GPUs == nil {
			on = b.gpus[next : next+j.Ranks]
			next += j.Ranks
		}
		a := act{kind: aJob, name: j.Name, call: j.Call, start: j.Start, class: j.Class}
		if err := b.team(&a, "jobs."+j.Name, on, series(ranks, len(on))); err != nil {
			return err
		}
		ranks += int32(len(on))
		gpus = append(gpus, on...)
		parts = append(parts, a.teams[0])
		b.acts = append(b.acts, a)
		b.switches = append(b.switches, a.switches...)
	}
	whole, err := program.Beside(int(ranks), 1, parts)
	if err != nil {
		return fmt.Errorf("jobs: %w", err)
	}
	for i := range b.acts {
		b.acts[i].lanes = program.Lanes(parts, i)
	}
	b.gpus, s.Ranks = gpus, int(ranks)
	b.algorithm, b.schedule = b.acts[0].algorithm, whole
	return nil
}

// series is n numbers from first on.
func series(first int32, n int) []int32 {
	all := make([]int32, n)
	for i := range all {
		all[i] = first + int32(i)
	}
	return all
}

// team adds a team of an act: what it performs, on some GPUs, by some ranks of the whole.
func (b *bound) team(a *act, path string, gpus, ranks []int32) error {
	c := a.call
	if c.Channels == 0 {
		c.Channels = b.channels(gpus)
	}
	schedule, algorithm, switches, err := b.buildOn(c, gpus)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	a.algorithm = algorithm
	a.teams = append(a.teams, program.Part{Schedule: schedule, Ranks: ranks})
	a.gpus, a.ranks, a.switches = append(a.gpus, gpus), append(a.ranks, ranks...), append(a.switches, switches...)
	return nil
}

// planGroups makes one program of what the groups perform: each on a stream of its own.
func (b *bound) planGroups() error {
	s := &b.scenario
	p := program.New(s.Ranks, min(b.graph.GPUsPerNode, s.Ranks))
	var calls []int
	for i := range s.Groups {
		g := &s.Groups[i]
		a := act{kind: aGroup, name: g.Name, call: g.Call, class: g.Class}
		path := "groups." + g.Name
		for _, ranks := range g.teams(s.Ranks) {
			on := make([]int32, len(ranks))
			for r, rank := range ranks {
				on[r] = b.gpus[rank]
			}
			if err := b.team(&a, path, on, ranks); err != nil {
				return err
			}
		}
		if len(a.switches) > 0 {
			return fmt.Errorf("%s: algorithm: %s/%s goes through switches, which groups cannot; valid: another algorithm, or jobs", path, g.Collective, g.Algorithm)
		}
		b.acts = append(b.acts, a)
		if b.only > 0 && b.only != i+1 {
			p.Skip()
			continue
		}
		whole, err := program.Beside(s.Ranks, 1, a.teams)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		call, err := p.Call(whole, len(calls), int32(i)+1)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if calls = append(calls, call); s.Run == inOrder {
			p.Wait(call)
		}
	}
	for _, call := range calls {
		if s.Run == concurrent {
			p.Wait(call)
		}
	}
	first := b.acts[0].teams[0].Schedule
	b.algorithm, b.schedule = b.acts[0].algorithm, p.Schedule(first.Collective, first.Algorithm)
	b.lanesOfGroups(p)
	return nil
}

// lanesOfGroups finds the lanes of each group that is played.
func (b *bound) lanesOfGroups(p *program.Program) {
	stream := 0
	for i := range b.acts {
		if b.only > 0 && b.only != i+1 {
			continue
		}
		first, n := p.Stream(stream)
		b.acts[i].lanes = series(first, int(n))
		stream++
	}
}

// calls are the tasks of groups: each calls the library.
func (b *bound) calls() []exec.Task {
	var all []exec.Task
	for i := range b.acts {
		all = append(all, exec.Task{Component: ledger.Launch, Call: true, Bytes: b.acts[i].call.Bytes})
	}
	return all
}

// standsOfJobs are where the ranks of all jobs stand. Luck goes by job and rank, so that one more job shifts nobody's.
func (b *bound) standsOfJobs() []exec.Stand {
	var all []exec.Stand
	for i := range b.acts {
		a := &b.acts[i]
		for r, gpu := range a.gpus[0] {
			s := b.stand(gpu, uint64(i)<<32|uint64(r), a.teams[0].Schedule.Call.Bytes)
			s.Absent = b.only > 0 && b.only != i+1
			all = append(all, s)
		}
	}
	return all
}

// seated are the switches of the schedule's seats; -1 = of a job that is not played.
func (b *bound) seated() []fabric.DeviceID {
	if b.acts == nil || b.only == 0 {
		return b.switches[:b.schedule.Seats]
	}
	var all []fabric.DeviceID
	for i := range b.acts {
		switches := slices.Clone(b.acts[i].switches)
		for n := range switches {
			if b.only != i+1 {
				switches[n] = -1
			}
		}
		all = append(all, switches...)
	}
	return all
}

// classes are the traffic classes of what each lane sends; nil = all 0.
func (b *bound) classes() []uint8 {
	if !slices.ContainsFunc(b.acts, func(a act) bool { return a.class > 0 }) {
		return nil
	}
	all := make([]uint8, b.schedule.Parties()*b.schedule.Lanes)
	for i := range b.acts {
		a := &b.acts[i]
		for _, r := range a.ranks {
			for _, lane := range a.lanes {
				all[r*b.schedule.Lanes+lane] = uint8(a.class)
			}
		}
	}
	return all
}

// proof proves the schedules of all teams.
func (b *bound) proofOfActs() (string, error) {
	weakest := ""
	for i := range b.acts {
		for _, t := range b.acts[i].teams {
			proof, err := prove(b.acts[i].algorithm, t.Schedule)
			if err != nil {
				return "", err
			}
			if weakest == "" || proof != proved {
				weakest = proof
			}
		}
	}
	return "each collective by itself: " + weakest, nil
}
