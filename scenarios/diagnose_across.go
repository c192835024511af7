package scenarios

import (
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"

	"collsim/sim/ledger"
	"collsim/sim/units"
)

// across are causes that only several results together show.
func across(results []Result) []Finding {
	var all []Finding
	for i := range results {
		for j := range results {
			a, b := &results[i], &results[j]
			if a.Total == 0 || b.Total == 0 || a.Collective != b.Collective || a.Fabric != b.Fabric {
				continue
			}
			if f := acrossNodes(a, b); f != nil {
				all = append(all, *f)
			}
			if f := withBytes(a, b); f != nil {
				all = append(all, *f)
			}
		}
	}
	return all
}

// sameBut tells whether two results answer the same question, but for how they are called and for these keys of it.
func sameBut(a, b *Result, keys ...string) bool {
	question := func(r *Result) map[string]any {
		var q map[string]any
		if json.Unmarshal(r.Scenario, &q) != nil {
			return nil
		}
		for _, key := range append(keys, "name", "variant", "description", "fidelity") {
			delete(q, key)
		}
		if ranks, ok := q["ranks"].(map[string]any); ok {
			delete(ranks, "count") // follows from the fabric
		}
		return q
	}
	x, y := question(a), question(b)
	return x != nil && a.Library == b.Library && a.Algorithm == b.Algorithm && reflect.DeepEqual(x, y)
}

// grown is the component that took most of what b takes longer than a.
func grown(a, b *Result) (c ledger.Component, by units.Duration) {
	for i := range ledger.Components {
		if d := b.CriticalPath[i] - a.CriticalPath[i]; d > by {
			c, by = i, d
		}
	}
	return c, by
}

// acrossNodes: claim I, several nodes three times slower than one mean topology or the choice of NIC, if all else is the
// same and it is moving that takes longer, not the software of more ranks or waiting for them.
func acrossNodes(one, several *Result) *Finding {
	if one.Nodes != 1 || several.Nodes < 2 || several.Total < 3*one.Total || !sameBut(one, several, "fabric", "channels") {
		return nil
	}
	c, by := grown(one, several)
	if g := c.Group(); g != ledger.Physical && g != ledger.Queueing {
		return nil
	}
	return &Finding{
		Claim: "I", Variant: several.Variant, Cause: "topology or choice of NIC", Component: c.String(), Time: by,
		Percent: share(by, several.Total), general: true,
		Remedy: "see which NIC each GPU uses and over how many switches; use every rail, and a hierarchical algorithm",
		Evidence: fmt.Sprintf("%d nodes take %s, one takes %s: %s times; %v grows from %s to %s", several.Nodes, several.Total.Short(), one.Total.Short(),
			decimals(several.Total, one.Total, 1), c, one.CriticalPath[c].Short(), several.CriticalPath[c].Short()),
	}
}

// withBytes: claim I, time that grows linearly with the batch means copies of tensors that are not contiguous, if there
// are such tensors: eager and bounced messages are copied as well, and data may be encoded.
func withBytes(small, large *Result) *Finding {
	p, q := small.CriticalPath[ledger.Prepare], large.CriticalPath[ledger.Prepare]
	if small.Bytes == 0 || large.Bytes < 2*small.Bytes || large.Ranks != small.Ranks || share(q, large.Total) < most ||
		!strided(large) || !sameBut(small, large, "bytes") {
		return nil
	}
	bytes := big.NewRat(int64(large.Bytes), int64(small.Bytes))
	if p == 0 || !linear(big.NewRat(int64(q), int64(p)), bytes) || !linear(big.NewRat(int64(large.Total), int64(small.Total)), bytes) {
		return nil
	}
	return &Finding{
		Claim: "I", Variant: large.Variant, Cause: "copies of tensors that are not contiguous", Component: ledger.Prepare.String(), Time: q, Percent: share(q, large.Total),
		Remedy:   "make tensors contiguous, or gather them on the GPU",
		Evidence: fmt.Sprintf("prepare grows from %s to %s as the size grows from %s to %s", p.Short(), q.Short(), small.Bytes.Short(), large.Bytes.Short()),
	}
}

// strided tells whether data were scattered in memory.
func strided(r *Result) bool {
	var p map[string]string
	return json.Unmarshal(r.Parameters, &p) == nil && p["host.prepare"] == "strided"
}

// linear tells whether time grew as bytes did, to a tenth.
func linear(time, bytes *big.Rat) bool {
	r := new(big.Rat).Quo(time, bytes)
	return r.Cmp(big.NewRat(9, 10)) >= 0 && r.Cmp(big.NewRat(11, 10)) <= 0
}
