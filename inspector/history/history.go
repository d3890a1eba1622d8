// Package history keeps the forms that tools had and the calls that were made, in
// one SQLite file which any SQLite tool reads. The file is bounded in size: what is
// oldest goes first. Environment variables, headers and tokens are never given to
// it: whoever writes masks them before.
package history

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver, without cgo
)

// MaxBytes bounds the file, in bytes.
const MaxBytes = 64 << 20

// maxBlob bounds one text that is kept, in bytes; of what is longer the size alone
// is kept.
const maxBlob = 4 << 20

// migrations lead from each version of the file to the next: PRAGMA user_version
// counts them. A migration that was published is never changed.
var migrations = [...]string{
	`CREATE TABLE forms (
		id INTEGER PRIMARY KEY, server TEXT NOT NULL, tool TEXT NOT NULL, hash TEXT NOT NULL,
		raw BLOB NOT NULL, server_version TEXT NOT NULL, protocol TEXT NOT NULL,
		first_seen TEXT NOT NULL, last_seen TEXT NOT NULL,
		UNIQUE (server, tool, hash));
	CREATE TABLE snapshots (
		id INTEGER PRIMARY KEY, server TEXT NOT NULL, taken TEXT NOT NULL, server_name TEXT NOT NULL,
		server_version TEXT NOT NULL, protocol TEXT NOT NULL, tools INTEGER NOT NULL);
	CREATE TABLE snapshot_tools (
		snapshot INTEGER NOT NULL REFERENCES snapshots (id) ON DELETE CASCADE,
		position INTEGER NOT NULL, form INTEGER NOT NULL REFERENCES forms (id) ON DELETE CASCADE,
		PRIMARY KEY (snapshot, position)) WITHOUT ROWID;
	CREATE INDEX snapshot_tools_form ON snapshot_tools (form);
	CREATE TABLE calls (
		id TEXT PRIMARY KEY, server TEXT NOT NULL, tool TEXT NOT NULL, tool_hash TEXT NOT NULL,
		started TEXT NOT NULL, microseconds INTEGER NOT NULL, outcome TEXT NOT NULL, failure TEXT NOT NULL,
		arguments BLOB, answer BLOB, arguments_bytes INTEGER NOT NULL, answer_bytes INTEGER NOT NULL);
	CREATE INDEX calls_tool ON calls (server, tool, started);`,
}

// Error is why the history cannot be used.
type Error struct {
	Path   string
	Detail string
	Next   string // what to do
	Err    error
}

