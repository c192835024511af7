package measured

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"collsim/sim/input"
	"collsim/sim/units"
)

// readJSON reads the JSON of nccl-tests, as far as it goes: a run that was killed leaves it open. Its environment is not kept.
func readJSON(file string, data []byte) (*run, error) {
	d := &document{run: run{Log: Log{Name: file}, columns: columns{half: 4}}, data: data, line: 1}
	d.Decoder = json.NewDecoder(bytes.NewReader(data))
	err := d.object()
	if err == nil || len(d.seen) > 0 {
		if err != nil {
			d.problem(d.at(), input.Problem{What: "the JSON is cut or damaged: " + err.Error(), Valid: "what nccl-tests writes with -J"})
		}
		return &d.run, nil
	}
	return nil, input.Problems{{Where: input.Where{File: file, Line: d.at(), Column: 1}, What: "this is not JSON of nccl-tests: " + err.Error(), Valid: forms}}
}

// document is JSON that is being read, and the line that has been reached.
type document struct {
	run
	*json.Decoder
	data []byte
	past int // of data, that line counts
	line int
}

// at is the line of what comes next.
func (d *document) at() int {
	to := min(int(d.InputOffset()), len(d.data))
	for to < len(d.data) && (d.data[to] == ',' || d.data[to] == ' ' || d.data[to] == '\n' || d.data[to] == '\r' || d.data[to] == '\t') {
		to++
	}
	if to > d.past {
		d.line += bytes.Count(d.data[d.past:to], []byte("\n"))
		d.past = to
	}
	return d.line
}

// forgiven passes over a value of another kind than was expected: what follows it can still be read.
func (d *document) forgiven(err error) bool {
	var kind *json.UnmarshalTypeError
	if !errors.As(err, &kind) {
		return false
	}
	d.problem(d.at(), input.Problem{What: "a value is of the wrong kind, and left out", Text: kind.Field + ": " + kind.Value, Valid: "what nccl-tests writes with -J"})
	return true
}

func (d *document) object() error {
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		if err := d.value(key); err != nil && !d.forgiven(err) {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// value reads what stands under a key of the outermost object.
func (d *document) value(key json.Token) error {
	switch key {
	case "args":
		if err := d.Decode(&d.Args); err != nil {
			return err
		}
		if len(d.Args) > 0 && programOf(d.Args[0]) != "" {
			d.name(programOf(d.Args[0]), false)
		}
		return nil
	case "nccl_version":
		var code int
		err := d.Decode(&code)
		d.Version = versionOf(code)
		return err
	case "config":
		var c jsonConfig
		if err := d.Decode(&c); err != nil {
			return err
		}
		d.Setup, d.Devices = c.setup(), nil
		for _, device := range c.Devices {
			d.Devices = append(d.Devices, Device(device))
		}
		return nil
	case "results":
		return d.results()
	}
	var passed json.RawMessage
	return d.Decode(&passed)
}

func (c *jsonConfig) setup() Setup {
	return Setup{
		Threads: c.Threads, GPUs: c.GPUs, MinBytes: units.Bytes(c.MinBytes), MaxBytes: units.Bytes(c.MaxBytes), StepFactor: c.StepFactor, StepBytes: units.Bytes(c.StepBytes),
		Warmup: c.Warmup, Iterations: c.Iterations, Aggregated: c.Aggregated, Validation: c.Validation, Graph: c.Graph,
	}
}

func (d *document) results() error {
	open, err := d.Token()
	if err != nil || open != json.Delim('[') {
		return err
	}
	for d.More() {
		line := d.at()
		var row jsonRow
		switch err := d.Decode(&row); {
		case err == nil:
			d.result(line, &row)
		case !d.forgiven(err):
			return err
		}
	}
	_, err = d.Token()
	return err
}

// result takes in a row.
func (d *document) result(line int, row *jsonRow) {
	o := &open{row: Row{Line: line, Bytes: units.Bytes(row.Size), Count: row.Count, Type: row.Type, Redop: row.Redop, Root: -1}}
	if root, err := strconv.Atoi(strings.TrimSpace(string(row.Root))); err == nil && root >= 0 && root < 1<<20 {
		o.row.Root = root
	}
	if row.Size < 0 || row.Count < 0 {
		d.problem(line, input.Problem{What: "a row has no such size", Text: strconv.FormatInt(min(row.Size, row.Count), 10), Valid: "0 and more"})
		return
	}
	o.numbers = append(row.OutOfPlace.numbers(), row.InPlace.numbers()...)
	d.columns.cpu = row.OutOfPlace != nil && row.OutOfPlace.CPUTime != ""
	d.finish(o)
}

// numbers are the columns that a half has in text.
func (s *jsonSample) numbers() []string {
	none := "N/A"
	if s == nil {
		return []string{none, none, none, none}
	}
	all := []string{string(s.Time), string(s.Algbw), string(s.Busbw), none}
	if s.CPUTime != "" {
		all[0] = string(s.CPUTime)
	}
	if s.Wrong != nil {
		all[3] = string(*s.Wrong)
	}
	return all
}
