package scenarios

import (
	"encoding/json"

	"collsim/sim/ledger"
	"collsim/sim/units"
)

// ResultSchema and ResultsSchema are the values of the schema key of one result and of a scenario with variants.
const (
	ResultSchema  = "collsim.result/v1"
	ResultsSchema = "collsim.results/v1"
)

// ModelVersion changes whenever the same scenario may give another number than before.
const ModelVersion = "10"

// Result is the answer to one scenario. All instants and spans are integer picoseconds, all sizes bytes, all rates
// bytes per second.
type Result struct {
	Schema       string             `json:"schema"`
	Name         string             `json:"name,omitempty"`
	Variant      string             `json:"variant,omitempty"`
	Hash         string             `json:"hash"` // of the resolved scenario, the parameters and the model
	Seed         uint64             `json:"seed"`
	ModelVersion string             `json:"model_version"`
	Fabric       string             `json:"fabric"`
	Nodes        int                `json:"nodes"`
	Collective   string             `json:"collective"`
	Algorithm    string             `json:"algorithm"`
	Fidelity     string             `json:"fidelity"`
	FidelityNote string             `json:"fidelity_note"` // why this level, and its bound on the error
	Library      string             `json:"library"`
	Protocol     string             `json:"protocol,omitempty"` // of library nccl
	Sync         string             `json:"sync"`
	Ranks        int                `json:"ranks"`
	Channels     int                `json:"channels"`
	Slices       int                `json:"slices"`
	Bytes        units.Bytes        `json:"bytes"` // of the buffer; of a workload, of all operations together
	Total        units.Duration     `json:"total_ps"`
	Rounds       int                `json:"rounds"`
	Round        units.Duration     `json:"round_ps"` // total over rounds, rounded down; 0 without rounds
	Depth        int                `json:"depth"`
	Messages     int64              `json:"messages"`
	PayloadBytes units.Bytes        `json:"payload_bytes"` // of all messages
	WireBytes    units.Bytes        `json:"wire_bytes"`    // payload + headers on first links
	Algbw        Bandwidth          `json:"algbw_bytes_per_s"`
	Busbw        Bandwidth          `json:"busbw_bytes_per_s"`
	Bound        Bound              `json:"bound"`
	CriticalPath Breakdown          `json:"critical_path"`
	Groups       Groups             `json:"groups"`
	PerRank      PerRank            `json:"per_rank"`
	NCCL         *NCCLResult        `json:"nccl,omitempty"`              // of library nccl: what it chose, and why
	Workload     *WorkloadResult    `json:"workload,omitempty"`          // null where the workload is one collective
	Jobs         []JobResult        `json:"jobs,omitempty"`              // where several things happen on the fabric at once
	Background   []BackgroundResult `json:"background,omitempty"`        // where there is some
	Replicates   *Replicates        `json:"replicates,omitempty"`        // where there are several
	Loss         *Losses            `json:"loss,omitempty"`              // where links lose packets
	WhatIf       *Sensitivity       `json:"what_if,omitempty"`           // where it was asked for
	Interval     *Interval          `json:"interval,omitempty"`          // where it was asked for
	Links        *Links             `json:"links,omitempty"`             // where it was asked for
	Timeline     *Timeline          `json:"-"`                           // where it was asked for
	HottestPorts []Port             `json:"hottest_ports"`               // most time starved of credit, then busiest; at most 5
	BusiestPort  *Port              `json:"busiest_port,omitempty"`      // that sends longest; on a tie one into a GPU; null where nothing was sent
	Reordered    int64              `json:"reordered_packets,omitempty"` // that came to their end after one behind them, on other ways
	Warnings     []string           `json:"warnings"`
	Partial      string             `json:"partial,omitempty"` // what the answer lacks because it was interrupted
	Error        string             `json:"error,omitempty"`   // that ended the run, such as a message given up; the numbers are 0
	Why          string             `json:"why"`
	Proof        string             `json:"proof"`           // how the schedule was proved right
	Grant        *Grants            `json:"grant,omitempty"` // of several packets at a turn, where they were asked for and came about
	Fold         string             `json:"fold,omitempty"`  // how many ranks were played for all, or why no fewer than all; "" = nobody has looked
	Events       uint64             `json:"events"`
	Parameters   json.RawMessage    `json:"parameters"` // of fabric and host by name, set or not: exact values in the words of a file
	Scenario     json.RawMessage    `json:"scenario"`   // resolved: running it again gives the same bytes
}

// Bound is what no run can beat: the larger of a latency and a bandwidth bound.
type Bound struct {
	Total     units.Duration `json:"total_ps"`
	Latency   units.Duration `json:"latency_ps"`
	Bandwidth units.Duration `json:"bandwidth_ps"`
	Percent   json.Number    `json:"percent"` // of the total that the bound is, two decimals; 100 = cannot be better
	Binding   string         `json:"binding"` // what sets the bound: latency, or bandwidth of a level
}

// Breakdown is the critical path by component. Its parts sum to the total.
type Breakdown ledger.Parts

// Groups is the critical path by group of components.
type Groups [ledger.Groups]units.Duration

// PerRank tiles [0, total] of every rank into own work, waiting for a peer, and idle after finishing.
type PerRank struct {
	Own     Spread     `json:"own"`
	Waiting Spread     `json:"waiting"`
	Idle    Spread     `json:"idle"`
	Slowest []int      `json:"slowest"` // ranks with most own work, at most 3; empty when all are alike
	Ranks   []RankView `json:"ranks"`
}

// Spread is the smallest, the middle (lower of two) and the largest of a figure over ranks.
type Spread struct {
	Min    units.Duration `json:"min_ps"`
	Median units.Duration `json:"median_ps"`
	Max    units.Duration `json:"max_ps"`
}

// RankView is one rank's tiles; they sum to the total.
type RankView struct {
	Rank    int            `json:"rank"`
	Own     units.Duration `json:"own_ps"`
	Waiting units.Duration `json:"waiting_ps"`
	Idle    units.Duration `json:"idle_ps"`
}

// Port is the sending end of a link and what happened there.
type Port struct {
	Link    string         `json:"link"` // node0/nic3>leaf0
	Bytes   units.Bytes    `json:"bytes"`
	Busy    units.Duration `json:"busy_ps"`
	Starved units.Duration `json:"starved_ps"` // idle although a packet was offered: want of credit
}

// MarshalJSON writes every component, zeros included, in the order of the ledger.
func (b Breakdown) MarshalJSON() ([]byte, error) {
	return object(int(ledger.Components), func(i int) string { return ledger.Component(i).String() }, b[:])
}

// MarshalJSON writes every group in the order of the ledger.
func (g Groups) MarshalJSON() ([]byte, error) {
	return object(int(ledger.Groups), func(i int) string { return ledger.Group(i).String() }, g[:])
}

// UnmarshalJSON reads what MarshalJSON wrote; unknown components are an error.
func (b *Breakdown) UnmarshalJSON(data []byte) error {
	return parts(data, int(ledger.Components), func(i int) string { return ledger.Component(i).String() }, b[:])
}

// UnmarshalJSON reads what MarshalJSON wrote; unknown groups are an error.
func (g *Groups) UnmarshalJSON(data []byte) error {
	return parts(data, int(ledger.Groups), func(i int) string { return ledger.Group(i).String() }, g[:])
}
