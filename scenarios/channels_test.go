package scenarios

import (
	"bytes"
	"testing"
)

// A rack has more NICs than there may be channels, and its result still runs again.
func TestChannelsOfARack(t *testing.T) {
	first := run(t, `
schema: collsim.scenario/v1
fabric: {preset: gb200-nvl72, nodes: 2}
collective: send_recv
algorithm: shift
bytes: 64 KiB
library: raw
fidelity: postal
`)[0]
	if first.Channels != mostChannels {
		t.Fatalf("%d channels, not %d", first.Channels, mostChannels)
	}
	again := run(t, string(first.Scenario))[0]
	if !bytes.Equal(again.Scenario, first.Scenario) || again.Total != first.Total {
		t.Fatalf("%s became %s", first.Scenario, again.Scenario)
	}
}
