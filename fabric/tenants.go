package fabric

import (
	"sort"

	"collsim/sim/units"
)

// Tenants tells for how long a link has been busy for each of several owners (see [Message]), as far ahead of the clock as
// that is decided. A Net makes one when messages of a second owner come to a link, so that links of one owner cost nothing.
type Tenants struct {
	first uint32     // whose everything was before sole
	sole  units.Time // since when there are others
	all   []tenant
}

// tenant is one owner, and when the link is busy for it: a span for each time without another owner's bytes or a gap.
type tenant struct {
	owner uint32
	total units.Duration
	spans []busySpan
	gone  int // spans that ended before the clock
}

type busySpan struct {
	start, end units.Time
	before     units.Duration // the tenant's total before start
}

// NewTenants returns the tenants of a link that is busy for one owner alone until an instant, for so long in all.
func NewTenants(owner uint32, until units.Time, busy units.Duration) *Tenants {
	return &Tenants{first: owner, sole: until, all: []tenant{{owner: owner, total: busy}}}
}

// By is for how long the link is busy for an owner until instant at, which lies not before the latest now of Add. busy is
// for how long it is busy until then for anybody.
func (t *Tenants) By(owner uint32, at units.Time, busy units.Duration) units.Duration {
	if at < t.sole {
		if owner == t.first {
			return busy
		}
		return 0
	}
	o := t.of(owner)
	spans := o.spans[o.gone:]
	i := sort.Search(len(spans), func(i int) bool { return spans[i].end > at })
	if i == len(spans) {
		return o.total
	}
	return spans[i].before + max(0, at.Sub(spans[i].start))
}

// Add says at instant now that the link is busy for an owner from start to end, behind all that it has been told.
func (t *Tenants) Add(owner uint32, now, start, end units.Time) {
	o := t.of(owner)
	if last := len(o.spans) - 1; last >= o.gone && o.spans[last].end == start {
		o.spans[last].end = end
	} else {
		o.forget(now)
		o.spans = append(o.spans, busySpan{start, end, o.total})
	}
	o.total += end.Sub(start)
}

// forget drops the spans that nobody can ask about any more.
func (o *tenant) forget(now units.Time) {
	for o.gone < len(o.spans) && o.spans[o.gone].end <= now {
		o.gone++
	}
	if 2*o.gone >= len(o.spans) {
		o.spans = o.spans[:copy(o.spans, o.spans[o.gone:])]
		o.gone = 0
	}
}

func (t *Tenants) of(owner uint32) *tenant {
	for i := range t.all {
		if t.all[i].owner == owner {
			return &t.all[i]
		}
	}
	t.all = append(t.all, tenant{owner: owner})
	return &t.all[len(t.all)-1]
}
