package scenarios

import "collsim/sim/units"

// Model is a neural network by the sizes of its parameter tensors.
type Model struct {
	Name          string // "" = a GPT of the given layers and width, or none
	Layers, Width int
	Precision     string // fp32, fp16, bf16
}

// The vocabulary and the context of GPT-2.
const (
	gptVocabulary = 50257
	gptContext    = 1024
)

// gpts are those of Radford et al., "Language Models are Unsupervised Multitask Learners", 2019, table 2.
var gpts = []Model{
	{Name: "gpt2-small", Layers: 12, Width: 768},
	{Name: "gpt2-medium", Layers: 24, Width: 1024},
	{Name: "gpt2-large", Layers: 36, Width: 1280},
	{Name: "gpt2-xl", Layers: 48, Width: 1600},
}

func modelNames() []string {
	names := []string{"resnet50"}
	for _, g := range gpts {
		names = append(names, g.Name)
	}
	return names
}

var precisions = []struct {
	name  string
	bytes units.Bytes
}{{"fp32", 4}, {"fp16", 2}, {"bf16", 2}}

func precisionNames() []string {
	var names []string
	for _, p := range precisions {
		names = append(names, p.name)
	}
	return names
}

// tensors are the sizes of the model's parameters, in the order in which the model defines them.
func (m Model) tensors() []units.Bytes {
	var counts []int64
	if m.Name == "resnet50" {
		counts = resnet50()
	}
	for _, g := range gpts {
		if g.Name == m.Name {
			m.Layers, m.Width = g.Layers, g.Width
		}
	}
	if m.Layers > 0 {
		counts = gpt(m.Layers, int64(m.Width))
	}
	each := precisions[0].bytes
	for _, p := range precisions {
		if p.name == m.Precision {
			each = p.bytes
		}
	}
	sizes := make([]units.Bytes, len(counts))
	for i, n := range counts {
		sizes[i] = units.Bytes(n) * each
	}
	return sizes
}

// resnet50 are the parameters of He et al., "Deep Residual Learning for Image Recognition", 2016, table 1, as
// torchvision.models.resnet50 lists them: 161 tensors of 25,557,032 parameters.
func resnet50() []int64 {
	var all []int64
	convolution := func(in, out, side int64) { // without bias, then a batch normalisation's weight and bias
		all = append(all, in*out*side*side, out, out)
	}
	convolution(3, 64, 7)
	in := int64(64)
	for stage, blocks := range []int{3, 4, 6, 3} {
		width := int64(64) << stage
		for block := range blocks {
			convolution(in, width, 1)
			convolution(width, width, 3)
			convolution(width, 4*width, 1)
			if block == 0 {
				convolution(in, 4*width, 1) // the short cut
			}
			in = 4 * width
		}
	}
	return append(all, in*1000, 1000)
}

// gpt are the parameters of a GPT-2 of so many layers and width, its head tied to its embedding: for gpt2-small 148
// tensors of 124,439,808 parameters.
func gpt(layers int, width int64) []int64 {
	all := []int64{gptVocabulary * width, gptContext * width}
	for range layers {
		all = append(all,
			width, width, // normalisation
			3*width*width, 3*width, width*width, width, // attention, and its projection
			width, width,
			4*width*width, 4*width, 4*width*width, width) // the two matrices behind it
	}
	return append(all, width, width)
}
