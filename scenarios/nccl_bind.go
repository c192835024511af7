package scenarios

import (
	"fmt"

	"collsim/algo"
	"collsim/algo/nccl"
	"collsim/fabric"
	"collsim/fabric/host"
)

// communicator is what library nccl works out before its first call.
type communicator struct {
	tuning     *nccl.Tuning
	calibrated []fabric.Setting // by the classes of GPUs and network
}

// communicate makes the communicator of library nccl.
func (b *bound) communicate() error {
	s := &b.scenario
	b.place()
	tuning, err := b.tune(s.NCCL.Env)
	if err != nil {
		return err
	}
	b.nccl = &communicator{tuning: tuning}
	for _, c := range s.calibrations() {
		b.nccl.calibrated = over(b.nccl.calibrated, c.Settings())
	}
	s.NCCL.Version, s.NCCL.GPU = tuning.Version.String(), s.gpuClass()
	if tuning.System.Nodes > 1 {
		s.NCCL.Network = s.networkClass()
	}
	return nil
}

// tune is what NCCL works out in some environment.
func (b *bound) tune(variables []EnvVar) (*nccl.Tuning, error) {
	version, err := nccl.ParseVersion(b.scenario.NCCL.Version)
	if err != nil {
		return nil, fmt.Errorf("nccl.version: %w", err)
	}
	var env nccl.Env
	for _, v := range variables {
		if err := env.Set(v.Name, v.Value); err != nil {
			return nil, fmt.Errorf("nccl.env.%s: %w", v.Name, err)
		}
	}
	system, err := b.system()
	if err != nil {
		return nil, err
	}
	tuning, err := nccl.Tune(system, version, env)
	if err != nil {
		return nil, fmt.Errorf("library: %w", err)
	}
	return tuning, nil
}

// usage is how library nccl is used by the call at hand; the zero value of other libraries.
func (b *bound) usage() host.Use {
	if b.choice == nil {
		return host.Use{}
	}
	n, system := &b.scenario.NCCL, &b.nccl.tuning.System
	u := host.Use{
		Protocol: b.scenario.Protocol, Across: b.choice.Across.String(), Family: b.family(), Launch: n.Launch, Graph: n.Graph, Blocks: b.choice.Blocks, Channels: b.choice.Channels, Threads: b.choice.Threads,
		Joint: b.nccl.tuning.Version.Minor < launchesApart, Defaults: b.nccl.calibrated,
	}
	switch algo.Collective(b.scenario.Collective) {
	case algo.Broadcast, algo.Reduce:
		u.Rooted = true
	case algo.SendRecv:
		u.Peers = 1
	case algo.AllToAll:
		u.Peers = system.Ranks - 1
	case algo.Gather, algo.Scatter:
		u.Rooted, u.Peers = true, system.Ranks-1 // of the root, for which all others wait
	}
	if n.Launch == oneForAll {
		u.GPUs = system.Ranks / system.Nodes
	}
	return u
}

// window is how many messages a lane may have on their way to one peer; 0 = any number.
func (b *bound) window() int32 {
	if b.host.Window > 0 || b.choice == nil {
		return b.host.Window
	}
	return int32(b.choice.Window)
}

// slots is what of the window a run need know: nothing where no lane sends more than that to any peer in all, so that it is
// spared to keep a message that was taken until its sender wants the slot.
func (b *bound) slots() int32 {
	w := b.window()
	if b.host.Window == 0 && b.choice != nil && b.choice.Method == nccl.Grouped && b.schedule.Call.Slices <= int(w) {
		return 0
	}
	return w
}

// shaped is a call with channels and slices as library nccl has them; slices that the scenario asks for are even.
func (b *bound) shaped(call algo.Call) algo.Call {
	call = b.choice.Shape(call)
	if b.asked.Slices > 0 {
		call.Slices, call.Portion = b.asked.Slices, 0
	}
	return call
}

// launchesApart is the release 2.x since which one thread that drives several GPUs launches their kernels one by one.
const launchesApart = 9

// family is what software costs of the scenario go by. MSCCL's runtime is one kernel, as rings are.
func (b *bound) family() string {
	if b.scenario.Schedule != nil {
		return host.Ring
	}
	return families[b.choice.Method]
}

// families are what software costs of NCCL's algorithms go by.
var families = [...]string{
	nccl.Tree: host.Tree, nccl.Ring: host.Ring, nccl.CollNetDirect: host.CollNet, nccl.CollNetChain: host.CollNet,
	nccl.NVLS: host.NVLS, nccl.NVLSTree: host.NVLSTree, nccl.PAT: host.PAT, nccl.Grouped: host.P2P,
}
