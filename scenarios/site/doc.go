// Package site fits the figures of one machine to logs of nccl-tests that were taken on it, and says how well they are
// known: values with intervals, figures that the logs cannot tell apart, and how well rows are predicted that took no part.
//
// The search is package fit's. What is here is the statistics of it, from the data alone: no prior narrows an interval,
// and where the data give none, none is stated.
package site
