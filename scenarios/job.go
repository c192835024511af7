package scenarios

import (
	"strconv"

	"collsim/sim/units"
)

// Job is one of several collectives at the same time, by ranks of its own.
type Job struct {
	Name  string
	Ranks int   // how many; the next of the scenario's placement
	GPUs  []int // or on which GPUs they stand
	Start units.Duration
	Class int // traffic class of its messages
	Call
}

// jobKeys are the keys of one job.
func jobKeys() []key {
	job := func(d *draft) *Job { return &d.Jobs[len(d.Jobs)-1] }
	own := []key{
		{"ranks", "", "How many GPUs take part: the next ones of the placement, behind those of the jobs before.",
			integer{1, mostGPUs, func(d *draft, n int64) { job(d).Ranks = int(n) }}, anywhere},
		{"placement", "", "On which GPUs the ranks stand, by number; other jobs may stand there too. Instead of ranks.",
			gpuList{func(d *draft) *[]int { return &job(d).GPUs }}, anywhere},
		{"start", "", "The job begins so late. Its own times count from there.", duration{0, latestStart, func(d *draft) *units.Duration { return &job(d).Start }}, anywhere},
		{"class", "", "The traffic class of its messages. Left out: 0.", integer{0, 255, func(d *draft, n int64) { job(d).Class = int(n) }}, anywhere},
	}
	return append(own, callKeys(func(d *draft) *Call { return &job(d).Call })...)
}

func jobs() named {
	return named{"a job", jobKeys(), func(d *draft, name string) { d.Jobs = append(d.Jobs, Job{Name: name}) }, nil}
}

// object is the job in the words of a file.
func (j *Job) object() ordered {
	var o ordered
	if j.GPUs != nil {
		o.add("placement", ranges(j.GPUs))
	} else {
		o.add("ranks", j.Ranks)
	}
	if j.Start > 0 {
		o.add("start", j.Start.Exact())
	}
	if j.Class > 0 {
		o.add("class", j.Class)
	}
	j.Call.object(&o)
	return o
}

// jobs completes jobs and checks what stands beside them.
func (r *reader) jobs(n *node, d *draft) {
	for i := range d.Jobs {
		j := &d.Jobs[i]
		at := n.At("jobs", j.Name)
		path := "jobs." + j.Name
		switch count, list := at.Get("ranks"), at.Get("placement"); {
		case count == nil && list == nil:
			r.missing(at, path+".ranks", "a number of ranks such as 8, or placement with a list of GPUs")
		case count != nil && list != nil:
			r.problem(count.Where, path+".ranks: stands beside placement", count.Text, "one of the two")
		case list != nil:
			j.Ranks = 0
		}
		r.callOf(n, at, d, &j.Call)
	}
	if len(d.Jobs) > 0 {
		r.sole(n, "jobs", "groups", "workload", "ranks")
		d.perform(d.Jobs[0].Call)
	}
}

// sole refuses what cannot stand beside a key.
func (r *reader) sole(n *node, key string, others ...string) {
	for _, other := range others {
		if at := n.Get(other); at != nil {
			r.problem(at.Where, other+": stands beside "+key, at.Text, "one of the two")
		}
	}
	if at := n.Get("sync"); at != nil && at.Text == "rounds" {
		r.problem(at.Where, "sync: a barrier after each round is for one collective", at.Text, defaultSync)
	}
}

// placed checks the GPUs that jobs stand on, of so many.
func (r *reader) jobsPlaced(n *node, d *draft, gpus int) {
	free := gpus
	if d.Placement.List != nil {
		free = len(d.Placement.List)
	}
	taken := 0
	for i := range d.Jobs {
		j := &d.Jobs[i]
		at := n.At("jobs", j.Name)
		path := "jobs." + j.Name
		where := at.Where
		if j.GPUs != nil {
			r.onGPUs(at.Get("placement"), path+".placement", j.GPUs, gpus)
		} else if taken += j.Ranks; taken > free && j.Ranks > 0 {
			r.problem(at.Get("ranks").Where, path+".ranks: with those of the jobs before, more than the "+strconv.Itoa(free)+" GPUs there are",
				strconv.Itoa(j.Ranks), "at most "+strconv.Itoa(max(0, free-taken+j.Ranks))+"; or placement, to share GPUs")
		}
		if v := at.Get("root"); v != nil {
			where = v.Where
		}
		if j.Ranks == 0 && len(j.GPUs) == 0 {
			continue // refused already
		}
		r.callOn(where, at, path, &j.Call, max(j.Ranks, len(j.GPUs)))
	}
}

// callOn checks what a call needs of the ranks that perform it.
func (r *reader) callOn(where Where, at *node, path string, c *Call, ranks int) {
	if c.Root >= ranks {
		r.problem(where, path+".root: not one of the "+strconv.Itoa(ranks)+" ranks", strconv.Itoa(c.Root), "0 to "+strconv.Itoa(ranks-1))
	}
	a, ok := r.catalogue.algorithm(c.Collective, c.Algorithm)
	if ok && a.PowerOfTwo && ranks&(ranks-1) != 0 {
		if v := at.Get("algorithm"); v != nil {
			where = v.Where
		} else {
			where = at.Where
		}
		r.problem(where, path+".algorithm: needs a power of two of ranks, not "+strconv.Itoa(ranks), c.Algorithm, powersAround(ranks))
	}
}

// powersAround are the powers of two next to n.
func powersAround(n int) string {
	below := 1
	for below*2 <= n {
		below *= 2
	}
	return strconv.Itoa(below) + " or " + strconv.Itoa(below*2) + " ranks"
}

// onGPUs checks that GPUs are there.
func (r *reader) onGPUs(at *node, path string, list []int, gpus int) {
	for _, gpu := range list {
		if gpu >= gpus {
			r.problem(at.Where, path+": not one of the "+strconv.Itoa(gpus)+" GPUs of the fabric", strconv.Itoa(gpu), "0 to "+strconv.Itoa(gpus-1))
			return
		}
	}
}
