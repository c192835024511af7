package sweep

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// JournalSchema is the value of the schema key of a journal's first line.
const JournalSchema = "collsim.journal/v1"

// Header is the first line of a journal: whose points it holds.
type Header struct {
	Schema       string `json:"schema"`
	Plan         string `json:"plan"`         // its hash
	Of           string `json:"of,omitempty"` // the plan whose missing points these are
	ModelVersion string `json:"model_version"`
	Shard        int    `json:"shard"` // of so many, from 1
	Shards       int    `json:"shards"`
}

// Header begins the journal of a shard, from 1.
func (p *Plan) Header(shard, shards int) Header {
	return Header{JournalSchema, p.Hash, p.Of, p.ModelVersion, shard, shards}
}

// AppendHeader appends the first line of a journal.
func AppendHeader(journal []byte, h Header) ([]byte, error) { return appendLine(journal, h) }

// Journal is what a shard has written.
type Journal struct {
	Name    string // for messages
	Header  Header // the zero value where there is no whole line
	Records []Record
	Length  int      // of what is whole: what lies behind it was torn by a crash, and is to be cut off
	Damage  []string // what is wrong with it, in words; the points are missing
}

// ReadJournal reads a journal as far as it is whole. A last line that a crash has torn is left out, and so is a damaged line
// before it; Damage tells. The error is that this is no journal.
func ReadJournal(name string, data []byte) (*Journal, error) {
	j := &Journal{Name: name}
	for at, line := 0, 1; at < len(data); line++ {
		end := bytes.IndexByte(data[at:], '\n')
		if end < 0 {
			j.damage(line, "is torn: its end is missing")
			break
		}
		text := data[at : at+end]
		at += end + 1
		if !whole(text) {
			j.damage(line, "is damaged: its checksum differs")
			continue
		}
		if err := j.read(text); err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", name, line, err)
		}
		j.Length = at
	}
	if j.Header.Schema == "" && len(j.Records) > 0 {
		return nil, fmt.Errorf("%s: its first line is damaged, so nobody knows of which plan it is; valid: a journal whose first line is whole", name)
	}
	return j, nil
}

func (j *Journal) damage(line int, what string) {
	j.Damage = append(j.Damage, fmt.Sprintf("%s: line %d %s", j.Name, line, what))
}

// read takes a whole line in.
func (j *Journal) read(line []byte) error {
	if j.Header.Schema == "" && len(j.Records) == 0 && bytes.HasPrefix(line, []byte(`{"schema"`)) {
		if err := json.Unmarshal(line, &j.Header); err != nil {
			return fmt.Errorf("not the first line of a journal: %w", err)
		}
		if j.Header.Schema != JournalSchema {
			return fmt.Errorf("schema: %q is not a form that this program knows; valid: %s", j.Header.Schema, JournalSchema)
		}
		return nil
	}
	var r Record
	if err := json.Unmarshal(line, &r); err != nil {
		return fmt.Errorf("not a record: %w", err)
	}
	j.Records = append(j.Records, r)
	return nil
}
