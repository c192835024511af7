package main

import (
	"fmt"
	"math/big"
	"strings"

	"collsim/scenarios"
)

// proofSchema is the value of the schema key of what verify writes as JSON.
const proofSchema = "collsim.proof/v1"

// proof is what verify found out about a schedule that is right.
type proof struct {
	Schema     string   `json:"schema"`
	File       string   `json:"file,omitempty"`
	Right      bool     `json:"right"`
	Kind       string   `json:"kind"` // msccl, goal, algorithm
	Name       string   `json:"name,omitempty"`
	Collective string   `json:"collective,omitempty"`
	Ranks      int      `json:"ranks"`
	Rounds     int      `json:"rounds,omitempty"`
	Messages   int64    `json:"messages"` // of one loop
	Sent       fraction `json:"sent_by_a_rank,omitzero"`
	Blocks     int      `json:"blocks,omitempty"` // thread blocks of a GPU, or lanes of a rank
	Channels   int      `json:"channels,omitempty"`
	Protocol   string   `json:"protocol,omitempty"`
	Operations int      `json:"operations,omitempty"` // of GOAL
	Said       string   `json:"proof"`
	Notes      []string `json:"notes,omitempty"`
}

// refuted is a schedule that is wrong.
type refuted struct {
	Schema   string  `json:"schema"`
	File     string  `json:"file"`
	Right    bool    `json:"right"`
	Problems []fault `json:"problems"`
}

// fault is one thing that is wrong, and where.
type fault struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	What   string `json:"what"`
	Text   string `json:"text,omitempty"`
	Valid  string `json:"valid,omitempty"`
}

// fraction is how much of a buffer of S bytes something is, exactly.
type fraction struct {
	Num, Den int64
	Times    string // in digits, where few are exact; else the fraction
}

func fractionOf(num, den int64) fraction {
	r := big.NewRat(num, max(1, den))
	f := fraction{Num: r.Num().Int64(), Den: r.Denom().Int64()}
	if digits, exact := r.FloatPrec(); exact && digits <= 6 {
		f.Times = r.FloatString(digits)
	} else {
		f.Times = fmt.Sprintf("%d/%d", f.Num, f.Den)
	}
	return f
}

// MarshalJSON writes {"num": 7, "den": 4, "times_s": "1.75"}.
func (f fraction) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, `{"num": %d, "den": %d, "times_s": %q}`, f.Num, f.Den, f.Times), nil
}

// render writes a proof in the form asked for.
func (v *proof) render(output string) ([]byte, error) {
	if output == "json" {
		return scenarios.IndentedJSON(v)
	}
	p := &page{}
	p.line(v.heading(), ": right")
	p.line()
	for _, f := range v.facts() {
		p.line(left(f[0], 12), left(f[1], 10), f[2])
	}
	p.line()
	p.paragraph("proved ", v.Said)
	for _, note := range v.Notes {
		p.paragraph("note: ", note)
	}
	return []byte(p.String()), nil
}

func (v *proof) heading() string {
	switch v.Kind {
	case "goal":
		return fmt.Sprintf("%s, a GOAL program of %s", v.File, count(v.Ranks, "rank"))
	case "msccl":
		return fmt.Sprintf("%s, %s, %s of %s", v.File, v.Name, v.Collective, count(v.Ranks, "GPU"))
	}
	return fmt.Sprintf("%s of %s, %s", v.Collective, count(v.Ranks, "rank"), v.Name)
}

// facts are lines of a name, a figure and what it means.
func (v *proof) facts() [][3]string {
	if v.Kind == "goal" {
		return [][3]string{
			{"operations", fmt.Sprint(v.Operations), "of all ranks"},
			{"messages", fmt.Sprint(v.Messages), ""},
		}
	}
	lines := [][3]string{
		{"rounds", fmt.Sprint(v.Rounds), "the longest chain of messages that wait for each other"},
		{"messages", fmt.Sprint(v.Messages), "of all ranks, once through"},
		{"sent", v.Sent.Times + " S", "by the rank that sends most, of a buffer of S bytes"},
	}
	block := "thread block"
	if v.Kind == "algorithm" {
		lines[0][2] = "one after the other"
		block = "lane"
	}
	lines = append(lines, [3]string{"blocks", fmt.Sprint(v.Blocks), strings.TrimPrefix(count(v.Blocks, block), fmt.Sprint(v.Blocks)+" ") + " of a rank, on " + count(v.Channels, "channel")})
	if v.Protocol != "" {
		lines = append(lines, [3]string{"protocol", v.Protocol, ""})
	}
	return lines
}
