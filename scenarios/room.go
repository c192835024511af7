package scenarios

import (
	"fmt"

	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/sim/units"
)

// Room is how much memory runs may take. The zero value is no limit.
type Room struct {
	Limit  units.Bytes // of the heap; 0 = none
	Source string      // what sets it, for messages: "half of the memory of this machine"
	Beside int         // so many replicates are played at the same time; 0 = 1
}

// Crowded says that a run would need more memory than it may take. Nothing large has been built for it.
type Crowded struct {
	Needs  units.Bytes // estimated
	Most   string      // what takes most of it
	Limit  units.Bytes
	Source string
	Fits   int  // about how many ranks would fit
	Own    bool // the limit is the scenario's
}

func (c *Crowded) Error() string {
	where, valid := "fabric", ""
	if c.Own {
		where = "limits.memory"
	}
	if c.Fits > 1 {
		valid = fmt.Sprintf("at most about %s ranks, ", grouped(int64(c.Fits)))
	}
	return fmt.Sprintf("%s: the run would need about %s of memory, more than %s (%s); most of it are %s; valid: %sanother algorithm or level, or more with --max-memory",
		where, Gibibytes(c.Needs), Gibibytes(c.Limit), c.Source, c.Most, valid)
}

// Gibibytes writes an amount of memory to one digit behind the point, in GiB, or else MiB, rounded up.
func Gibibytes(n units.Bytes) string {
	unit, name := units.GiB, "GiB"
	if n < unit {
		unit, name = units.MiB, "MiB"
	}
	tenths := n/unit*10 + (n%unit*10+unit-1)/unit
	if tenths%10 == 0 {
		return grouped(int64(tenths/10)) + " " + name
	}
	return fmt.Sprintf("%s.%d %s", grouped(int64(tenths/10)), tenths%10, name)
}

// Within says how much memory runs of the file may take where its scenarios do not.
func (f *File) Within(r Room) {
	for i := range f.Scenarios {
		f.Scenarios[i].Room = r
	}
}

// MostMemory is what any run of the file may take; 0 = there is no limit.
func (f *File) MostMemory() units.Bytes {
	most := units.Bytes(0)
	for i := range f.Scenarios {
		limit := f.Scenarios[i].Room.Limit
		if m := f.Scenarios[i].MaxMemory; m > 0 {
			limit = m
		}
		if limit == 0 {
			return 0
		}
		most = max(most, limit)
	}
	return most
}

// within refuses a demand that the scenario has no room for.
func (b *bound) within(d demand) error {
	limit, source, own := b.scenario.Room.Limit, b.scenario.Room.Source, false
	if m := b.scenario.MaxMemory; m > 0 {
		limit, source, own = m, "what the scenario allows", true
	}
	if limit == 0 {
		return nil
	}
	if n := b.scenario.Replicates; n > 2 {
		d.beside = min(int64(n-1), int64(max(1, b.scenario.Room.Beside)))
	}
	needs, most := d.sum()
	needs += ownBytes
	if needs <= limit {
		return nil
	}
	return &Crowded{Needs: needs, Most: most, Limit: limit, Source: source, Own: own, Fits: d.fits(limit)}
}

// roomToWire refuses a fabric of servers that is too large to be built. How large it is goes by two small ones of its kind.
func (b *bound) roomToWire() error {
	const few = 16
	f := &b.scenario.Fabric
	if f.Graph != nil || f.Nodes <= 4*few {
		return nil
	}
	size := func(nodes int) (devices, links, gpus int64, ok bool) {
		spec := f.spec(nodes)
		spec.Set, spec.Seed = b.ofFabric, b.scenario.Seed
		g, _, err := fabric.Build(spec)
		if err != nil {
			return 0, 0, 0, false // what is wrong shows when the whole is built
		}
		return int64(len(g.Devices)), int64(len(g.Links)), int64(g.GPUsPerNode), true
	}
	devices, links, _, fine := size(few)
	twice, doubled, gpus, ok := size(2 * few)
	if !fine || !ok {
		return nil
	}
	more := int64(f.Nodes)/few - 1
	return b.within(demand{
		ranks: int64(f.Nodes) * gpus, devices: devices + more*(twice-devices), links: links + more*(doubled-links),
	})
}

// roomInFull refuses, before anything is counted, a run that cannot be folded and would take too much in full.
func (b *bound) roomInFull() error {
	if _, _, why := b.schedule.Symmetry(); why == nil && b.scenario.Fold != foldOff {
		return nil // how it is played shows later
	}
	level := b.scenario.Fidelity
	if level == defaultFidelity {
		level = byMessages
	}
	c := exec.Config{Graph: b.graph, Host: b.host, Schedule: b.schedule}
	return b.roomToRun(level, &c, b.schedule.Call.Ranks)
}

// roomToRun refuses a run that would take too much. played is how many of the ranks have lanes: all, or representatives.
func (b *bound) roomToRun(level string, c *exec.Config, played int) error {
	if b.scenario.Room.Limit == 0 && b.scenario.MaxMemory == 0 {
		return nil
	}
	return b.within(b.demand(level, c, played))
}
