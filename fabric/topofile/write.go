package topofile

import (
	"encoding/json"
	"strings"

	"collsim/sim/input"
)

// YAML writes the document as a file that Parse reads back. Notes become comments.
func (d *Document) YAML() []byte {
	var b strings.Builder
	for _, note := range d.Notes {
		b.WriteString("# " + oneLine(note) + "\n")
	}
	b.WriteString("schema: " + Schema + "\n")
	for _, f := range d.Tree().Fields {
		if f.Value.Form == input.Scalar {
			b.WriteString(f.Name + ": " + plain(f.Value.Text) + "\n")
			continue
		}
		if len(f.Value.Fields) == 0 {
			b.WriteString(f.Name + ": {}\n")
			continue
		}
		b.WriteString(f.Name + ":\n")
		for i, line := range f.Value.Fields {
			note := ""
			if f.Name == "links" {
				note = d.Links[i].Note
			}
			b.WriteString("  " + line.Name + ": " + flow(line.Value))
			if note != "" {
				b.WriteString(" # " + oneLine(note))
			}
			b.WriteByte('\n')
		}
	}
	return []byte(b.String())
}

// flow writes a mapping on one line.
func flow(v *input.Node) string {
	parts := make([]string, len(v.Fields))
	for i, f := range v.Fields {
		parts[i] = f.Name + ": " + plain(f.Value.Text)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// plain writes a scalar without quotes where YAML needs none.
func plain(text string) string {
	safe := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(" /._-", r)
	}
	if text != "" && strings.IndexFunc(text, func(r rune) bool { return !safe(r) }) < 0 &&
		strings.TrimSpace(text) == text && !strings.ContainsAny(text[:1], "-.") {
		return text
	}
	quoted, err := json.Marshal(text)
	if err != nil {
		panic("topofile: " + err.Error()) // a string always marshals
	}
	return string(quoted)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
