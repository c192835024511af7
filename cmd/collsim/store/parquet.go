//go:build !js && !nostore

package store

import (
	"bytes"
	"fmt"
	"reflect"

	"github.com/parquet-go/parquet-go"
)

// parquet writes int64 and UTF-8 columns, each optional, compressed by Zstandard.
func (t *Table) parquet() ([]byte, error) {
	var b bytes.Buffer
	w := parquet.NewGenericWriter[any](&b, t.schema(), parquet.Compression(&parquet.Zstd))
	rows := make([]parquet.Row, len(t.Rows))
	for i, row := range t.Rows {
		for k, v := range row {
			rows[i] = append(rows[i], cell(v, k))
		}
	}
	if _, err := w.WriteRows(rows); err != nil {
		return nil, err
	}
	err := w.Close()
	return b.Bytes(), err
}

// cell is a value in column k, which is there or is not.
func cell(v any, k int) parquet.Value {
	if v == nil {
		return parquet.NullValue().Level(0, 0, k)
	}
	return parquet.ValueOf(v).Level(0, 1, k)
}

// schema has the columns in their order, which is that of the fields of a struct; a parquet.Group would sort them.
func (t *Table) schema() *parquet.Schema {
	var fields []reflect.StructField
	for i, c := range t.Columns {
		kind := reflect.TypeFor[string]()
		if c.Kind == Integer {
			kind = reflect.TypeFor[int64]()
		}
		fields = append(fields, reflect.StructField{Name: fmt.Sprint("C", i), Type: kind,
			Tag: reflect.StructTag(fmt.Sprintf(`parquet:"%s,optional"`, c.Name))})
	}
	return parquet.NewSchema("points", parquet.SchemaOf(reflect.New(reflect.StructOf(fields)).Elem().Interface()))
}
