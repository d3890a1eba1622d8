package history_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mcploupe/inspector/history"
)

var began = time.Date(2026, 11, 30, 21, 0, 0, 0, time.UTC)

func open(t testing.TB, path string, limit int64) *history.Store {
	t.Helper()
	s, aside, err := history.Open(context.Background(), path, limit)
	if err != nil || aside != "" {
		t.Fatal(err, aside)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// Ensure that forms and calls are found again, to the byte, by another launch, and
// that null and left out stay two things.
func TestKeeps(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "a b?", "history.sqlite")
	s := open(t, path, 0)
	for i, raw := range []string{`{"v": 1.0}`, `{"v": 1.0}`, `{"v":2}`} {
		snap := history.Snapshot{Server: "s", Version: fmt.Sprint(i), Taken: began.Add(time.Duration(i) * time.Minute), Tools: []history.Tool{{Name: "t", Hash: raw, Raw: []byte(raw)}}}
		if err := s.AddSnapshot(ctx, snap); err != nil {
			t.Fatal(err)
		}
	}
	for i, args := range [][]byte{nil, []byte("null"), []byte(`{"a": 1e400}`)} {
		if err := s.AddCall(ctx, history.Call{ID: fmt.Sprint(i), Server: "s", Tool: "t", Started: began.Add(time.Duration(i) * time.Second), Took: time.Millisecond, Outcome: "ok", Arguments: args, Answer: []byte{0xff}}); err != nil {
			t.Fatal(err)
		}
	}
	again := open(t, path, 0)
	forms, err := again.Forms(ctx, "s", "t", 10)
	if err != nil || len(forms) != 2 || string(forms[1].Raw) != `{"v": 1.0}` || !forms[1].Last.Equal(began.Add(time.Minute)) || !forms[1].First.Equal(began) {
		t.Errorf("%v %+v", err, forms)
	}
	calls, err := again.Calls(ctx, "s", "t", 10)
	if err != nil || len(calls) != 3 || string(calls[0].Arguments) != `{"a": 1e400}` || string(calls[1].Arguments) != "null" || calls[2].Arguments != nil {
		t.Errorf("%v %+v", err, calls)
	}
	if c, err := again.Call(ctx, "s", "1"); err != nil || c == nil || c.Took != time.Millisecond {
		t.Errorf("%v %+v", err, c)
	}
	if c, err := again.Call(ctx, "other", "1"); err != nil || c != nil {
		t.Errorf("%v %+v", err, c)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, mode %v", err, info.Mode())
	}
}

// Ensure that the file stays within its bound, and that the newest calls stay.
func TestBound(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "history.sqlite")
	const limit = 2 << 20
	s := open(t, path, limit)
	for i := range 60 {
		noise := make([]byte, 100_000)
		_, _ = rand.Read(noise)
		if err := s.AddCall(ctx, history.Call{ID: fmt.Sprint(i), Server: "s", Tool: "t", Started: began.Add(time.Duration(i) * time.Second), Answer: noise}); err != nil {
			t.Fatal(err)
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Size() > limit {
		t.Errorf("%v: the file has %d bytes", err, info.Size())
	}
	calls, err := s.Calls(ctx, "s", "t", 100)
	if err != nil || len(calls) < 5 || calls[0].ID != "59" {
		t.Errorf("%v: %d calls are kept", err, len(calls))
	}
	if err := s.AddCall(ctx, history.Call{ID: "big", Server: "s", Tool: "t", Started: began.Add(time.Hour), Answer: bytes.Repeat([]byte("x"), 5<<20)}); err != nil {
		t.Fatal(err)
	}
	if c, err := s.Call(ctx, "s", "big"); err != nil || c.Answer != nil || c.AnswerSize != 5<<20 {
		t.Errorf("%v: of a text that is too long %d bytes are kept", err, len(c.Answer))
	}
}

// Ensure that a damaged file is put aside and said, and a newer one left alone.
func TestDamaged(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "history.sqlite")
	junk := []byte(strings.Repeat("this is no database. ", 500))
	if err := os.WriteFile(path, junk, 0o600); err != nil {
		t.Fatal(err)
	}
	s, aside, err := history.Open(ctx, path, 0)
	if err != nil || aside == "" {
		t.Fatal(err, aside)
	}
	if kept, err := os.ReadFile(aside); err != nil || !bytes.Equal(kept, junk) {
		t.Errorf("it was not kept: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(ctx, "PRAGMA user_version = 99"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if _, aside, err := history.Open(ctx, path, 0); err == nil || aside != "" || !strings.Contains(err.Error(), "newer mcploupe") {
		t.Errorf("a newer file: %v, %q", err, aside)
	}
}
