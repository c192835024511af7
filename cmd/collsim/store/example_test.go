package store_test

import (
	"fmt"
	"log"
	"strings"

	"collsim/cmd/collsim/store"
	"collsim/scenarios/sweep"
)

// A point without a result is a line too, with its error; an axis of quantities has a column with numbers.
func ExampleExport() {
	text, err := store.Export("jsonl", []sweep.Record{
		{Index: 0, ID: "7814ef123d33eb44", Values: sweep.Values{{Path: "nic.rate", Text: "400 Gb/s"}}, Error: "no credit"},
	})
	if err != nil {
		log.Fatal(err)
	}
	before, _, _ := strings.Cut(string(text), `,"fabric"`)
	fmt.Println(before)
	// Output: {"point":0,"id":"7814ef123d33eb44","error":"no credit","axis_nic_rate":"400 Gb/s","axis_nic_rate_bytes_per_s":50000000000
}
