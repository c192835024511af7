package scenarios

import (
	"errors"
	"math/big"
	"strings"
)

// figuresOfJobs are the figures that have the name of a job, a group or of background traffic in brackets.
var figuresOfJobs = []string{"job-total", "job-alone", "job-cost", "offered"}

// ofJob is a figure of a job, or of background traffic.
func ofJob(name, figure, of string) metric {
	if figure == "offered" {
		return metric{name: name, of: sizes, value: func(r *Result) (*big.Rat, error) {
			var names []string
			for i := range r.Background {
				if names = append(names, r.Background[i].Name); r.Background[i].Name == of {
					return whole64(int64(r.Background[i].Offered)), nil
				}
			}
			return nil, unnamed("background traffic", names)
		}}
	}
	return metric{name: name, of: spans, value: func(r *Result) (*big.Rat, error) {
		var names []string
		for i := range r.Jobs {
			j := &r.Jobs[i]
			if names = append(names, j.Name); j.Name != of {
				continue
			}
			switch figure {
			case "job-total":
				return whole64(int64(j.Total)), nil
			case "job-alone":
				return whole64(int64(j.Alone)), nil
			}
			return whole64(int64(j.Cost)), nil
		}
		return nil, unnamed("job or group", names)
	}}
}

// unnamed says that nothing has a name, and which names there are.
func unnamed(what string, names []string) error {
	if len(names) == 0 {
		return errors.New("undefined: there is no " + what)
	}
	return errors.New("there is no such " + what + "; there are " + strings.Join(names, ", "))
}
