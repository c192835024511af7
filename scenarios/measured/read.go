package measured

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// SystemsFile is the table of a data set that names its sweeps, and the machine of each.
const SystemsFile = "systems.tsv"

var systemColumns = []string{
	"id", "source", "file", "preset", "gpu", "nodes", "gpus", "network", "transport", "nics", "launch", "graph", "nccl", "tuner",
	"env", "also", "status", "reason",
}

// ReadSweeps reads a data set: [SystemsFile], and the file ID.tsv of each line of it. Sweeps stand in the order of the table.
func ReadSweeps(dir fs.FS) ([]Sweep, error) {
	data, err := fs.ReadFile(dir, SystemsFile)
	if err != nil {
		return nil, fmt.Errorf("the table of sweeps: %w", err)
	}
	t := openTable(SystemsFile, lines(data), 0, systemColumns)
	if err := t.err(); err != nil {
		return nil, err
	}
	var all []Sweep
	for t.next() {
		s := t.sweep()
		if slices.ContainsFunc(all, func(o Sweep) bool { return o.ID == s.ID }) {
			t.refuse("id", "this sweep stands twice", s.ID, "each sweep once")
			continue
		}
		all = append(all, s)
	}
	if err := t.err(); err != nil {
		return nil, err
	}
	for i := range all {
		if all[i].Log, err = all[i].read(dir); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// sweep is what a line of the table says, without the log.
func (t *table) sweep() Sweep {
	var y System
	y.Preset, y.GPU = t.stated(&y, "preset"), t.stated(&y, "gpu")
	y.Nodes, y.GPUsPerNode = t.number(&y, "nodes", 1), t.number(&y, "gpus", 1)
	y.Network, y.Transport = t.stated(&y, "network"), t.stated(&y, "transport")
	y.NICs = t.number(&y, "nics", 0)
	y.Launch = word(t, &y, "launch", Process, Thread, Single)
	y.Graph = word(t, &y, "graph", "yes", "no") == "yes"
	y.Version = t.stated(&y, "nccl")
	if y.Tuner = t.stated(&y, "tuner"); y.Tuner == "none" {
		y.Tuner = ""
	}
	y.Env, y.Also = t.variables("env"), t.variables("also")
	if y.Preset == "" || y.GPU == "" {
		t.refuse("preset", "a sweep needs a preset and a class of GPU", "", "names that package fabric and the calibrations know")
	}
	if across := y.Transport != ""; across != (y.Nodes > 1) || across != (y.Network != "") || across != (y.NICs > 0) {
		t.refuse("transport", "network, transport and nics belong to several nodes, and only to them", y.Transport, "all three, or - in each")
	}
	if !version.MatchString(y.Version) {
		t.refuse("nccl", "not a version of NCCL", y.Version, "2.21, 2.29.2, with ? behind it where it is assumed")
	}
	s := Sweep{ID: t.cell("id"), Source: t.cell("source"), File: t.cell("file"), Status: word(t, &y, "status", Healthy, Anomalous), Reason: t.cell("reason")}
	if (s.Reason == "") != (s.Status == Healthy) {
		t.refuse("reason", "an anomalous sweep needs a reason, and a healthy one has none", s.Reason, "a sentence, or -")
	}
	s.System = y
	return s
}

var version = regexp.MustCompile(`^[1-9][0-9]*\.[0-9]+(\.[0-9]+)?$`)

// stated is a cell; one that ends in "?" is assumed, which is remembered.
func (t *table) stated(y *System, column string) string {
	text, assumed := strings.CutSuffix(t.cell(column), "?")
	if assumed {
		y.Assumed = append(y.Assumed, column)
	}
	return text
}

func (t *table) number(y *System, column string, least int) int {
	text := t.stated(y, column)
	if text == "" && least == 0 {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < max(least, 1) {
		t.refuse(column, "not a number of them", text, "1 and more")
	}
	return n
}

func word[W ~string](t *table, y *System, column string, valid ...W) W {
	text := W(t.stated(y, column))
	if !slices.Contains(valid, text) {
		names := make([]string, len(valid))
		for i, v := range valid {
			names[i] = string(v)
		}
		t.refuse(column, "unknown word", string(text), strings.Join(names, ", "))
	}
	return text
}

func (t *table) variables(column string) []Variable {
	var all []Variable
	for _, text := range strings.Fields(t.cell(column)) {
		name, value, ok := strings.Cut(text, "=")
		if !ok || name == "" {
			t.refuse(column, "not a variable", text, "NAME=VALUE, with a space between two")
		}
		all = append(all, Variable{name, value})
	}
	return all
}

// lines cuts a file, with or without carriage returns.
func lines(data []byte) []string {
	return strings.Split(strings.TrimSuffix(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n"), "\n")
}
