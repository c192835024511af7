package trace_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"collsim/scenarios"
)

// event is one of the trace event format, as its description has it.
type event struct {
	Phase   string         `json:"ph"`
	Process *int           `json:"pid"`
	Thread  *int           `json:"tid"`
	At      json.Number    `json:"ts"`
	Name    string         `json:"name"`
	ID      json.Number    `json:"id"`
	Bind    string         `json:"bp"`
	Args    map[string]any `json:"args"`
}

type place struct{ process, thread int }

// checker reads a trace as a viewer does, and minds more.
type checker struct {
	named   map[place]map[string]bool // what has been said of processes and threads
	stacks  map[place][]event
	last    map[place]*big.Rat
	starts  map[json.Number]*big.Rat
	ends    map[json.Number]bool
	counts  map[string]*big.Rat
	slices  map[string]int // by category, or name where there is none
	deepest int
}

// problems lists what is wrong with a trace: unknown fields, processes and threads without a name, time that runs backwards on
// a thread, ends without beginnings and beginnings without ends, arrows without both ends, an end before its start, or
// outside any slice, and counters below 0.
func problems(data []byte) (c *checker, all []string) {
	c = &checker{named: map[place]map[string]bool{}, stacks: map[place][]event{}, last: map[place]*big.Rat{}, starts: map[json.Number]*big.Rat{},
		ends: map[json.Number]bool{}, counts: map[string]*big.Rat{}, slices: map[string]int{}}
	var file struct {
		Unit   string            `json:"displayTimeUnit"`
		Other  map[string]any    `json:"otherData"`
		Events []json.RawMessage `json:"traceEvents"`
	}
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.DisallowUnknownFields()
	if err := d.Decode(&file); err != nil {
		return c, []string{err.Error()}
	}
	if file.Unit != "ns" || len(file.Other) == 0 {
		all = append(all, "the file says nothing of itself")
	}
	for i, raw := range file.Events {
		var e event
		if err := json.Unmarshal(raw, &e); err != nil {
			return c, append(all, err.Error())
		}
		if p := c.see(e); p != "" {
			all = append(all, fmt.Sprintf("event %d, %s: %s", i, raw, p))
		}
	}
	for at, stack := range c.stacks {
		if len(stack) > 0 {
			all = append(all, fmt.Sprintf("%v: %q never ends", at, stack[len(stack)-1].Name))
		}
	}
	for id := range c.starts {
		if !c.ends[id] {
			all = append(all, "arrow "+id.String()+" has no end")
		}
	}
	for id := range c.ends {
		if c.starts[id] == nil {
			all = append(all, "arrow "+id.String()+" has no start")
		}
	}
	return c, all
}

// see is the next event; what is wrong with it.
func (c *checker) see(e event) string {
	if e.Process == nil || e.Thread == nil {
		return "belongs to no thread"
	}
	at, ok := new(big.Rat).SetString(e.At.String())
	if !ok || at.Sign() < 0 {
		return "no time"
	}
	if ps := new(big.Rat).Mul(at, big.NewRat(1e6, 1)); !ps.IsInt() {
		return "not a whole number of picoseconds"
	}
	here := place{*e.Process, *e.Thread}
	if e.Phase == "M" {
		if c.named[here] == nil {
			c.named[here] = map[string]bool{}
		}
		if c.named[here][e.Name] {
			return "said twice"
		}
		c.named[here][e.Name] = true
		return ""
	}
	if !c.named[place{*e.Process, 0}]["process_name"] || !c.named[here]["thread_name"] {
		return "a process or a thread without a name"
	}
	if e.Phase == "C" {
		return c.count(e, at)
	}
	if before := c.last[here]; before != nil && at.Cmp(before) < 0 {
		return "time runs backwards"
	}
	c.last[here] = at
	return c.slice(e, here, at)
}

