package nccl

import (
	"fmt"
	"strings"
)

// class is a GPU by its name.
type class struct {
	name string
	gpu  GPU
}

// The GPUs whose figures NCCL's tables distinguish (compute capability and NVLinks: NVIDIA's data sheets; the slot:
// NCCL's src/graph/topo.cc, lanes times the rate of the generation over 80).
var classes = []class{
	{"v100", GPU{Capability: 70, NVLinks: 6, PCIe: 12e9}},
	{"a100", GPU{Capability: 80, NVLinks: 12, PCIe: 24e9}},
	{"h100", GPU{Capability: 90, NVLinks: 18, PCIe: 48e9}},
	{"h200", GPU{Capability: 90, NVLinks: 18, PCIe: 48e9}},
	{"gh200", GPU{Capability: 90, NVLinks: 18, PCIe: 24e9}},
	{"b200", GPU{Capability: 100, NVLinks: 18, PCIe: 48e9}},
	{"gb200", GPU{Capability: 100, NVLinks: 18, PCIe: 48e9}},
	{"rtx-2080-ti", GPU{Capability: 75, PCIe: 12e9}},
	{"rtx-4090", GPU{Capability: 89, PCIe: 24e9}},
	{"l40s", GPU{Capability: 89, PCIe: 24e9}},
	{"rtx-pro-6000", GPU{Capability: 120, PCIe: 48e9}},
}

// FindGPU looks a GPU up by its name: v100, a100, h100, ...
func FindGPU(name string) (GPU, error) {
	names := make([]string, len(classes))
	for i, c := range classes {
		if c.name == name {
			return c.gpu, nil
		}
		names[i] = c.name
	}
	return GPU{}, fmt.Errorf("nccl: no figures of a GPU %q: there are %s", name, strings.Join(names, ", "))
}

// generation is the row of NCCL's tables.
type generation int

const (
	volta generation = iota
	ampere
	hopper
	blackwell
	generations
)

// generation is what a version of NCCL takes the GPU for.
func (g GPU) generation(v Version) generation {
	switch c := g.Capability; {
	case v.before(Version{2, 15, 0}) && c != 80, c < 80:
		return volta
	case c < 90:
		return ampere
	case c < 100 || v.before(Version{2, 25, 0}):
		return hopper
	}
	return blackwell
}
