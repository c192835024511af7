// Package topofile reads and writes fabrics in files: the YAML graph of collsim, the matrix of nvidia-smi topo -m, and
// the topology XML of NCCL. Bytes come in and go out; nothing here opens a file.
//
// A [Document] is a fabric in the words of a file: devices and links, with ranges (gpu0..7) and with the figures that it
// states. [Parse] reads YAML and [Read] makes one of it, [Import] of the other forms, [Of] of a graph. [Document.Wiring] spells
// it out for [fabric.Wired], which makes the graph.
package topofile
