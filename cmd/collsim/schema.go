package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"collsim/scenarios"
)

// schemas are what can be printed.
var schemas = []string{"scenario", "progress"}

func schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema [scenario | progress]",
		Short: "Print the JSON Schema of scenario files, or of lines of progress",
		Long: `Prints the JSON Schema of scenario files, by which an editor can complete and
check them while they are written, or of the lines that --progress=json writes on
stderr.`,
		Args:      cobra.MaximumNArgs(1),
		ValidArgs: schemas,
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case len(args) == 0 || args[0] == schemas[0]:
				return writeOut(c.OutOrStdout(), scenarios.Schema())
			case args[0] == schemas[1]:
				text, err := scenarios.IndentedJSON(progressLines())
				if err != nil {
					return failed(err)
				}
				return writeOut(c.OutOrStdout(), text)
			}
			return fmt.Errorf("there is no schema of %q%s", args[0], suggest(args[0], schemas))
		},
	}
}

// property is a key of a line of progress.
type property struct {
	name, kind, doc string
}

// properties of a line, in its order.
var properties = []property{
	{"schema", "string", "Always " + progressSchema + "."},
	{"elapsed_ms", "integer", "Since the command began. The first line comes after a second, the next ones four a second."},
	{"task", "string", "Of a command that does several things, which one: a file of test, a number of ranks of rounds."},
	{"tasks_done", "integer", "How many of them are done."},
	{"tasks", "integer", "How many there are."},
	{"study", "string", "what-if, interval or links, while results are run again for one of them; planning or sweep, while points are; sizes, while perf plays them."},
	{"variant", "string", "Of the scenario."},
	{"scenario", "integer", "Which of the file's scenarios, from 1."},
	{"scenarios", "integer", "How many the file has."},
	{"stage", "string", "What is being done: wiring, scheduling, counting, proving, routing, simulating, bounding, searching; of perf playing as well, and looking how uncertain it is. A clock runs while simulating alone."},
	{"replicate", "integer", "One of the replicates that are being played."},
	{"change", "string", "One of the changes that are being tried."},
	{"runs_done", "integer", "How many runs of the study have ended."},
	{"runs", "integer", "How many it takes."},
	{"at_ps", "integer", "Simulated time of the run that told last."},
	{"events", "integer", "Of all runs so far."},
	{"events_per_s", "integer", "Of all runs, over the last seconds."},
	{"messages", "integer", "Of the run that told last, how many have crossed the network, or a few less."},
	{"messages_all", "integer", "How many it has."},
	{"percent", "number", "Of what is to be done: tasks, runs of a study, or messages of all runs. null where nobody knows."},
	{"left_ms", "integer", "How long the rest takes if it goes on as it went. null where nobody knows yet."},
}

// progressLines is the JSON Schema of a line of progress.
func progressLines() any {
	type entry struct {
		Type        any    `json:"type"`
		Const       string `json:"const,omitempty"`
		Description string `json:"description"`
	}
	all := map[string]entry{}
	for _, p := range properties {
		e := entry{Type: p.kind, Description: p.doc}
		switch p.name {
		case "schema":
			e.Const = progressSchema
		case "percent", "left_ms":
			e.Type = []string{p.kind, "null"}
		}
		all[p.name] = e
	}
	return struct {
		Schema     string           `json:"$schema"`
		Title      string           `json:"title"`
		Type       string           `json:"type"`
		Properties map[string]entry `json:"properties"`
		Required   []string         `json:"required"`
		Additional bool             `json:"additionalProperties"`
	}{"https://json-schema.org/draft/2020-12/schema", "A line of progress of collsim", "object", all,
		[]string{"schema", "elapsed_ms", "stage", "at_ps", "events", "events_per_s", "messages", "messages_all", "percent", "left_ms"}, false}
}
