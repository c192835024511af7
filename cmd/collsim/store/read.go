//go:build !js && !nostore

package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"collsim/scenarios/sweep"
)

// Read finds the records of a sweep again, in the order of its plan. Its errors say what is wrong with the file.
func Read(path string) ([]sweep.Record, error) {
	db, err := reading(path)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	records, err := recorded(db)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot read it: %w", path, plainly(err))
	}
	return records, nil
}

// ReadMerged finds a sweep again and proves it whole: what is there must have the hash that it had when it was written.
func ReadMerged(path string) (*sweep.Merged, error) {
	db, err := reading(path)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	records, err := recorded(db)
	var plan, hash string
	if err == nil {
		err = db.QueryRow("SELECT p.value, h.value FROM metadata p, metadata h WHERE p.key = 'plan' AND h.key = 'merged_hash'").Scan(&plan, &hash)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: cannot read it: %w", path, plainly(err))
	}
	p, err := sweep.ReadPlan(path, []byte(plan))
	if err != nil {
		return nil, err
	}
	m, err := sweep.Merge(p, &sweep.Journal{Name: path, Header: p.Header(1, 1), Records: records})
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", path, err)
	case m.Hash != hash:
		return nil, fmt.Errorf("%s: it was changed: its points have the hash %s, and it says %s; valid: sweep merge makes it again from the journals", path, m.Hash, hash)
	}
	for i := range m.Records {
		m.Records[i].Values = p.Points[i].Values // no part of the hash of what came out, but of that of the plan
	}
	return m, nil
}

// reading opens a database that Write made, and refuses any other.
func reading(path string) (*sql.DB, error) {
	if file, err := os.Open(path); err != nil {
		return nil, fmt.Errorf("%s: cannot read it: %w", path, errors.Unwrap(err)) // without the path again
	} else {
		file.Close()
	}
	db, err := open(path, "ro")
	if err != nil {
		return nil, err
	}
	var whose, version int
	err = db.QueryRow("SELECT a.application_id, u.user_version FROM pragma_application_id a, pragma_user_version u").Scan(&whose, &version)
	switch {
	case err != nil:
		err = fmt.Errorf("%s: cannot read it: %w; valid: a database that sweep merge wrote", path, plainly(err))
	case whose != application:
		err = fmt.Errorf("%s: is a database of another program; valid: one that sweep merge wrote", path)
	case version != tablesOfRuns:
		err = fmt.Errorf("%s: has tables of version %d, this program knows version %d; valid: sweep merge makes it again from the journals", path, version, tablesOfRuns)
	default:
		return db, nil
	}
	db.Close()
	return nil, err
}

// recorded reads all points with their results.
func recorded(db *sql.DB) ([]sweep.Record, error) {
	rows, err := db.Query("SELECT p.point, p.id, p.error, p.settings, r.result FROM points p LEFT JOIN results r ON r.id = p.id AND p.answered ORDER BY p.point")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []sweep.Record
	for rows.Next() {
		var r sweep.Record
		var failure, result sql.NullString
		var settings string
		if err := rows.Scan(&r.Index, &r.ID, &failure, &settings, &result); err != nil {
			return nil, err
		}
		if err := json.Unmarshal([]byte(settings), &r.Values); err != nil {
			return nil, err
		}
		if result.Valid {
			r.Result = json.RawMessage(result.String)
		} else {
			r.Error = failure.String
		}
		all = append(all, r)
	}
	return all, rows.Err()
}
