package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"collsim/scenarios/sweep"
)

// journal is the file that a shard appends its records to. While it is open no other process can.
type journal struct {
	sync.Mutex
	path   string
	file   journalFile
	length int64     // of the lines that are whole
	synced time.Time // when what is written was last put on the disk
	wrote  error     // why it cannot be written any more
	buffer []byte
}

// journalFile is what a journal needs of its file.
type journalFile interface {
	io.WriterAt
	io.Closer
	Truncate(size int64) error
	Sync() error
}

// syncs is how often what is written is put on the disk: as much as a power cut may cost. A killed process costs nothing.
const syncs = time.Second

// errHeld says that another process writes a journal.
var errHeld = errors.New("another process writes it")

// openJournal opens the journal of a shard for writing and reads what is in it; what a crash has torn is cut off. resume
// tells whether there may be records in it.
func openJournal(path string, p *sweep.Plan, s shard, resume bool) (*journal, *sweep.Journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, nil, fmt.Errorf("cannot write %s: %w", path, reason(err))
	}
	j := &journal{path: path, file: file, synced: time.Now()}
	old, err := j.begin(file, p, s, resume)
	if err != nil {
		file.Close()
		return nil, nil, err
	}
	return j, old, nil
}

func (j *journal) begin(file *os.File, p *sweep.Plan, s shard, resume bool) (*sweep.Journal, error) {
	if err := lock(file); errors.Is(err, errHeld) {
		return nil, failure{exitTryAgain, fmt.Errorf("%s: another process writes it; valid: to wait for its end, or another --shard", j.path)}
	}
	data, err := io.ReadAll(file)
	if err != nil {
		return nil, cannotRead(j.path, err)
	}
	old, err := sweep.ReadJournal(j.path, data)
	if err != nil {
		return nil, err
	}
	if err := p.Owns(old); err != nil {
		return nil, fmt.Errorf("%w; valid: another --out", err)
	}
	if !resume && len(old.Records) > 0 {
		return nil, fmt.Errorf("%s: has %s already; valid: --resume to go on, or another --out", j.path, count(len(old.Records), "point"))
	}
	j.length = int64(old.Length)
	if err := j.file.Truncate(j.length); err != nil {
		return nil, cannotWrite(j.path, err)
	}
	if j.length > 0 {
		return old, nil
	}
	head, err := sweep.AppendHeader(nil, p.Header(s.number, s.of))
	if err != nil {
		return nil, failed(err)
	}
	return old, j.append(head)
}

// add appends records. What cannot be written whole is taken back, and nothing more is written.
func (j *journal) add(records []sweep.Record) error {
	j.Lock()
	defer j.Unlock()
	if j.wrote != nil {
		return j.wrote
	}
	j.buffer = j.buffer[:0]
	for i := range records {
		var err error
		if j.buffer, err = sweep.AppendRecord(j.buffer, &records[i]); err != nil {
			return failed(err)
		}
	}
	j.wrote = j.append(j.buffer)
	return j.wrote
}

func (j *journal) append(lines []byte) error {
	_, err := j.file.WriteAt(lines, j.length)
	if now := time.Now(); err == nil && now.Sub(j.synced) > syncs {
		j.synced, err = now, j.file.Sync()
	}
	if err == nil {
		j.length += int64(len(lines))
		return nil
	}
	j.file.Truncate(j.length) // or the line is torn, which the next run notices
	err = fmt.Errorf("cannot write %s: %w; what is in it stays: the same command with --resume goes on", j.path, reason(err))
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return failure{exitTryAgain, err}
	}
	return failed(err)
}

// close puts everything on the disk.
func (j *journal) close() error {
	j.Lock()
	defer j.Unlock()
	err := j.file.Sync()
	if closed := j.file.Close(); err == nil {
		err = closed
	}
	if err != nil && j.wrote == nil {
		return cannotWrite(j.path, err)
	}
	return nil
}

// readJournals reads journals, and all of directories.
func readJournals(paths []string) ([]*sweep.Journal, error) {
	var all []*sweep.Journal
	for _, path := range paths {
		files, err := journalsAt(path)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if errors.Is(err, fs.ErrNotExist) {
				return nil, fmt.Errorf("%s: no such journal", file)
			}
			if err != nil {
				return nil, cannotRead(file, err)
			}
			j, err := sweep.ReadJournal(file, data)
			if err != nil {
				return nil, err
			}
			all = append(all, j)
		}
	}
	return all, nil
}

// journalsAt are the journals of a directory, by their names, or a single one.
func journalsAt(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return []string{path}, nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, cannotRead(path, err)
	}
	var files []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "shard-") && strings.HasSuffix(e.Name(), ".jsonl") {
			files = append(files, filepath.Join(path, e.Name()))
		}
	}
	return files, nil
}
