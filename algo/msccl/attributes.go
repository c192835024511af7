package msccl

import (
	"encoding/xml"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// attributes are those of one element, which are asked for one by one.
type attributes struct {
	reader  *reader
	element string
	of      []xml.Attr
	asked   []string
}

func (a *attributes) word(name, otherwise string) string {
	a.asked = append(a.asked, name)
	for _, x := range a.of {
		if x.Name.Local == name {
			return x.Value
		}
	}
	return otherwise
}

// number reads a whole number; otherwise is what it is where the element leaves it out, and below least it must not.
func (a *attributes) number(name string, least, most, otherwise int64) int64 {
	text := a.word(name, "")
	if text == "" && otherwise >= least {
		return otherwise
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least || n > most {
		what := "this is no whole number"
		switch {
		case text == "":
			what = "this is missing"
		case err == nil || errors.Is(err, strconv.ErrRange):
			what = "this is out of range"
		}
		a.reader.wrong(fmt.Sprintf("%s: %s: %s", a.element, name, what), text, fmt.Sprintf("%d to %d", least, most))
		return max(least, 0)
	}
	return n
}

// one is which of some words an attribute is.
func (a *attributes) one(name string, words []string, needed bool) int {
	text := a.word(name, "")
	for i, w := range words {
		if w == text {
			return i
		}
	}
	if text != "" || needed {
		a.reader.wrong(fmt.Sprintf("%s: %s: there is no such", a.element, name), text, strings.Join(words, ", "))
	}
	return -1
}

func (a *attributes) where(buffer, offset string, otherwise Where) Where {
	b := a.one(buffer, bufferNames[:], false)
	off := a.number(offset, -1, mostChunks, int64(otherwise.Offset))
	if b < 0 {
		return otherwise
	}
	return Where{Buffer(b), int32(off)}
}

// known refuses attributes that were not asked for, but for some that mean nothing here, and such as stand twice: a mistyped
// depid would be a dependency lost.
func (a *attributes) known(others ...string) {
	for i, x := range a.of {
		name := x.Name.Local
		switch {
		case len(a.reader.problems) > mostProblems:
			return
		case !slices.Contains(a.asked, name) && !slices.Contains(others, name):
			a.reader.wrong(a.element+": there is no attribute of this name", name, strings.Join(a.asked, ", "))
		case slices.ContainsFunc(a.of[:i], func(y xml.Attr) bool { return y.Name.Local == name }):
			a.reader.wrong(a.element+": this attribute stands twice", name, "each attribute once")
		}
	}
}
