package measured

import (
	"encoding/json"
	"fmt"
	"math/big"
)

// JSON writes a log as nccl-tests 2.19 does with -J, less environment and times of day. Notes stand under "notes". Times and
// bandwidths have six decimals, so that times are exact to the picosecond.
func JSON(l *Log) ([]byte, error) {
	wrong := l.wrong()
	j := jsonLog{
		Version: jsonVersion, Args: append([]string{}, l.Args...), NCCLVersion: versionCode(l.Version), Notes: l.Notes,
		Config: l.jsonConfig(), Results: []jsonRow{}, OutOfBounds: jsonBounds{wrong, truth(wrong == 0)},
		Average: &jsonAverage{numberOf(new(big.Rat).SetFloat64(l.average())), "unchecked"}, Errors: []string{},
	}
	if l.Program != "" && (len(j.Args) == 0 || programOf(j.Args[0]) != l.Program) {
		j.Args = append([]string{l.Program}, j.Args...)
	}
	for _, r := range l.Rows {
		j.Results = append(j.Results, jsonRow{
			Size: int64(r.Bytes), Count: r.Count, Type: r.Type, Redop: r.Redop, Root: jsonText(fmt.Sprintf("%6d", r.Root)),
			OutOfPlace: l.jsonSample(r, r.OutOfPlace), InPlace: l.jsonSample(r, r.InPlace), Iterations: l.Setup.Iterations,
		})
	}
	data, err := json.MarshalIndent(j, "", "  ")
	return append(data, '\n'), err
}

func (l *Log) jsonConfig() jsonConfig {
	s := l.Setup
	c := jsonConfig{
		Threads: s.Threads, GPUs: s.GPUs, MinBytes: int64(s.MinBytes), MaxBytes: int64(s.MaxBytes), StepFactor: s.StepFactor, StepBytes: int64(s.StepBytes),
		Warmup: s.Warmup, Iterations: s.Iterations, Aggregated: s.Aggregated, Validation: s.Validation, Graph: s.Graph,
		Blocking: truth(false), PerIter: truth(false), Parallel: truth(false), Devices: []jsonDevice{},
	}
	for _, d := range l.Devices {
		c.Devices = append(c.Devices, jsonDevice(d))
	}
	return c
}

func (l *Log) jsonSample(r Row, s Sample) *jsonSample {
	if !s.Measured {
		return nil
	}
	algbw, busbw := bandwidths(l.Collective, l.Ranks, r.Bytes, s.Time)
	j := &jsonSample{Time: numberOf(inMicroseconds(s.Time)), Algbw: numberOf(algbw), Busbw: numberOf(busbw)}
	if s.Wrong != Unchecked {
		n := numberOf(big.NewRat(s.Wrong, 1))
		j.Wrong = &n
	}
	return j
}

func truth(yes bool) string {
	if yes {
		return "true"
	}
	return "false"
}
