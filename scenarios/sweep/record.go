package sweep

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/crc32"

	"collsim/scenarios"
)

// Record is what became of one point: a result or an error.
type Record struct {
	Index  int             `json:"index"` // of the point in its plan
	ID     string          `json:"id"`
	Values Values          `json:"values"`
	Error  string          `json:"error,omitempty"`  // why there is no result
	Result json.RawMessage `json:"result,omitempty"` // as Keep writes it
}

// Answer is the result of a record. What [Keep] drops is empty.
func (r *Record) Answer() (*scenarios.Result, error) {
	if r.Error != "" {
		return nil, fmt.Errorf("point %d has no result: %s", r.Index, r.Error)
	}
	var answer scenarios.Result
	if err := json.Unmarshal(r.Result, &answer); err != nil {
		return nil, fmt.Errorf("point %d: its result cannot be read: %w", r.Index, err)
	}
	return &answer, nil
}

// same tells whether two records of a point say the same.
func (r *Record) same(o *Record) bool { return r.Error == o.Error && bytes.Equal(r.Result, o.Result) }

// Keep writes what a sweep keeps of a result: all but its name, its variant and the scenario, which the plan knows, the
// parameters and the list of ranks, which are long, and how it was played (events and fold), which is not part of what its
// hash names. So results of one hash are the same bytes, whatever file asked for them.
func Keep(r *scenarios.Result) (json.RawMessage, error) {
	kept := *r
	kept.Name, kept.Variant, kept.Scenario, kept.Parameters, kept.PerRank.Ranks = "", "", nil, nil, nil
	kept.Events, kept.Fold = 0, ""
	return scenarios.PlainJSON(&kept)
}

// castagnoli is the polynomial of CRC-32C, which finds what a crash leaves of a line.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// The end of a line of a journal: a checksum of everything before it. The line as a whole is JSON.
const (
	sumKey  = `,"crc32c":"`
	sumEnd  = `"}`
	sumSize = len(sumKey) + 2*crc32.Size + len(sumEnd)
)

// appendLine appends a JSON object as a line that carries its checksum.
func appendLine(line []byte, v any) ([]byte, error) {
	object, err := scenarios.PlainJSON(v)
	if err != nil {
		return line, err
	}
	object = object[:len(object)-1] // its last brace comes behind the checksum
	line = append(line, object...)
	line = append(line, sumKey...)
	sum := crc32.Checksum(object, castagnoli)
	line = hex.AppendEncode(line, []byte{byte(sum >> 24), byte(sum >> 16), byte(sum >> 8), byte(sum)})
	line = append(line, sumEnd...)
	return append(line, '\n'), nil
}

// whole tells whether a line without its end is what appendLine wrote.
func whole(line []byte) bool {
	cut := len(line) - sumSize
	if cut < 1 || !bytes.HasPrefix(line[cut:], []byte(sumKey)) || !bytes.HasSuffix(line, []byte(sumEnd)) {
		return false
	}
	sum := crc32.Checksum(line[:cut], castagnoli)
	return string(line[cut+len(sumKey):len(line)-len(sumEnd)]) == fmt.Sprintf("%08x", sum)
}

// AppendRecord appends a record to a journal that is being written: one line, which ends with a CRC-32C of itself.
func AppendRecord(journal []byte, r *Record) ([]byte, error) { return appendLine(journal, r) }

// alike tells whether two records of different questions have the same answer: what is said of the question itself, its hash
// and seed, and of how sure the answer is, does not count.
func (r *Record) alike(o *Record) bool {
	if r.ID == o.ID || r.Error != "" || o.Error != "" {
		return r.Error == o.Error
	}
	a, wrong := r.Answer()
	b, bad := o.Answer()
	if wrong != nil || bad != nil {
		return false
	}
	return a.Total == b.Total && a.CriticalPath == b.CriticalPath && a.Messages == b.Messages && a.WireBytes == b.WireBytes && a.Rounds == b.Rounds
}