// slice is an event of a thread's slices.
func (c *checker) slice(e event, here place, at *big.Rat) string {
	stack := c.stacks[here]
	switch e.Phase {
	case "B":
		if e.Name == "" {
			return "a slice without a name"
		}
		c.stacks[here] = append(stack, e)
		c.slices[e.Name]++
		c.deepest = max(c.deepest, len(stack)+1)
	case "E":
		if len(stack) == 0 {
			return "ends what has not begun"
		}
		top := stack[len(stack)-1]
		if from, _ := new(big.Rat).SetString(top.At.String()); from.Cmp(at) >= 0 {
			return "a slice that takes no time"
		}
		c.stacks[here] = stack[:len(stack)-1]
	case "s", "f":
		if len(stack) == 0 {
			return "an arrow outside any slice"
		}
		return c.arrow(e, at)
	default:
		return "an unknown phase"
	}
	return ""
}

func (c *checker) arrow(e event, at *big.Rat) string {
	switch {
	case e.ID == "":
		return "an arrow without a number"
	case e.Phase == "s":
		if c.starts[e.ID] != nil {
			return "starts twice"
		}
		c.starts[e.ID] = at
	case e.Bind != "e":
		return "an end that belongs to no slice"
	case c.ends[e.ID]:
		return "ends twice"
	default:
		c.ends[e.ID] = true
	}
	return ""
}

func (c *checker) count(e event, at *big.Rat) string {
	key := fmt.Sprint(*e.Process, e.Name)
	if before := c.counts[key]; before != nil && at.Cmp(before) <= 0 {
		return "time runs backwards, or stands"
	}
	c.counts[key] = at
	if n, ok := e.Args["bytes"].(float64); !ok || n < 0 {
		return "no number of bytes"
	}
	return ""
}

// check holds a trace against the rules and against the timelines.
func check(t *testing.T, name string, data []byte, results []scenarios.Result) {
	t.Helper()
	c, all := problems(data)
	for _, p := range all[:min(len(all), 5)] {
		t.Errorf("%s: %s", name, p)
	}
	spans, messages, busy := map[string]int{}, 0, 0
	for i := range results {
		l := results[i].Timeline
		for _, s := range l.Spans {
			spans[s.Component.String()]++
		}
		messages += len(l.Messages)
		for _, link := range l.Links {
			busy += len(link.Busy)
		}
	}
	for component, n := range spans {
		if c.slices[component] != n {
			t.Errorf("%s: %d slices of %s, of %d spans", name, c.slices[component], component, n)
		}
	}
	if len(c.starts) != messages || c.slices["sends"] != busy {
		t.Errorf("%s: %d arrows of %d messages, %d slices of links of %d", name, len(c.starts), messages, c.slices["sends"], busy)
	}
}

// The check finds what it is for.
func TestCheckFinds(t *testing.T) {
	right := string(perfetto(t, traced(t, "f.yaml", small)))
	if _, all := problems([]byte(right)); len(all) > 0 {
		t.Fatal(all[0])
	}
	for _, c := range []struct{ old, new, want string }{
		{`{"ph":"E",`, `{"ph":"B","name":"x",`, "never ends"},
		{`{"ph":"B",`, `{"ph":"E",`, "ends what has not begun"},
		{`{"ph":"s",`, `{"ph":"x",`, "has no start"},
		{`{"ph":"f",`, `{"ph":"x",`, "has no end"},
		{`"bp":"e"`, `"bp":""`, "belongs to no slice"},
		{`"name":"thread_name"`, `"name":"thread_game"`, "without a name"},
		{`"name":"process_name"`, `"name":"process_game"`, "without a name"},
		{`"id":2,`, `"id":1,`, "starts twice"},
		{`{"ph":"C","pid":1,`, `{"ph":"C","pid":99,`, "without a name"},
		{`leaf0","args":{"bytes":`, `leaf0","args":{"nodes":`, "no number of bytes"},
	} {
		wrong := strings.Replace(right, c.old, c.new, 1)
		if _, all := problems([]byte(wrong)); wrong == right || !strings.Contains(strings.Join(all, "\n"), c.want) {
			t.Errorf("with %s for %s: %q, not %q", c.new, c.old, all, c.want)
		}
	}
}
