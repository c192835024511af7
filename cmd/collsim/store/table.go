package store

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strconv"

	"collsim/scenarios/sweep"
)

// Table is a sweep laid out: a line a point.
type Table struct {
	Columns []Column
	Rows    [][]any // a string, an int64, or nil where there is no value
	Axes    []Axis
}

// leading are the columns before those of the axes.
var leading = []Column{{"point", Integer}, {"id", Text}, {"error", Text}}

// Tabulate lays records out, in their order.
func Tabulate(records []sweep.Record) (*Table, error) {
	t := &Table{Columns: append([]Column(nil), leading...), Axes: axesOf(records)}
	for i := range t.Axes {
		t.Columns = append(t.Columns, t.Axes[i].columns()...)
	}
	t.Columns = append(t.Columns, Columns()...)
	for i := range records {
		r := &records[i]
		figures, failure, err := cells(r.Result)
		if err != nil {
			return nil, fmt.Errorf("point %d: its result cannot be read: %w", r.Index, err)
		}
		row := []any{int64(r.Index), r.ID, nil}
		if failure = cmp.Or(r.Error, failure); failure != "" {
			row[2] = failure
		}
		for k := range t.Axes {
			row = append(row, t.Axes[k].cells(r.Values)...)
		}
		t.Rows = append(t.Rows, append(row, figures...))
	}
	return t, nil
}

// csv writes a line of names, then a line a point. A missing value is an empty field.
func (t *Table) csv() ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	line := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		line[i] = c.Name
	}
	w.Write(line) // a buffer takes everything; Flush would tell
	for _, row := range t.Rows {
		for i, v := range row {
			line[i] = printed(v)
		}
		w.Write(line)
	}
	w.Flush()
	return b.Bytes(), w.Error()
}

func printed(v any) string {
	switch v := v.(type) {
	case int64:
		return strconv.FormatInt(v, 10)
	case string:
		return v
	}
	return ""
}

// jsonLines writes an object a point, with the columns in their order. A missing value is null.
func (t *Table) jsonLines() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for _, row := range t.Rows {
		for i, v := range row {
			b.WriteByte("{,"[min(i, 1)])
			b.WriteString(strconv.Quote(t.Columns[i].Name)) // letters, digits and _
			b.WriteByte(':')
			if err := e.Encode(v); err != nil {
				return nil, err
			}
			b.Truncate(b.Len() - 1) // the line goes on
		}
		b.WriteString("}\n")
	}
	return b.Bytes(), nil
}
