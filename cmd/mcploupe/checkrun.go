package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"mcploupe/inspector"
	"mcploupe/inspector/config"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/profile"
	"mcploupe/inspector/tool"
)

// runCheck opens every source and looks at every tool. What cannot be opened or
// reached is a source with an error; it does not keep the others from being
// checked. The error is that of the context.
func runCheck(ctx context.Context, src inspector.Sources, opt checkOptions) (report *checkReport, err error) {
	app := inspector.New(inspector.Options{Version: version})
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownGrace)
		defer cancel()
		err = errors.Join(err, app.Close(closing))
	}()
	report = &checkReport{began: time.Now()}
	k := &checker{opt: opt}
	for _, o := range openSources(app, src) {
		if o.server != nil {
			k.await(ctx, o)
		}
		report.sources = append(report.sources, o.checked)
	}
	if err := k.judge(ctx); err != nil {
		return nil, fmt.Errorf("the check was ended: %w", err)
	}
	return report, nil
}

// opened is a source with the server that it became; server is nil where it
// could not be opened.
type opened struct {
	checked *checkedSource
	server  *inspector.Server
}

// openSources opens each source for itself, so that one that cannot be opened
// does not hide the others.
func openSources(app *inspector.App, src inspector.Sources) []opened {
	var list []opened
	one := func(name string, part inspector.Sources) {
		part.Server, part.Dir, part.Stdin = src.Server, src.Dir, src.Stdin
		before := len(app.Servers())
		err := app.Open(part)
		servers := app.Servers()[before:]
		if err == nil && len(servers) == 0 {
			err = errors.New("it names no server")
			if src.Server != "" {
				err = fmt.Errorf("it has no server %q", src.Server)
			}
		}
		if err != nil {
			list = append(list, opened{checked: &checkedSource{source: name, server: name, err: err, code: exitUsage}})
		}
		for _, s := range servers {
			list = append(list, opened{newCheckedSource(name, s, src.Dir), s})
		}
	}
	for _, arg := range src.Args {
		one(arg, inspector.Sources{Args: []string{arg}})
	}
	if len(src.Command) > 0 {
		one(src.Command[0], inspector.Sources{Command: src.Command})
	}
	for _, path := range src.Configs {
		one(path, inspector.Sources{Configs: []string{path}})
	}
	return list
}

// newCheckedSource says where a server's findings stand.
func newCheckedSource(name string, s *inspector.Server, dir string) *checkedSource {
	c := &checkedSource{source: name, server: s.Name}
	switch conf := s.Config; {
	case conf == nil:
		if s.Path != "-" {
			c.file, c.saved = s.Path, true
		}
	case conf.Place.File != "":
		c.source, c.file, c.line = conf.Place.File+"#"+conf.Name, conf.Place.File, conf.Place.Line
	case conf.URL != "":
		c.source = conf.SafeURL()
	default:
		c.source, c.file = conf.CommandLine(), programFile(conf, dir)
	}
	return c
}

// programFile is the file that a command runs, where the command names one: the
// script after the interpreter, or the program itself.
func programFile(conf *config.Server, dir string) string {
	if conf.Cwd != "" {
		dir = conf.Cwd
	}
	words := append(slices.Clone(conf.Args), conf.Command)
	for i, w := range words {
		program := i == len(words)-1
		if strings.HasPrefix(w, "-") || program && !strings.ContainsRune(w, filepath.Separator) {
			continue
		}
		path := w
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path
		}
	}
	return ""
}

// checker judges the tools of all sources.
type checker struct {
	opt  checkOptions
	jobs []job
}

// job is one source to judge.
type job struct {
	checked *checkedSource
	review  *inspector.Review
	survey  *profile.Survey
	found   [][]checkFinding // by tool, and last those of the list as a whole
}

// await waits for a server's tools.
func (k *checker) await(ctx context.Context, o opened) {
	c, conf := o.checked, o.server.Config
	if conf != nil && conf.Disabled {
		c.notes = append(c.notes, "it is disabled in its configuration, and was not started")
		c.snapshot = &tool.Snapshot{}
		return
	}
	err := o.server.Await(ctx)
	st := o.server.Status()
	if err != nil || st.Snapshot == nil {
		c.err, c.code = fmt.Errorf("the server could not be reached: %w", err), exitUnreachable
		if conf != nil && !conf.Startable() {
			c.err, c.code = err, exitUsage
		}
		return
	}
	c.snapshot, c.notes = st.Snapshot, st.Snapshot.Notes
	if name := st.Snapshot.Server.Name; name != "" {
		c.server = name
	}
	c.version = st.Snapshot.Server.Version
	k.jobs = append(k.jobs, job{
		checked: c, review: st.Review, survey: k.opt.catalog.Survey(st.Snapshot),
		found: make([][]checkFinding, len(st.Snapshot.Tools)+1),
	})
}

