package topofile

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"collsim/sim/input"
)

// element is a tag of an XML file.
type element struct {
	name       string
	place      input.Where
	attributes []xml.Attr
	inner      []*element
}

// What an XML file may be at most.
const (
	deepestElement = 64
	mostElements   = 1 << 16
)

// largestFile is what a file of another program may be at most.
const largestFile = 4 << 20

// spot is a place in a file.
func spot(file string, line, column int) input.Where {
	return input.Where{File: file, Line: line, Column: column}
}

// parseXML reads tags and their attributes; text between them is skipped.
func parseXML(file string, data []byte) (*element, input.Problems) {
	if len(data) > largestFile {
		return nil, input.Problems{{Where: spot(file, 1, 1), What: "the file is too large", Text: strconv.Itoa(len(data)) + " bytes", Valid: "at most 4 MiB"}}
	}
	d := xml.NewDecoder(bytes.NewReader(data))
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	var root *element
	var open []*element
	count := 0
	for {
		line, column := d.InputPos()
		here := spot(file, line, max(column, 1))
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, input.Problems{xmlProblem(file, d, err)}
		}
		switch t := token.(type) {
		case xml.StartElement:
			e := &element{name: t.Name.Local, place: here, attributes: t.Attr}
			if count++; count > mostElements || len(open) >= deepestElement {
				return nil, input.Problems{{Where: here, What: "too many tags, or nested too deeply", Text: e.name, Valid: fmt.Sprintf("at most %d tags, %d deep", mostElements, deepestElement)}}
			}
			if len(open) > 0 {
				top := open[len(open)-1]
				top.inner = append(top.inner, e)
			} else if root == nil {
				root = e
			} else {
				return nil, input.Problems{{Where: here, What: "a second tag at the top", Text: e.name, Valid: "one <system>"}}
			}
			open = append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		}
	}
	if root == nil {
		return nil, input.Problems{{Where: spot(file, 1, 1), What: "no tag in the file", Valid: "<system version=\"1\">"}}
	}
	return root, nil
}

func xmlProblem(file string, d *xml.Decoder, err error) input.Problem {
	line, column := d.InputPos()
	var syntax *xml.SyntaxError
	text := err.Error()
	if errors.As(err, &syntax) {
		text = syntax.Msg
		if syntax.Line != line {
			line, column = syntax.Line, 1
		}
	}
	return input.Problem{Where: spot(file, max(line, 1), max(column, 1)), What: "this is not XML: " + input.Clip(text), Valid: "tags that are closed, as NCCL writes them"}
}

// get is an attribute; ok is false where the tag does not have it.
func (e *element) get(name string) (text string, ok bool) {
	for _, a := range e.attributes {
		if a.Name.Local == name {
			return strings.TrimSpace(a.Value), true
		}
	}
	return "", false
}