// Error names the file, what is wrong and what to do.
func (e *Error) Error() string {
	text := "the history " + e.Path + ": " + e.Detail
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	if e.Next != "" {
		text += ". " + e.Next
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Store is an open history. It can be used by several goroutines.
type Store struct {
	db    *sql.DB
	path  string
	limit int64
}

// Path is where the history of this user is: in the state folder of the XDG base
// directory specification.
func Path() (string, error) {
	dir := os.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(dir) { // "If an implementation encounters a relative path it should consider the path invalid"
		home, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("find the home folder for the history: %w", err)
		}
		dir = filepath.Join(home, ".local", "state")
	}
	return filepath.Join(dir, "mcploupe", "history.sqlite"), nil
}

// Open opens a history and makes it where there is none. limit bounds the file in
// bytes; 0 is [MaxBytes]. A file that is damaged is kept aside under another name,
// which aside tells, and a new one is begun. The error is an *Error.
func Open(ctx context.Context, path string, limit int64) (s *Store, aside string, err error) {
	if limit <= 0 {
		limit = MaxBytes
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, "", &Error{Path: path, Detail: "its folder cannot be made", Err: err}
	}
	s, err = open(ctx, path, limit)
	var damaged *damage
	if errors.As(err, &damaged) {
		aside = path + ".damaged-" + time.Now().UTC().Format("20060102-150405")
		if err := os.Rename(path, aside); err != nil {
			return nil, "", &Error{Path: path, Detail: "it is damaged and cannot be put aside", Err: err, Next: "Move it away by hand."}
		}
		for _, more := range [...]string{"-wal", "-shm"} { // they belong to the damaged file
			if err := os.Rename(path+more, aside+more); err != nil && !errors.Is(err, os.ErrNotExist) {
				return nil, "", &Error{Path: path + more, Detail: "it cannot be put aside", Err: err, Next: "Move it away by hand."}
			}
		}
		s, err = open(ctx, path, limit)
	}
	return s, aside, err
}

// damage says that a file is no sound database.
type damage struct{ err error }

func (d *damage) Error() string { return "it is damaged: " + d.err.Error() }
func (d *damage) Unwrap() error { return d.err }

func open(ctx context.Context, path string, limit int64) (*Store, error) {
	address := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: "_pragma=busy_timeout(3000)&_pragma=foreign_keys(1)&_pragma=auto_vacuum(2)&_pragma=journal_mode(WAL)&_pragma=synchronous(1)"}
	db, err := sql.Open("sqlite", address.String())
	if err != nil {
		return nil, &Error{Path: path, Detail: "it cannot be opened", Err: err}
	}
	db.SetMaxOpenConns(1)
	s := &Store{db: db, path: path, limit: limit}
	if err := s.prepare(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return s, os.Chmod(path, 0o600)
}

// prepare looks whether the file is sound and brings it up to date.
func (s *Store) prepare(ctx context.Context) error {
	var sound string
	if err := s.db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&sound); err != nil {
		if text := err.Error(); strings.Contains(text, "not a database") || strings.Contains(text, "malformed") {
			return &damage{err}
		}
		return &Error{Path: s.path, Detail: "it cannot be read", Err: err}
	}
	if sound != "ok" {
		return &damage{errors.New(sound)}
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return &Error{Path: s.path, Detail: "it cannot be written", Err: err}
	}
	defer func() { _ = tx.Rollback() }() // after a commit there is nothing to undo
	var version int
	if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return &Error{Path: s.path, Detail: "its version cannot be read", Err: err}
	}
	if version > len(migrations) {
		return &Error{Path: s.path, Detail: fmt.Sprintf("a newer mcploupe wrote it (version %d, at most %d is known here)", version, len(migrations)), Next: "Use the newer mcploupe, or --no-history."}
	}
	if version == len(migrations) {
		return nil
	}
	for _, m := range migrations[version:] {
		if _, err := tx.ExecContext(ctx, m); err != nil {
			return &Error{Path: s.path, Detail: "it cannot be brought up to date", Err: err}
		}
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", len(migrations))); err != nil {
		return &Error{Path: s.path, Detail: "its version cannot be written", Err: err}
	}
	if err := tx.Commit(); err != nil {
		return &Error{Path: s.path, Detail: "it cannot be brought up to date", Err: err}
	}
	return nil
}

// Close closes the file.
func (s *Store) Close() error { return s.db.Close() }

// bound takes out what is oldest until the file is within its limit.
func (s *Store) bound(ctx context.Context) error {
	for range 50 {
		var pages, free, size int64
		if err := s.db.QueryRowContext(ctx, "SELECT page_count, freelist_count, page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size").Scan(&pages, &free, &size); err != nil {
			return fmt.Errorf("measure the history: %w", err)
		}
		if pages*size <= s.limit {
			return nil
		}
		if (pages-free)*size > s.limit*9/10 {
			for _, query := range [...]string{
				"DELETE FROM calls WHERE id IN (SELECT id FROM calls ORDER BY started LIMIT max(1, (SELECT count(*) / 10 FROM calls)))",
				"DELETE FROM snapshots WHERE id IN (SELECT id FROM snapshots ORDER BY taken LIMIT max(1, (SELECT count(*) / 10 FROM snapshots)))",
				"DELETE FROM forms WHERE id NOT IN (SELECT form FROM snapshot_tools)",
			} {
				if _, err := s.db.ExecContext(ctx, query); err != nil {
					return fmt.Errorf("shorten the history: %w", err)
				}
			}
		}
		for _, query := range [...]string{"PRAGMA incremental_vacuum", "PRAGMA wal_checkpoint(TRUNCATE)"} {
			if err := s.each(ctx, query); err != nil {
				return fmt.Errorf("shorten the file of the history: %w", err)
			}
		}
	}
	return nil
}

// each runs a statement to its end: a vacuum gives up a page for each row of its
// answer.
func (s *Store) each(ctx context.Context, query string) error {
	rows, err := s.db.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // what matters of it is in Err
	for rows.Next() {
	}
	return rows.Err()
}
