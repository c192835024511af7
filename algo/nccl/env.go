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
	algorithms [len(collectives)][algorithms]saying
	protocols  [len(collectives)][protocols]saying

	MaxChannels, MinChannels int         // NCCL_MAX_NCHANNELS, NCCL_MIN_NCHANNELS; 0 = not set
	BuffSize                 units.Bytes // NCCL_BUFFSIZE, of Simple; 0 = 4 MiB
	CrossNIC                 int         // NCCL_CROSS_NIC plus 1: 1 never, 2 always, 3 as the search finds; 0 = not set
	P2PDisable               bool        // NCCL_P2P_DISABLE
	CollNetDisable           bool        // NCCL_COLLNET_ENABLE=0
	NVLSDisable              bool        // NCCL_NVLS_ENABLE=0
	PATDisable               bool        // NCCL_PAT_ENABLE=0
	NVLSChunk, NVLSTreeChunk units.Bytes // NCCL_NVLS_CHUNKSIZE, NCCL_NVLSTREE_MAX_CHUNKSIZE; 0 = as tuned
	PeerChunk                units.Bytes // NCCL_P2P_NET_CHUNKSIZE; 0 = 128 KiB
	PeerLL                   bool        // NCCL_ALLOC_P2P_NET_LL_BUFFERS
}

// saying is what a list says of one of its words.
type saying uint8

const (
	unsaid saying = iota
	allowed
	denied
)

// variables are those that are obeyed, by name.
var variables = []struct {
	name string
	set  func(e *Env, name, value string) error
}{
	{"NCCL_ALGO", func(e *Env, name, value string) error {
		return parseLists(name, value, algorithmNames[:algorithms], func(c, i int, said saying) { e.algorithms[c][i] = said })
	}},
	{"NCCL_ALLOC_P2P_NET_LL_BUFFERS", func(e *Env, name, value string) error { return parseSwitch(name, value, true, &e.PeerLL) }},
	{"NCCL_BUFFSIZE", func(e *Env, name, value string) error { return parseSize(name, value, leastBuffer, &e.BuffSize) }},
	{"NCCL_COLLNET_ENABLE", func(e *Env, name, value string) error { return parseSwitch(name, value, false, &e.CollNetDisable) }},
	{"NCCL_CROSS_NIC", func(e *Env, name, value string) (err error) {
		e.CrossNIC, err = parseNumber(name, value, 0, 2)
		e.CrossNIC++
		return err
	}},
	{"NCCL_MAX_NCHANNELS", func(e *Env, name, value string) (err error) {
		e.MaxChannels, err = parseNumber(name, value, 1, maxChannels)
		return err
	}},
	{"NCCL_MIN_NCHANNELS", func(e *Env, name, value string) (err error) {
		e.MinChannels, err = parseNumber(name, value, 1, maxChannels)
		return err
	}},
	{"NCCL_NVLSTREE_MAX_CHUNKSIZE", func(e *Env, name, value string) error { return parseSize(name, value, 512, &e.NVLSTreeChunk) }},
	{"NCCL_NVLS_CHUNKSIZE", func(e *Env, name, value string) error { return parseSize(name, value, 512, &e.NVLSChunk) }},
	{"NCCL_NVLS_ENABLE", func(e *Env, name, value string) error { return parseSwitch(name, value, false, &e.NVLSDisable) }},
	{"NCCL_P2P_DISABLE", func(e *Env, name, value string) error { return parseSwitch(name, value, true, &e.P2PDisable) }},
	{"NCCL_P2P_NET_CHUNKSIZE", func(e *Env, name, value string) error { return parseSize(name, value, 512, &e.PeerChunk) }},
	{"NCCL_PAT_ENABLE", func(e *Env, name, value string) error { return parseSwitch(name, value, false, &e.PATDisable) }},
	{"NCCL_PROTO", func(e *Env, name, value string) error {
		return parseLists(name, value, protocolWords[:], func(c, i int, said saying) { e.protocols[c][i] = said })
	}},
	{"NCCL_PXN_DISABLE", func(e *Env, name, value string) error {
		return parseSwitch(name, value, true, new(bool)) // through whose NIC a message goes is the fabric's to say: routing.pxn
	}},
}

// Variables are the names of those that are obeyed.
func Variables() []string {
	names := make([]string, len(variables))
	for i, v := range variables {
		names[i] = v.name
	}
	return names
}

// Set obeys one variable. An unknown one is refused by name, and so is a value that NCCL would not understand: NCCL
// itself passes over both in silence.
func (e *Env) Set(name, value string) error {
	for _, v := range variables {
		if v.name == name {
			return v.set(e, name, value)
		}
	}
	return fmt.Errorf("%s is not obeyed here; these are: %s", name, strings.Join(Variables(), ", "))
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

func parseSize(name, value string, low int, to *units.Bytes) error {
	n, err := parseNumber(name, value, low, 1<<30)
	*to = units.Bytes(n)
	return err
}

// parseSwitch reads 0 or 1; what is set is whether it is as on says.
func parseSwitch(name, value string, on bool, to *bool) error {
	n, err := parseNumber(name, value, 0, 1)
	*to = err == nil && (n == 1) == on
	return err
}

// parseLists reads NCCL's lists: words with commas between, or ^ and words that are not to be; lists with a semicolon
// between, of which all but the first begin with a collective and a colon.
func parseLists(name, value string, words []string, say func(c, word int, said saying)) error {
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
			if err := parseList(name, value, rest, words, func(w int, said saying) { say(c, w, said) }); err != nil {
				return err
			}
		}
		if !found {
			return fmt.Errorf("%s=%s: there is no collective %q: %s", name, value, prefix, strings.Join(collectiveWords[:], ", "))
		}
	}
	return nil
}

func parseList(name, value, list string, words []string, say func(word int, said saying)) error {
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
