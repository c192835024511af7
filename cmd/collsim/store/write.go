//go:build !js && !nostore

package store

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"collsim/scenarios/sweep"
)

// Write makes a database of a sweep: whoever opens the path sees what was there before, or all of it. The same sweep gives
// the same bytes.
func Write(path string, m *sweep.Merged) error {
	draft, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer draft.Close()
	err = fill(draft.Name(), m)
	if err == nil {
		err = draft.Chmod(0o644)
	}
	if err == nil {
		err = draft.Sync()
	}
	if err == nil {
		err = os.Rename(draft.Name(), path)
	}
	if err != nil {
		os.Remove(draft.Name())
	}
	return err
}

// fill makes the tables in an empty file. Nobody else sees it, so nothing has to be undone.
func fill(path string, m *sweep.Merged) error {
	t, err := Tabulate(m.Records)
	if err != nil {
		return err
	}
	db, err := open(path, "rw", "journal_mode(off)", "synchronous(off)", "locking_mode(exclusive)")
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	tx, err := db.Begin()
	if err != nil {
		return plainly(err)
	}
	f := &filling{tx: tx}
	f.do(fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", application, tablesOfRuns))
	f.metadata(m)
	f.axes(t)
	f.results(t, m)
	f.points(t, m)
	for _, v := range views(t, m.Plan) {
		f.do(v)
	}
	if f.err == nil {
		f.err = tx.Commit()
	}
	if closed := db.Close(); f.err == nil {
		f.err = closed
	}
	return plainly(f.err)
}

// filling keeps the first error; nothing is done after it.
type filling struct {
	tx  *sql.Tx
	err error
}

func (f *filling) do(query string, values ...any) {
	if f.err == nil {
		_, f.err = f.tx.Exec(query, values...)
	}
}

// rows adds n rows to a table.
func (f *filling) rows(table string, columns, n int, row func(i int) []any) {
	if f.err != nil {
		return
	}
	var s *sql.Stmt
	if s, f.err = f.tx.Prepare(insert(table, columns)); f.err != nil {
		return
	}
	defer s.Close()
	for i := 0; i < n && f.err == nil; i++ {
		if values := row(i); values != nil {
			_, f.err = s.Exec(values...)
		}
	}
}

// metadata says which sweep this is, with the whole plan, so that no other file is needed.
func (f *filling) metadata(m *sweep.Merged) {
	plan, err := m.Plan.Encode()
	if err != nil && f.err == nil {
		f.err = err
	}
	f.do("CREATE TABLE metadata (key TEXT PRIMARY KEY, value TEXT NOT NULL)")
	all := [][2]string{
		{"name", m.Plan.Name}, {"plan_hash", m.Plan.Hash}, {"model_version", m.Plan.ModelVersion}, {"merged_hash", m.Hash},
		{"scenario_file", m.Plan.Source.Name}, {"scenario", m.Plan.Source.Text}, {"plan", string(plan)},
		{"points", fmt.Sprint(len(m.Plan.Points))}, {"failed", fmt.Sprint(m.Failed)},
	}
	f.rows("metadata", 2, len(all), func(i int) []any { return []any{all[i][0], all[i][1]} })
}

// axes says which columns of points are which paths of the scenario.
func (f *filling) axes(t *Table) {
	f.do(`CREATE TABLE axes (axis INTEGER PRIMARY KEY, path TEXT NOT NULL, "column" TEXT NOT NULL, quantity_column TEXT)`)
	f.rows("axes", 4, len(t.Axes), func(i int) []any {
		a := &t.Axes[i]
		row := []any{i, a.Path, a.Column, nil}
		if a.Quantity != "" {
			row[3] = a.Quantity
		}
		return row
	})
}

// results has a row for every question that was answered, whose columns are those of the table behind the axes.
func (f *filling) results(t *Table, m *sweep.Merged) {
	first := len(t.Columns) - len(figures)
	declared := []string{"id TEXT PRIMARY KEY"}
	for _, c := range t.Columns[first:] {
		declared = append(declared, c.declared())
	}
	f.do("CREATE TABLE results (" + strings.Join(append(declared, "result TEXT NOT NULL"), ", ") + ")")
	seen := map[string]bool{}
	f.rows("results", len(figures)+2, len(m.Records), func(i int) []any {
		r := &m.Records[i]
		if len(r.Result) == 0 || seen[r.ID] {
			return nil
		}
		seen[r.ID] = true
		return append(append([]any{r.ID}, t.Rows[i][first:]...), string(r.Result))
	})
}

// points has a row for every point: which question it asks, what its axes say, and the error where there is no result.
func (f *filling) points(t *Table, m *sweep.Merged) {
	cost := map[int]int64{}
	for _, p := range m.Plan.Points {
		cost[p.Index] = p.Cost
	}
	last := len(t.Columns) - len(figures)
	declared := []string{"point INTEGER PRIMARY KEY", "id TEXT NOT NULL", "error TEXT"}
	for _, c := range t.Columns[len(leading):last] {
		declared = append(declared, c.declared())
	}
	declared = append(declared, "estimated_events INTEGER NOT NULL", "settings TEXT NOT NULL", "answered INTEGER NOT NULL")
	f.do("CREATE TABLE points (" + strings.Join(declared, ", ") + ")")
	f.rows("points", len(declared), len(m.Records), func(i int) []any {
		r := &m.Records[i]
		settings, err := json.Marshal(r.Values)
		if err != nil && f.err == nil {
			f.err = err
		}
		return append(append([]any(nil), t.Rows[i][:last]...), cost[r.Index], string(settings), len(r.Result) > 0)
	})
}
