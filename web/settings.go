package web

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"mcploupe/inspector"
	"mcploupe/inspector/wire"
	"mcploupe/views"
)

// eraWords explain the rules of choosing a version.
var eraWords = map[string]string{
	wire.EraAuto: "auto: ask server/discover, else initialize", wire.EraModern: "modern: 2026-07-28 without initialize",
	wire.EraLegacy: "legacy: initialize",
}

// limits are the time limits by the name of their input.
var limits = []struct {
	name, label, otherwise string
	of                     func(*inspector.Settings) *time.Duration
}{
	{"probe", "Probe", "5s", func(s *inspector.Settings) *time.Duration { return &s.Probe }},
	{"connect", "Initialize", "30s", func(s *inspector.Settings) *time.Duration { return &s.Connect }},
	{"list", "A page of the list", "30s", func(s *inspector.Settings) *time.Duration { return &s.List }},
	{"idle", "A call without a sign", "1m0s", func(s *inspector.Settings) *time.Duration { return &s.Idle }},
	{"total", "A call in all", "10m0s", func(s *inspector.Settings) *time.Duration { return &s.Total }},
}

// settingsView prints how a server is connected to.
func settingsView(set inspector.Settings) *views.Settings {
	v := &views.Settings{}
	for _, era := range inspector.Eras() {
		label := era
		if words, ok := eraWords[era]; ok {
			label = words
		}
		v.Eras = append(v.Eras, views.Choice{Value: era, Label: label, On: era == set.Era || era == wire.EraAuto && set.Era == ""})
	}
	c := set.Capabilities
	v.Capabilities = []views.Choice{
		{Value: "elicitation", Label: "elicitation (it asks you for values)", On: c.Elicitation},
		{Value: "elicitation-url", Label: "elicitation by address (it asks you to visit a page)", On: c.ElicitationURL},
		{Value: "sampling", Label: "sampling (you answer in the place of a language model)", On: c.Sampling},
		{Value: "roots", Label: "roots (the folders to work in)", On: c.Roots},
	}
	for _, l := range limits {
		out := views.Limit{Name: l.name, Label: l.label, Default: l.otherwise}
		if d := *l.of(&set); d > 0 {
			out.Value = d.String()
		}
		v.Limits = append(v.Limits, out)
	}
	return v
}

// readSettings reads the form of settingsView.
func readSettings(form url.Values) (inspector.Settings, error) {
	set := inspector.Settings{Era: form.Get("era")}
	var err error
	if set.Capabilities, err = inspector.ReadCapabilities(form["declare"]); err != nil {
		return set, err
	}
	for _, l := range limits {
		text := strings.TrimSpace(form.Get(l.name))
		if text == "" {
			continue
		}
		d, err := time.ParseDuration(text)
		if seconds, numErr := strconv.ParseFloat(text, 64); numErr == nil {
			d, err = time.Duration(seconds*float64(time.Second)), nil
		}
		if err != nil {
			return set, fmt.Errorf("the time limit “%s” is %q: write a number of seconds, or 1m30s", l.label, text)
		}
		*l.of(&set) = d
	}
	return set, set.Check()
}

// signInView says how to get credentials; nil where that is no matter.
func signInView(srv *inspector.Server, st inspector.Status) *views.SignIn {
	v := &views.SignIn{Can: srv.CanSignIn(), In: srv.SignedIn(), URL: srv.SignInURL()}
	if u, err := url.Parse(v.URL); err == nil {
		v.Host = u.Host
	}
	if !v.Can && !v.In && v.URL == "" {
		return nil
	}
	return v
}

// changeWords tell how a list differs from the one before.
func changeWords(c *inspector.Change) string {
	if c == nil {
		return ""
	}
	return "At " + c.At.Format("15:04:05") + ": " + c.String() + "."
}
