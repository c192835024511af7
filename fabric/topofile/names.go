package topofile

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"collsim/sim/input"
)

// mostNames that one range, or several in one name, may stand for.
const mostNames = 1 << 14

// expand lists the names that a name with ranges stands for: gpu0..7 is gpu0, gpu1 and so on to gpu7. Of several ranges
// the last runs fastest.
func expand(name string) ([]string, error) {
	if name == "" {
		return nil, fmt.Errorf("a device without a name")
	}
	at := strings.Index(name, "..")
	if at < 0 {
		if bad := strings.IndexFunc(name, notInNames); bad >= 0 {
			return nil, strange(name[bad:])
		}
		return []string{name}, nil
	}
	start, end := at, at+2
	for start > 0 && digit(name[start-1]) {
		start--
	}
	for end < len(name) && digit(name[end]) {
		end++
	}
	first, err := strconv.Atoi(name[start:at])
	last, err2 := strconv.Atoi(name[at+2 : end])
	if err != nil || err2 != nil || last < first || last-first >= mostNames {
		return nil, fmt.Errorf("%q is not a range", name[start:end])
	}
	rest := []string{""}
	if end < len(name) {
		if rest, err = expand(name[end:]); err != nil {
			return nil, err
		}
	}
	if bad := strings.IndexFunc(name[:start], notInNames); bad >= 0 {
		return nil, strange(name[bad:])
	}
	if (last-first+1)*len(rest) > mostNames {
		return nil, fmt.Errorf("%q stands for more than %d devices", input.Clip(name), mostNames)
	}
	var all []string
	for i := first; i <= last; i++ {
		for _, r := range rest {
			all = append(all, name[:start]+strconv.Itoa(i)+r)
		}
	}
	return all, nil
}

// strange refuses the letter with which a text begins.
func strange(text string) error {
	_, size := utf8.DecodeRuneInString(text)
	return fmt.Errorf("%q cannot stand in the name of a device", text[:size])
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

func notInNames(r rune) bool {
	return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_/:", r))
}

// nodeOf is the node that a name speaks of: 3 of node3/gpu0; -1 = none.
func nodeOf(name string) int {
	digits, ok := strings.CutPrefix(name, "node")
	digits, _, inside := strings.Cut(digits, "/")
	n, err := strconv.Atoi(digits)
	if !ok || !inside || err != nil || n < 0 || n > 1<<20 {
		return -1
	}
	return n
}

// fold puts names that differ in one number that counts up into ranges: gpu0..7. It is the opposite of expand for lists
// that expand can give.
func fold(names []string) []string {
	var folded []string
	for i := 0; i < len(names); {
		j := i + 1
		for j < len(names) && follows(names[j-1], names[j]) {
			j++
		}
		if j-i > 1 {
			head, number := tail(names[i])
			_, last := tail(names[j-1])
			folded = append(folded, head+number+".."+last)
		} else {
			folded = append(folded, names[i])
		}
		i = j
	}
	return folded
}

// follows says whether b is a with the number at its end one higher.
func follows(a, b string) bool {
	head, number := tail(a)
	other, next := tail(b)
	n, err := strconv.Atoi(number)
	return err == nil && head == other && strconv.Itoa(n) == number && strconv.Itoa(n+1) == next
}

// tail splits a name before the number at its end.
func tail(name string) (head, number string) {
	at := len(name)
	for at > 0 && digit(name[at-1]) {
		at--
	}
	return name[:at], name[at:]
}
