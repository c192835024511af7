//go:build !js && !nostore

package store

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
)

// A Parquet file has the columns of the table with their types, in their order, and every value.
func TestParquetReadBack(t *testing.T) {
	m := played(t, question, 3)
	table, err := Tabulate(m.Records)
	if err != nil {
		t.Fatal(err)
	}
	data, err := Export("parquet", m.Records)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Export("parquet", m.Records)
	if err != nil || !bytes.Equal(data, again) {
		t.Errorf("the same points gave two files: %v", err)
	}
	file, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var columns []Column
	for _, f := range file.Schema().Fields() {
		c := Column{f.Name(), Text}
		if f.Type().Kind() == parquet.Int64 {
			c.Kind = Integer
		}
		if !f.Optional() {
			t.Errorf("%s cannot be missing", f.Name())
		}
		columns = append(columns, c)
	}
	if diff := cmp.Diff(table.Columns, columns); diff != "" {
		t.Fatalf("columns (-table +file):\n%s", diff)
	}
	if diff := cmp.Diff(table.Rows, rowsOf(t, file)); diff != "" {
		t.Errorf("rows (-table +file):\n%s", diff)
	}
}

// rowsOf reads all rows of a file.
func rowsOf(t *testing.T, file *parquet.File) (all [][]any) {
	t.Helper()
	for _, group := range file.RowGroups() {
		rows := group.Rows()
		defer rows.Close()
		buffer := make([]parquet.Row, 3)
		for {
			n, err := rows.ReadRows(buffer)
			for _, row := range buffer[:n] {
				cells := make([]any, len(row))
				for i, v := range row {
					switch {
					case v.IsNull():
					case v.Kind() == parquet.Int64:
						cells[i] = v.Int64()
					default:
						cells[i] = v.String()
					}
				}
				all = append(all, cells)
			}
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	return all
}
