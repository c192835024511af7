package plots

import (
	"bytes"
	"regexp"
	"strconv"
	"testing"

	"gonum.org/v1/plot/vg"
)

// Every object begins where the table says, the stream is as long as it says, and brackets in texts are escaped.
func TestPDFIsWhole(t *testing.T) {
	s, err := newSheet("pdf", newTypist(), 200, 100)
	if err != nil {
		t.Fatal(err)
	}
	s.write(10, 10, 0, plain, ink, `a (b) \ é ∑`)
	s.ring(50, 50, 10, 1, mark)
	s.stroke([]vg.Point{{X: 0, Y: 0}, {X: 10, Y: 10}}, 1, ink, dashed)
	var b bytes.Buffer
	if err := s.writeTo(&b); err != nil {
		t.Fatal(err)
	}
	file := b.Bytes()
	for i, entry := range regexp.MustCompile(`(?m)^(\d{10}) 00000 n `).FindAllSubmatch(file, -1) {
		at, _ := strconv.Atoi(string(entry[1]))
		if want := strconv.Itoa(i+1) + " 0 obj\n"; !bytes.HasPrefix(file[at:], []byte(want)) {
			t.Errorf("object %d does not begin at %d", i+1, at)
		}
	}
	start := regexp.MustCompile(`startxref\n(\d+)\n%%EOF\n$`).FindSubmatch(file)
	if start == nil {
		t.Fatal("no end")
	}
	if at, _ := strconv.Atoi(string(start[1])); !bytes.HasPrefix(file[at:], []byte("xref\n")) {
		t.Error("the table does not begin where the end says")
	}
	stream := regexp.MustCompile(`(?s)/Length (\d+) >>\nstream\n(.*)endstream`).FindSubmatch(file)
	if n, _ := strconv.Atoi(string(stream[1])); n != len(stream[2]) {
		t.Errorf("a stream of %d bytes says %d", len(stream[2]), n)
	}
	if !bytes.Contains(file, []byte("(a \\(b\\) \\\\ \xe9 ?) Tj")) {
		t.Error("a text is not as it should be")
	}
	if regexp.MustCompile(`CreationDate|ModDate|/ID`).Match(file) {
		t.Error("the file is not the same every time")
	}
}
