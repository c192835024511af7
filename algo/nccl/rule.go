package nccl

import (
	"fmt"
	"strings"

	"collsim/algo"
	"collsim/sim/units"
)

// RuleColumns are those of a [Tuning.Rule], as NCCL's example tuner plug-in names them.
const RuleColumns = "collective_type,min_bytes,max_bytes,algorithm,protocol,channels,nNodes,nRanks,numPipeOps,regBuff"

// Rule is a line of the file that NCCL's example tuner plug-in loads: for sizes from one to another the collective goes by
// this algorithm and protocol. Channels are left to NCCL, and it holds for any pipeline and any registration (-1). A tuner
// does not see collectives that go by sends and receives; ok is false for those.
func (t *Tuning) Rule(coll algo.Collective, from, to units.Bytes, by Algorithm, with Protocol) (line string, ok bool) {
	c, ok := index(coll)
	if !ok {
		return "", false
	}
	return fmt.Sprintf("%s,%d,%d,%s,%s,-1,%d,%d,-1,-1", strings.ToLower(collectiveWords[c]), from, to,
		csvAlgorithms[by], strings.ToLower(with.Word()), t.System.Nodes, t.System.Ranks), true
}

// csvAlgorithms are the names that the plugin reads.
var csvAlgorithms = [algorithms]string{"tree", "ring", "collnet_direct", "collnet_chain", "nvls", "nvls_tree", "pat"}
