package sweep

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Merged is a sweep that was played: one record a point, in the order of the plan.
type Merged struct {
	Plan    *Plan
	Hash    string   // names all of it: the ids and what came out; "" where points are missing
	Records []Record // of the points that are there
	Failed  int      // of them that have an error
	Doubled int      // points that were played more than once, with equal results
	Damage  []string // what is wrong with journals, in words
}

// Gaps says that points are missing.
type Gaps struct {
	Missing *Plan // the points, as a plan of their own
	All     int   // points of the whole
}

func (g *Gaps) Error() string {
	return fmt.Sprintf("%d of %d points are missing", len(g.Missing.Points), g.All)
}

// Diverged says that one point came out differently twice: determinism is broken, or a journal was made by another program.
type Diverged struct {
	Point  Point
	First  string // the journals
	Second string
}

func (d *Diverged) Error() string {
	return fmt.Sprintf("point %d (%s, %v) has two different results, in %s and in %s: the same question must give the same bytes; were both made by this program?",
		d.Point.Index, d.Point.ID, d.Point.Values, d.First, d.Second)
}

// Merge puts journals together. Its error is that a journal belongs to another plan, a *Diverged, or a *Gaps; with the last
// there is a Merged of what is there. A result replaces an error of the same point, for it was tried again.
func Merge(p *Plan, journals ...*Journal) (*Merged, error) {
	m := &Merged{Plan: p}
	found := make([]*Record, len(p.Points))
	from := make([]string, len(p.Points))
	place := make(map[int]int, len(p.Points))
	for i := range p.Points {
		place[p.Points[i].Index] = i
	}
	for _, j := range journals {
		m.Damage = append(m.Damage, j.Damage...)
		if err := p.Owns(j); err != nil {
			return nil, err
		}
		for k := range j.Records {
			r := &j.Records[k]
			i, ok := place[r.Index]
			if !ok {
				continue // of the plan whose missing points these are
			}
			switch was := found[i]; {
			case r.ID != p.Points[i].ID:
				return nil, fmt.Errorf("%s: point %d is %s there and %s in the plan", j.Name, r.Index, r.ID, p.Points[i].ID)
			case was == nil || was.Error != "":
				found[i], from[i] = r, j.Name
			case r.Error != "":
			case !was.same(r):
				return nil, &Diverged{p.Points[i], from[i], j.Name}
			default:
				m.Doubled++
			}
		}
	}
	return m, m.gather(found)
}

// Owns checks that a journal is of this plan, or of its missing points, or the plan is of the journal's missing points.
func (p *Plan) Owns(j *Journal) error {
	h := &j.Header
	switch {
	case h.Schema == "" && len(j.Records) == 0: // a shard that came no further
	case h.Plan == p.Hash, h.Of == p.Hash, p.Of != "" && (h.Plan == p.Of || h.Of == p.Of):
	default:
		return fmt.Errorf("%s: is the journal of another plan, %s, not of %s", j.Name, h.Plan, p.Hash)
	}
	return nil
}

// gather puts what was found into the order of the plan.
func (m *Merged) gather(found []*Record) error {
	var missing []Point
	sum := sha256.New()
	for i, r := range found {
		if r == nil {
			missing = append(missing, m.Plan.Points[i])
			continue
		}
		if r.Error != "" {
			m.Failed++
		}
		m.Records = append(m.Records, *r)
		fmt.Fprintf(sum, "%s\n%q\n%s\n", r.ID, r.Error, r.Result)
	}
	if len(missing) > 0 {
		return &Gaps{m.Plan.only(missing), len(found)}
	}
	m.Hash = hex.EncodeToString(sum.Sum(nil)[:8])
	return nil
}
