// Package validate holds the model against what was measured: it runs sweeps of nccl-tests on the machines that they were
// taken on, tells how far the answers are off, and fits the numbers that classes of machines share.
package validate