// judge looks at all tools, several at once, and then at the lists as a whole.
// The only error is that of the context.
func (k *checker) judge(ctx context.Context) error {
	type one struct{ job, tool int }
	var tools []one
	for j := range k.jobs {
		for i := range k.jobs[j].checked.snapshot.Tools {
			tools = append(tools, one{j, i})
		}
	}
	parallel(len(tools), func(n int) {
		j := &k.jobs[tools[n].job]
		j.found[tools[n].tool] = j.judgeTool(ctx, k.opt.targets, j.checked.snapshot.Tools[tools[n].tool])
	})
	for i := range k.jobs {
		j := &k.jobs[i]
		j.found[len(j.found)-1] = j.judgeList(k.opt.targets)
		j.checked.findings = slices.Concat(j.found...)
	}
	parallel(len(k.jobs), func(n int) { k.jobs[n].checked.locate() })
	return ctx.Err()
}

// parallel calls do for 0 to n-1, on as many goroutines as there are processors,
// and returns when all are done.
func parallel(n int, do func(int)) {
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	workers.Wait()
}

// judgeTool puts together what is wrong with a tool in itself and what clients
// make of it. What both say of a place under the same rule stands once.
func (j *job) judgeTool(ctx context.Context, targets []profile.Target, t *tool.Tool) []checkFinding {
	own := j.review.Findings(ctx, t.Index)
	said := make(map[placeKey]bool, len(own))
	list := make([]checkFinding, 0, len(own))
	for _, f := range own {
		said[placeKey{f.Rule, f.Pointer}] = true
		list = append(list, checkFinding{Finding: f, of: t})
	}
	clients, err := j.survey.Findings(ctx, t, targets)
	if err != nil {
		return nil // the context has ended, which judge says
	}
	for _, f := range clients {
		if !said[placeKey{f.Rule, f.Pointer}] {
			list = append(list, checkFinding{Finding: inOrder(f.Finding, targets), of: t, possible: !f.Holds()})
		}
	}
	sortCheckFindings(list)
	return list
}

// placeKey tells findings apart that a reader would tell apart.
type placeKey struct {
	rule    string
	pointer jsondoc.Pointer
}

// judgeList finds what is wrong with none of the tools alone.
func (j *job) judgeList(targets []profile.Target) []checkFinding {
	var list []checkFinding
	for _, f := range j.checked.snapshot.Findings {
		list = append(list, checkFinding{Finding: f})
	}
	verdicts := j.survey.JudgeWhole(targets)
	index := map[placeKey]int{}
	for _, v := range verdicts {
		for _, f := range v.Findings {
			key := placeKey{f.Rule, f.Pointer}
			one := checkFinding{Finding: f.Finding, possible: !f.Holds()}
			if caveat := f.Caveat(); caveat != "" {
				one.Message += " " + caveat
			}
			if i, there := index[key]; there {
				one.Target = list[i].Target + ", " + f.Target
				if list[i].possible && !one.possible {
					list[i] = one // what is certain is said
				}
				list[i].Target = one.Target
				continue
			}
			index[key] = len(list)
			list = append(list, one)
		}
	}
	for i := range list {
		list[i].Finding = inOrder(list[i].Finding, targets)
	}
	sortCheckFindings(list)
	return list
}

// inOrder gives a finding its targets in the order they were chosen.
func inOrder(f tool.Finding, targets []profile.Target) tool.Finding {
	if !strings.Contains(f.Target, ", ") {
		return f
	}
	named := strings.Split(f.Target, ", ")
	slices.SortStableFunc(named, func(a, b string) int { return targetIndex(targets, a) - targetIndex(targets, b) })
	f.Target = strings.Join(named, ", ")
	return f
}

func targetIndex(targets []profile.Target, id string) int {
	return slices.IndexFunc(targets, func(t profile.Target) bool { return t.Profile == id })
}
