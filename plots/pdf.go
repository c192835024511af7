package plots

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// pdfPage is a page of PDF 1.4. It embeds no font, but names those that every reader has (ISO 32000-1, 9.6.2.2): Helvetica
// and Courier have the metrics of Liberation, with which texts are measured. No date and nothing random is in it.
type pdfPage struct {
	wide, tall vg.Length
	content    bytes.Buffer
	clear      bool // what is drawn cannot be seen
}

func newPDF(wide, tall vg.Length) *pdfPage {
	p := &pdfPage{wide: wide, tall: tall}
	vg.Initialize(p)
	return p
}

// number writes a length to a thousandth of a point.
func number(n float64) string {
	text := strings.TrimRight(strconv.FormatFloat(n, 'f', 3, 64), "0")
	if text = strings.TrimSuffix(text, "."); text == "-0" {
		return "0"
	}
	return text
}

// say writes numbers and the operator that takes them (ISO 32000-1, annex A).
func (p *pdfPage) say(operator string, numbers ...float64) {
	for _, n := range numbers {
		p.content.WriteString(number(n) + " ")
	}
	p.content.WriteString(operator + "\n")
}

func (p *pdfPage) Size() (wide, tall vg.Length)        { return p.wide, p.tall }
func (p *pdfPage) SetLineWidth(w vg.Length)            { p.say("w", float64(w)) }
func (p *pdfPage) Push()                               { p.say("q") }
func (p *pdfPage) Pop()                                { p.say("Q") }
func (p *pdfPage) Translate(by vg.Point)               { p.say("cm", 1, 0, 0, 1, float64(by.X), float64(by.Y)) }
func (p *pdfPage) Scale(x, y float64)                  { p.say("cm", x, 0, 0, y, 0, 0) }
func (p *pdfPage) DrawImage(vg.Rectangle, image.Image) { panic("plots: no figure holds an image") }

func (p *pdfPage) Rotate(angle float64) {
	sin, cos := math.Sincos(angle)
	p.say("cm", cos, sin, -sin, cos, 0, 0)
}

func (p *pdfPage) SetLineDash(dashes []vg.Length, offset vg.Length) {
	p.content.WriteString("[")
	for _, d := range dashes {
		p.content.WriteString(number(float64(d)) + " ")
	}
	p.content.WriteString("] ")
	p.say("d", float64(offset))
}

// SetColor knows colours that are opaque, and the one that cannot be seen.
func (p *pdfPage) SetColor(c color.Color) {
	if c == nil {
		c = color.Black
	}
	r, g, b, a := c.RGBA()
	p.clear = a == 0
	for _, operator := range []string{"rg", "RG"} {
		p.say(operator, float64(r)/0xFFFF, float64(g)/0xFFFF, float64(b)/0xFFFF)
	}
}

func (p *pdfPage) Stroke(path vg.Path) { p.paint(path, "S") }
func (p *pdfPage) Fill(path vg.Path)   { p.paint(path, "f") }

func (p *pdfPage) paint(path vg.Path, operator string) {
	if p.clear {
		return
	}
	for i, c := range path {
		switch c.Type {
		case vg.MoveComp:
			p.say("m", float64(c.Pos.X), float64(c.Pos.Y))
		case vg.LineComp:
			p.say("l", float64(c.Pos.X), float64(c.Pos.Y))
		case vg.ArcComp:
			p.arc(c, i == 0)
		case vg.CloseComp:
			p.say("h")
		default:
			panic("plots: no figure holds such a curve")
		}
	}
	p.say(operator)
}

// arc draws a part of a circle by cubic curves of at most a quarter each.
func (p *pdfPage) arc(c vg.PathComp, first bool) {
	parts := math.Ceil(math.Abs(c.Angle) / (math.Pi / 2))
	turn := c.Angle / parts
	reach := 4.0 / 3 * math.Tan(turn/4) * float64(c.Radius)
	at := func(angle float64) (x, y, dx, dy float64) {
		sin, cos := math.Sincos(angle)
		return float64(c.Pos.X) + float64(c.Radius)*cos, float64(c.Pos.Y) + float64(c.Radius)*sin, -reach * sin, reach * cos
	}
	x, y, dx, dy := at(c.Start)
	if first {
		p.say("m", x, y)
	} else {
		p.say("l", x, y)
	}
	for i := range int(parts) {
		x1, y1, dx1, dy1 := at(c.Start + turn*float64(i+1))
		p.say("c", x+dx, y+dy, x1-dx1, y1-dy1, x1, y1)
		x, y, dx, dy = x1, y1, dx1, dy1
	}
}

var pdfFonts = []string{"Helvetica", "Helvetica-Bold", "Courier", "Courier-Bold"}

func (p *pdfPage) FillString(f font.Face, at vg.Point, line string) {
	n := 1
	if f.Font.Variant == "Mono" {
		n += 2
	}
	if f.Font.Weight == xfont.WeightBold {
		n++
	}
	fmt.Fprintf(&p.content, "BT /F%d %s Tf %s %s Td (%s) Tj ET\n", n, number(float64(f.Font.Size)), number(float64(at.X)), number(float64(at.Y)), latin(line))
}

// latin writes a text in WinAnsiEncoding, as far as that is Latin-1, between the brackets of a string.
func latin(line string) []byte {
	var out []byte
	for _, r := range line {
		switch {
		case r == '(' || r == ')' || r == '\\':
			out = append(out, '\\', byte(r))
		case r < ' ' || r > 0xFF || r >= 0x7F && r < 0xA0:
			out = append(out, '?')
		default:
			out = append(out, byte(r))
		}
	}
	return out
}

// WriteTo writes the file: catalogue, pages, the page, what is on it, fonts, and where each of them begins.
func (p *pdfPage) WriteTo(w io.Writer) (int64, error) {
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %s %s] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R /F3 7 0 R /F4 8 0 R >> >> >>",
			number(float64(p.wide)), number(float64(p.tall))),
		fmt.Sprintf("<< /Length %d >>\nstream\n%sendstream", p.content.Len(), p.content.String()),
	}
	for _, name := range pdfFonts {
		objects = append(objects, "<< /Type /Font /Subtype /Type1 /BaseFont /"+name+" /Encoding /WinAnsiEncoding >>")
	}
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	table := "0000000000 65535 f \n"
	for i, o := range objects {
		table += fmt.Sprintf("%010d 00000 n \n", b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, table, len(objects)+1, start)
	return b.WriteTo(w)
}
