// Package calibration holds what the software of NCCL costs on the machines of a class: a generation of GPUs, or a kind of
// network. A class is a file that gives each parameter a value, between what it lies on eight of ten sites, and the
// source of both. The files of the package are built in; one of the same form is what a fit to a site's own measurements
// gives.
//
// Values of a class are defaults: they stand over those of the library and under what a scenario sets.
package calibration
