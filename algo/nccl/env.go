package nccl

import (
	"fmt"
	"strconv"
	"strings"

	"collsim/algo"
	"collsim/sim/units"
)

// Env is what the user forces by NCCL's environment variables. The zero value forces nothing.
type Env struct {
	algorithms [len(collectives)][algorithms]choiceOf
	protocols  [len(collectives)][protocols]choiceOf

	MaxChannels, MinChannels int         // NCCL_MAX_NCHANNELS, NCCL_MIN_NCHANNELS; 0 = not set
	BuffSize                 units.Bytes // NCCL_BUFFSIZE, of Simple; 0 = 4 MiB
	CrossNIC                 int         // NCCL_CROSS_NIC plus 1: 1 never, 2 always, 3 as the search finds; 0 = not set
	P2PDisable               bool        // NCCL_P2P_DISABLE
	PXNDisable               bool        // NCCL_PXN_DISABLE
}

// choiceOf is what a list says of one of its words.
type choiceOf uint8

const (
	unsaid choiceOf = iota
	allowed
	denied
)

// Variables are those that are obeyed.
var Variables = []string{
	"NCCL_ALGO", "NCCL_BUFFSIZE", "NCCL_CROSS_NIC", "NCCL_MAX_NCHANNELS", "NCCL_MIN_NCHANNELS", "NCCL_P2P_DISABLE", "NCCL_PROTO", "NCCL_PXN_DISABLE",
}

// ParseEnv reads variables NAME=VALUE, the last of a name counts.
func ParseEnv(variables []string) (e Env, err error) {
	for _, v := range variables {
		name, value, ok := strings.Cut(v, "=")
		if !ok {
			return e, fmt.Errorf("%q is not NAME=VALUE", v)
		}
		if err := e.Set(name, value); err != nil {
			return e, err
		}
	}
	return e, nil
}

// Set obeys one variable. An unknown one is refused by name, and so is a value that NCCL would not understand: NCCL
// itself passes over both in silence.
func (e *Env) Set(name, value string) (err error) {
	switch name {
	case "NCCL_ALGO":
		return parseLists(name, value, algorithmNames[:algorithms], func(c, i int, said choiceOf) { e.algorithms[c][i] = said })
	case "NCCL_PROTO":
		return parseLists(name, value, protocolWords[:], func(c, i int, said choiceOf) { e.protocols[c][i] = said })
	case "NCCL_MAX_NCHANNELS":
		e.MaxChannels, err = parseNumber(name, value, 1, maxChannels)
	case "NCCL_MIN_NCHANNELS":
		e.MinChannels, err = parseNumber(name, value, 1, maxChannels)
	case "NCCL_BUFFSIZE":
		var n int
		n, err = parseNumber(name, value, leastBuffer, 1<<30)
		e.BuffSize = units.Bytes(n)
	case "NCCL_CROSS_NIC":
		var n int
		n, err = parseNumber(name, value, 0, 2)
		e.CrossNIC = n + 1
	case "NCCL_P2P_DISABLE":
		e.P2PDisable, err = parseSwitch(name, value)
	case "NCCL_PXN_DISABLE":
		e.PXNDisable, err = parseSwitch(name, value)
	default:
		return fmt.Errorf("%s is not obeyed here; these are: %s", name, strings.Join(Variables, ", "))
	}
	return err
}

// leastBuffer keeps a step of Simple at 512 bytes, its grain.
const leastBuffer = steps * 512

func parseNumber(name, value string, low, high int) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < low || n > high {
		return 0, fmt.Errorf("%s=%s: it must be a whole number from %d to %d", name, value, low, high)
	}
	return n, nil
}

func parseSwitch(name, value string) (bool, error) {
	n, err := parseNumber(name, value, 0, 1)
	return n == 1, err
}

// parseLists reads NCCL's lists: words with commas between, or ^ and words that are not to be; lists with a semicolon
// between, of which all but the first begin with a collective and a colon.
func parseLists(name, value string, words []string, say func(c, word int, said choiceOf)) error {
	for i, list := range strings.Split(value, ";") {
		prefix, rest, ok := strings.Cut(list, ":")
		if !ok {
			prefix, rest = "", list
			if i > 0 {
				return fmt.Errorf("%s=%s: each list after the first needs a collective, such as allreduce:%s", name, value, list)
			}
		}
		found := false
		for c, word := range collectiveWords {
			if ok && !strings.EqualFold(word, prefix) {
				continue
			}
			found = true
			if err := parseList(name, value, rest, words, func(w int, said choiceOf) { say(c, w, said) }); err != nil {
				return err
			}
		}
		if !found {
			return fmt.Errorf("%s=%s: there is no collective %q: %s", name, value, prefix, strings.Join(collectiveWords[:], ", "))
		}
	}
	return nil
}

func parseList(name, value, list string, words []string, say func(word int, said choiceOf)) error {
	list, not := strings.CutPrefix(list, "^")
	named, others := allowed, denied
	if not {
		named, others = denied, allowed
	}
	for w := range words {
		say(w, others)
	}
	for _, item := range strings.Split(list, ",") {
		found := false
		for w, word := range words {
			if strings.EqualFold(item, word) {
				say(w, named)
				found = true
			}
		}
		if !found {
			return fmt.Errorf("%s=%s: there is no %q: %s", name, value, item, strings.Join(words, ", "))
		}
	}
	return nil
}

// index is a collective's place in NCCL's order; ok is false of those that are groups of sends and receives.
func index(c algo.Collective) (i int, ok bool) {
	for i, known := range collectives {
		if known == c {
			return i, true
		}
	}
	return 0, false
}
