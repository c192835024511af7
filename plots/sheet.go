package plots

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"slices"
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// resolution of a PNG, dots per inch.
const resolution = 144

// Formats lists the formats that a figure can be written in, which are also the extensions of its file.
func Formats() []string { return []string{"pdf", "png", "svg"} }

// sheet is the page that a figure is drawn on. y runs down from the top.
type sheet struct {
	canvas draw.Canvas
	writer io.WriterTo
	format string
	height vg.Length
	typist text.Handler
}

func newSheet(format string, typist text.Handler, width, height vg.Length) (*sheet, error) {
	s := &sheet{format: format, height: height, typist: typist}
	switch format {
	case "pdf":
		c := newPDF(width, height)
		s.canvas, s.writer = draw.New(c), c
	case "png":
		c := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(resolution))
		s.canvas, s.writer = draw.New(c), vgimg.PngCanvas{Canvas: c}
	case "svg":
		c := vgsvg.New(width, height)
		s.canvas, s.writer = draw.New(c), c
	default:
		return nil, fmt.Errorf("no figure can be written as %q; valid: %s", format, strings.Join(Formats(), ", "))
	}
	s.box(0, 0, width, height, paper)
	return s, nil
}

// writeTo writes the whole picture at once. Viewers without the Liberation fonts are told of Arial, which has the same
// metrics, so that no text grows over its neighbour.
func (s *sheet) writeTo(w io.Writer) error {
	var b bytes.Buffer
	if _, err := s.writer.WriteTo(&b); err != nil {
		return err
	}
	out := b.Bytes()
	if s.format == "svg" {
		out = bytes.ReplaceAll(out, []byte("Liberation Sans;"), []byte("Liberation Sans,Arial,Helvetica,sans-serif;"))
		out = bytes.ReplaceAll(out, []byte("Liberation Mono;"), []byte("Liberation Mono,Courier New,monospace;"))
	}
	_, err := w.Write(out)
	return err
}

func (s *sheet) box(left, top, right, bottom vg.Length, fill color.Color) {
	top, bottom = s.height-top, s.height-bottom
	s.canvas.FillPolygon(fill, []vg.Point{{X: left, Y: top}, {X: right, Y: top}, {X: right, Y: bottom}, {X: left, Y: bottom}})
}

func (s *sheet) line(x0, y0, x1, y1 vg.Length, width vg.Length, c color.Color) {
	s.canvas.StrokeLine2(draw.LineStyle{Color: c, Width: width}, x0, s.height-y0, x1, s.height-y1)
}

// stroke draws a line through points, with gaps where dashes say so.
func (s *sheet) stroke(points []vg.Point, width vg.Length, c color.Color, dashes []vg.Length) {
	up := slices.Clone(points)
	for i := range up {
		up[i].Y = s.height - up[i].Y
	}
	s.canvas.StrokeLines(draw.LineStyle{Color: c, Width: width, Dashes: dashes}, up)
}

// write puts a line of text so that its middle line is at y; align is 0 for text that starts at x, -0.5 for text
// centred there, -1 for text that ends there.
func (s *sheet) write(x, y vg.Length, align text.XAlignment, t typeface, c color.Color, line string) {
	style := text.Style{Color: c, Font: t.font(), XAlign: align, YAlign: -0.5, Handler: s.typist}
	s.canvas.FillText(style, vg.Point{X: x, Y: s.height - y}, line)
}

// typeface is a size of text and how it is cut.
type typeface struct {
	size    vg.Length
	bold    bool
	machine bool // every letter is equally wide
}

func (t typeface) font() font.Font {
	f := font.Font{Typeface: "Liberation", Variant: "Sans", Size: t.size}
	if t.machine {
		f.Variant = "Mono"
	}
	if t.bold {
		f.Weight = xfont.WeightBold
	}
	return f
}

func newTypist() text.Handler {
	return text.Plain{Fonts: font.NewCache(liberation.Collection())}
}

// width of a line of text.
func width(typist text.Handler, t typeface, line string) vg.Length {
	w, _, _ := typist.Box(line, t.font())
	return w
}

// shorten cuts the end of a line off until it is at most wide.
func shorten(typist text.Handler, t typeface, line string, wide vg.Length) string {
	if width(typist, t, line) <= wide {
		return line
	}
	letters := []rune(line)
	for len(letters) > 0 && width(typist, t, string(letters)+"...") > wide {
		letters = letters[:len(letters)-1]
	}
	return string(letters) + "..."
}

// fold breaks a text between words into lines that are at most wide; a word that is wider than that is shortened.
func fold(typist text.Handler, t typeface, words string, wide vg.Length) []string {
	var lines []string
	for _, word := range strings.Fields(words) {
		if n := len(lines); n > 0 && width(typist, t, lines[n-1]+" "+word) <= wide {
			lines[n-1] += " " + word
			continue
		}
		lines = append(lines, shorten(typist, t, word, wide))
	}
	return lines
}
