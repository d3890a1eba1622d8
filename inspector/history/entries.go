package history

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Snapshot is what one server said at one moment.
type Snapshot struct {
	Server  string // the name it is configured under
	Name    string // as it calls itself
	Version string
	Proto   string // protocol version
	Taken   time.Time
	Tools   []Tool
}

// Tool is one entry of a snapshot.
type Tool struct {
	Name string
	Hash string // of its bytes
	Raw  []byte
}

// Form is one form that a tool had.
type Form struct {
	ID          int64
	Hash        string
	Raw         []byte
	Version     string // of the server, when it was first seen
	First, Last time.Time
}

// Call is one tools/call.
type Call struct {
	ID            string
	Server, Tool  string
	ToolHash      string
	Started       time.Time
	Took          time.Duration
	Outcome       string
	Failure       string
	Arguments     []byte // nil where the member was left out, or is too long to be kept
	Answer        []byte
	ArgumentsSize int // bytes of the whole
	AnswerSize    int
}

// stamp is a time as it is kept: sortable, and readable in any tool.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000Z") }

func parseStamp(s string) time.Time {
	t, err := time.Parse("2006-01-02T15:04:05.000000Z", s)
	if err != nil {
		return time.Time{} // written by somebody else: unknown
	}
	return t
}

// AddSnapshot keeps a list. A tool that is as it was costs a row and no bytes.
func (s *Store) AddSnapshot(ctx context.Context, snap Snapshot) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("write to the history: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // after a commit there is nothing to undo
	at := stamp(snap.Taken)
	var id int64
	if err := tx.QueryRowContext(ctx, "INSERT INTO snapshots (server, taken, server_name, server_version, protocol, tools) VALUES (?, ?, ?, ?, ?, ?) RETURNING id",
		snap.Server, at, snap.Name, snap.Version, snap.Proto, len(snap.Tools)).Scan(&id); err != nil {
		return fmt.Errorf("keep a list in the history: %w", err)
	}
	for i, t := range snap.Tools {
		if len(t.Raw) > maxBlob {
			continue
		}
		var form int64
		if err := tx.QueryRowContext(ctx, `INSERT INTO forms (server, tool, hash, raw, server_version, protocol, first_seen, last_seen) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (server, tool, hash) DO UPDATE SET last_seen = excluded.last_seen RETURNING id`,
			snap.Server, t.Name, t.Hash, t.Raw, snap.Version, snap.Proto, at, at).Scan(&form); err != nil {
			return fmt.Errorf("keep a tool in the history: %w", err)
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO snapshot_tools (snapshot, position, form) VALUES (?, ?, ?)", id, i, form); err != nil {
			return fmt.Errorf("keep a list in the history: %w", err)
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("keep a list in the history: %w", err)
	}
	return s.bound(ctx)
}

// AddCall keeps a call. Of texts that are too long the size alone is kept.
func (s *Store) AddCall(ctx context.Context, c Call) error {
	c.ArgumentsSize, c.AnswerSize = len(c.Arguments), len(c.Answer)
	if c.ArgumentsSize > maxBlob {
		c.Arguments = nil
	}
	if c.AnswerSize > maxBlob {
		c.Answer = nil
	}
	_, err := s.db.ExecContext(ctx, `INSERT OR REPLACE INTO calls (id, server, tool, tool_hash, started, microseconds, outcome, failure, arguments, answer, arguments_bytes, answer_bytes)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		c.ID, c.Server, c.Tool, c.ToolHash, stamp(c.Started), c.Took.Microseconds(), c.Outcome, c.Failure, c.Arguments, c.Answer, c.ArgumentsSize, c.AnswerSize)
	if err != nil {
		return fmt.Errorf("keep a call in the history: %w", err)
	}
	return s.bound(ctx)
}

// Forms returns the forms that a tool had, the one seen last first.
func (s *Store) Forms(ctx context.Context, server, tool string, most int) ([]Form, error) {
	rows, err := s.db.QueryContext(ctx, "SELECT id, hash, raw, server_version, first_seen, last_seen FROM forms WHERE server = ? AND tool = ? ORDER BY last_seen DESC, id DESC LIMIT ?", server, tool, most)
	if err != nil {
		return nil, fmt.Errorf("read the history: %w", err)
	}
	return collect(rows, func(f *Form) ([]any, func()) {
		var first, last string
		return []any{&f.ID, &f.Hash, &f.Raw, &f.Version, &first, &last}, func() { f.First, f.Last = parseStamp(first), parseStamp(last) }
	})
}

const callColumns = "SELECT id, server, tool, tool_hash, started, microseconds, outcome, failure, arguments, answer, arguments_bytes, answer_bytes FROM calls "

func scanCall(c *Call) ([]any, func()) {
	var started string
	var took int64
	return []any{&c.ID, &c.Server, &c.Tool, &c.ToolHash, &started, &took, &c.Outcome, &c.Failure, &c.Arguments, &c.Answer, &c.ArgumentsSize, &c.AnswerSize},
		func() { c.Started, c.Took = parseStamp(started), time.Duration(took)*time.Microsecond }
}

// Calls returns the calls of a tool, the newest first.
func (s *Store) Calls(ctx context.Context, server, tool string, most int) ([]Call, error) {
	rows, err := s.db.QueryContext(ctx, callColumns+"WHERE server = ? AND tool = ? ORDER BY started DESC LIMIT ?", server, tool, most)
	if err != nil {
		return nil, fmt.Errorf("read the history: %w", err)
	}
	return collect(rows, scanCall)
}

// Call finds a call of a server; nil where there is none.
func (s *Store) Call(ctx context.Context, server, id string) (*Call, error) {
	rows, err := s.db.QueryContext(ctx, callColumns+"WHERE server = ? AND id = ?", server, id)
	if err != nil {
		return nil, fmt.Errorf("read the history: %w", err)
	}
	list, err := collect(rows, scanCall)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return &list[0], nil
}

// collect reads all rows. into gives the places of the columns and what is to be
// done when they are filled.
func collect[T any](rows *sql.Rows, into func(*T) ([]any, func())) ([]T, error) {
	defer func() { _ = rows.Close() }() // what matters of it is in Err
	var list []T
	for rows.Next() {
		var one T
		places, done := into(&one)
		if err := rows.Scan(places...); err != nil {
			return nil, fmt.Errorf("read the history: %w", err)
		}
		done()
		list = append(list, one)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read the history: %w", err)
	}
	return list, nil
}
