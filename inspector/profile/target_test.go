package profile

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseTargets(t *testing.T) {
	c := catalog(t)
	got, err := c.ParseTargets(" cursor, gemini+gemini-parameters+no-strict ,ts-client@1.22.0,cursor,")
	if err != nil {
		t.Fatal(err)
	}
	want := []Target{
		{Profile: "cursor"},
		{Profile: "gemini", Conditions: map[string]bool{"gemini-parameters": true, "strict": false}},
		{Profile: "ts-client", Version: "1.22.0"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if all := targets(t, c, "default,all"); len(all) != len(c.Profiles()) || all[0].Profile != c.DefaultTargets()[0].Profile {
		t.Errorf("%d targets", len(all))
	}
	for _, bad := range []string{"curser", "cursor+nope", "cursor+no-nope", "@1"} {
		var e *TargetError
		if _, err := c.ParseTargets(bad); !errors.As(err, &e) || e.Next == "" {
			t.Errorf("%q: %v", bad, err)
		}
	}
	var e *TargetError
	if _, err := c.ParseTargets("claude-dekstop"); !errors.As(err, &e) || e.Next != `the nearest is claude-desktop; "all" is every one` {
		t.Errorf("%v", err)
	}
}

func TestCompareVersions(t *testing.T) {
	order := []string{"1.0.0", "1.9", "1.22.0", "1.23.0-rc.1", "1.23.0", "2.0.0-alpha", "2.0.0-beta.2", "2.0.0-beta.10", "2.0.0", "2.4.0"}
	for i, a := range order {
		for k, b := range order {
			got := compareVersions(a, b)
			if (got < 0) != (i < k) || (got > 0) != (i > k) {
				t.Errorf("%s against %s: %d", a, b, got)
			}
		}
	}
	if compareVersions("v1.2", "1.2.0") != 0 {
		t.Error("a leading v counts")
	}
}
