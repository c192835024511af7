package scenarios

import (
	"slices"

	"collsim/fabric"
	"collsim/scenarios/calibration"
)

// calibrations are those that hold for library nccl: of its classes, then of the site, whose values stand over the others.
func (s *Scenario) calibrations() []*calibration.Class {
	all := s.classes()
	if s.Library == ncclLibrary && s.NCCL.Calibration != nil {
		all = append(all, s.NCCL.Calibration)
	}
	return all
}

// classes are what holds for library nccl on any such site: of its GPUs, and of what is between nodes.
func (s *Scenario) classes() (all []*calibration.Class) {
	if s.Library != ncclLibrary {
		return nil
	}
	for _, of := range []struct{ kind, name string }{{calibration.GPU, s.gpuClass()}, {calibration.Network, s.networkClass()}} {
		if c, ok := calibration.Find(of.kind, of.name); ok {
			all = append(all, c)
		}
	}
	return all
}

// gpuClass is the class of the GPUs: as said, or that of the preset.
func (s *Scenario) gpuClass() string {
	if s.NCCL.GPU != "" {
		return s.NCCL.GPU
	}
	p, _ := fabric.FindPreset(s.Fabric.Preset)
	return p.GPU
}

// networkClass is the class of what is between nodes: as said, or that of the transport; "" = one node has none.
func (s *Scenario) networkClass() string {
	if s.NCCL.Network != "" {
		return s.NCCL.Network
	}
	name := s.Fabric.Transport
	if p, ok := fabric.FindPreset(s.Fabric.Preset); ok && name == "" {
		name = p.Transport
	}
	t, _ := fabric.FindTransport(name)
	return t.Class
}

// calibrated is what the calibrations that hold say of a parameter.
func (s *Scenario) calibrated(parameter string) (v calibration.Value, ok bool) {
	return lastOf(s.calibrations(), parameter)
}

// Classed is a parameter's value by the classes, whatever a calibration of the site says, and between what it lies on eight of
// ten machines; ok is false where none has it.
func (s *Scenario) Classed(parameter string) (v calibration.Value, ok bool) {
	return lastOf(s.classes(), parameter)
}

func lastOf(all []*calibration.Class, parameter string) (v calibration.Value, ok bool) {
	for _, c := range slices.Backward(all) {
		if v, ok = c.Find(parameter); ok {
			return v, true
		}
	}
	return calibration.Value{}, false
}

// defaultOf is what a parameter is where the scenario does not set it.
func (s *Scenario) defaultOf(p fabric.Parameter) (d fabric.Default, ok bool) {
	if ofHost(p) {
		if v, ok := s.calibrated(p.Name); ok {
			return fabric.Default{Value: v.Value, Source: v.Source, Uncertainty: exact(v.Low) + " to " + exact(v.High)}, true
		}
	}
	return p.Default(s.holders(p)...)
}

// ValueOf is what a parameter is in the scenario, whether it sets it or not; ok is false where nothing says what it is.
func (s *Scenario) ValueOf(p fabric.Parameter) (v fabric.Value, ok bool) {
	v, _, ok = s.value(p)
	return v, ok
}
