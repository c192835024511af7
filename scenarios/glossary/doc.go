// Package glossary explains components, groups, collectives, levels of fidelity and the words that reports use, in two
// sentences each. Algorithms, presets, networks, libraries and parameters explain themselves, in their own packages.
package glossary
