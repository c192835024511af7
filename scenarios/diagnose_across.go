package scenarios

import (
	"fmt"
	"math/big"

	"collsim/sim/ledger"
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

// acrossNodes: claim I, several nodes three times slower than one mean topology or the choice of NIC.
func acrossNodes(one, several *Result) *Finding {
	if one.Nodes != 1 || several.Nodes < 2 || one.Bytes != several.Bytes || several.Total < 3*one.Total {
		return nil
	}
	return &Finding{
		Claim: "I", Variant: several.Variant, Cause: "topology or choice of NIC", Component: several.largest(ledger.Physical), Time: several.Total - one.Total,
		Percent: share(several.Total-one.Total, several.Total), general: true,
		Remedy: "see which NIC each GPU uses and over how many switches; use every rail, and a hierarchical algorithm",
		Evidence: fmt.Sprintf("%d nodes take %s, one takes %s: %s times", several.Nodes, several.Total.Short(), one.Total.Short(),
			decimals(several.Total, one.Total, 1)),
	}
}

// withBytes: claim I, time that grows linearly with the batch means copies of tensors that are not contiguous.
func withBytes(small, large *Result) *Finding {
	p, q := small.CriticalPath[ledger.Prepare], large.CriticalPath[ledger.Prepare]
	if small.Bytes == 0 || large.Bytes < 2*small.Bytes || large.Ranks != small.Ranks || large.Nodes != small.Nodes ||
		large.Algorithm != small.Algorithm || share(q, large.Total) < most {
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

// linear tells whether time grew as bytes did, to a tenth.
func linear(time, bytes *big.Rat) bool {
	r := new(big.Rat).Quo(time, bytes)
	return r.Cmp(big.NewRat(9, 10)) >= 0 && r.Cmp(big.NewRat(11, 10)) <= 0
}
