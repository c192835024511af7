package measured

import (
	"encoding/json"
	"math/big"
	"strconv"
)

// jsonVersion is the version of the form that nccl-tests 2.19 writes.
const jsonVersion = 3

// The form of the JSON of nccl-tests (-J FILE), in its order. Truth is the string "true" or "false". What it says of the process, its
// environment and its clock is not here.
type jsonLog struct {
	Version     int          `json:"version"`
	Args        []string     `json:"args"`
	NCCLVersion int          `json:"nccl_version"`
	Notes       []string     `json:"notes,omitempty"`
	Config      jsonConfig   `json:"config"`
	Results     []jsonRow    `json:"results"`
	OutOfBounds jsonBounds   `json:"out_of_bounds"`
	Average     *jsonAverage `json:"average_bus_bandwidth"`
	Errors      []string     `json:"errors"`
}

type jsonConfig struct {
	Threads    int          `json:"nthreads"`
	GPUs       int          `json:"ngpus"`
	MinBytes   int64        `json:"minimum_bytes"`
	MaxBytes   int64        `json:"maximum_bytes"`
	StepFactor int64        `json:"step_factor,omitempty"`
	StepBytes  int64        `json:"step_bytes,omitempty"`
	Warmup     int          `json:"warmup_iters"`
	Iterations int          `json:"iterations"`
	Aggregated int          `json:"aggregated_iterations"`
	Validation int          `json:"validation"`
	Graph      int          `json:"graph"`
	Blocking   string       `json:"blocking_collectives"`
	PerIter    string       `json:"per_iter_timing"`
	PerIterOff int          `json:"per_iter_skip"`
	Parallel   string       `json:"parallel_init"`
	Devices    []jsonDevice `json:"devices"`
}

type jsonDevice struct {
	Rank    int    `json:"rank"`
	Group   int    `json:"group"`
	Process int    `json:"pid"`
	Host    string `json:"hostname"`
	Index   int    `json:"device"`
	Bus     string `json:"device_hex"`
	Name    string `json:"device_info"`
}

type jsonRow struct {
	Size       int64       `json:"size"`
	Count      int64       `json:"count"`
	Type       string      `json:"type"`
	Redop      string      `json:"redop"`
	Root       jsonText    `json:"root"`
	OutOfPlace *jsonSample `json:"out_of_place"`
	InPlace    *jsonSample `json:"in_place"`
	Iterations int         `json:"actual_iterations"`
	Experiment string      `json:"experiment_name"`
}

type jsonSample struct {
	Time    jsonNumber  `json:"time,omitempty"`
	CPUTime jsonNumber  `json:"cpu_time,omitempty"`
	Algbw   jsonNumber  `json:"alg_bw"`
	Busbw   jsonNumber  `json:"bus_bw"`
	Wrong   *jsonNumber `json:"nwrong"` // null = not checked
}

type jsonBounds struct {
	Count int    `json:"count"`
	Okay  string `json:"okay"`
}

type jsonAverage struct {
	Bandwidth jsonNumber `json:"bandwidth"`
	Okay      string     `json:"okay"`
}

// jsonNumber is a number as text, for it is exact. It is read from a number or from a string, such as "nan".
type jsonNumber string

// numberOf writes a number with six decimals; "nan" where there is none.
func numberOf(value *big.Rat) jsonNumber {
	if value == nil {
		return "nan"
	}
	return jsonNumber(value.FloatString(6))
}

// MarshalJSON writes a number, or the string "nan".
func (n jsonNumber) MarshalJSON() ([]byte, error) {
	if _, ok := parseNumber(string(n)); !ok {
		return strconv.AppendQuote(nil, string(n)), nil
	}
	return []byte(n), nil
}

// UnmarshalJSON takes numbers, and strings for them.
func (n *jsonNumber) UnmarshalJSON(data []byte) error {
	text := jsonText("")
	err := text.UnmarshalJSON(data)
	*n = jsonNumber(text)
	return err
}

// jsonText is a string, or a number that stands for one.
type jsonText string

// UnmarshalJSON takes strings and numbers.
func (t *jsonText) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] != '"' {
		var n json.Number
		err := json.Unmarshal(data, &n)
		*t = jsonText(n)
		return err
	}
	return json.Unmarshal(data, (*string)(t))
}
