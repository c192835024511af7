package scenarios

import (
	"fmt"

	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/sim/units"
)

// observe looks once more at every run that has a result.
func (f *File) observe(results []Result, study string, watch Watch, each Each, look func(i int, r *Result, watch Watch) error) error {
	errs := make([]error, len(results))
	watch = watch.with(func(p *Progress) { p.Study, p.Runs = study, len(results) })
	each(len(results), func(i int) {
		if results[i].Error == "" {
			errs[i] = look(i, &results[i], watch)
		}
	})
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// observed runs scenario i, to which r is the answer, once more, with a meter of so many slots and what else prepare attaches.
func (f *File) observed(i int, r *Result, watch Watch, slots int, prepare func(*bound)) (*bound, *exec.Run, error) {
	s, level := f.asked(i, r)
	s.Fold = foldOff // lanes and links are watched one by one
	defer watch.ended(r.Variant, nil)
	b, err := bind(s, watch)
	if err != nil {
		return nil, nil, err
	}
	b.meter = fabric.NewMeter(len(b.graph.Links), units.Time(r.Total), slots)
	prepare(b)
	run, err := b.play(level, watch)
	if err != nil {
		return nil, nil, err
	}
	if total := run.Outcome().Total; total != r.Total {
		return nil, nil, fmt.Errorf("the same run took %v, then %v: this is a fault of collsim, please report it", r.Total, total)
	}
	return b, run, nil
}
