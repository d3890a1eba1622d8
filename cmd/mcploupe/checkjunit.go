package main

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// The JUnit form has a suite for each server and a test for each tool, and fits
// both schemas that are in use: the one of Apache Ant, which wants every
// attribute and at most one failure a test, and the one of Jenkins.
type (
	junitSuites struct {
		XMLName xml.Name     `xml:"testsuites"`
		Suites  []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name       string          `xml:"name,attr"`
		Package    string          `xml:"package,attr"`
		ID         int             `xml:"id,attr"`
		Timestamp  string          `xml:"timestamp,attr"`
		Hostname   string          `xml:"hostname,attr"`
		Tests      int             `xml:"tests,attr"`
		Failures   int             `xml:"failures,attr"`
		Errors     int             `xml:"errors,attr"`
		Time       string          `xml:"time,attr"`
		Properties junitProperties `xml:"properties"`
		Cases      []junitCase     `xml:"testcase"`
		Out        junitText       `xml:"system-out"`
		Err        junitText       `xml:"system-err"`
	}
	junitProperties struct {
		List []junitProperty `xml:"property"`
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitCase struct {
		Name    string      `xml:"name,attr"`
		Class   string      `xml:"classname,attr"`
		Time    string      `xml:"time,attr"`
		Error   *junitFault `xml:"error"`
		Failure *junitFault `xml:"failure"`
	}
	junitFault struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
		junitText
	}
	// junitText is escaped already: the encoder would write each line's end as a
	// reference.
	junitText struct {
		Text string `xml:",innerxml"`
	}
)

// printJUnit prints a report as JUnit XML.
func printJUnit(out io.Writer, r *checkReport) error {
	doc := junitSuites{}
	for i, s := range r.sources {
		doc.Suites = append(doc.Suites, newJUnitSuite(r, s, i))
	}
	if _, err := io.WriteString(out, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(out)
	enc.Indent("", "  ")
	if err := enc.Encode(doc); err != nil {
		return err
	}
	_, err := io.WriteString(out, "\n")
	return err
}

func newJUnitSuite(r *checkReport, s *checkedSource, id int) junitSuite {
	suite := junitSuite{
		Name: xmlText(orNone(s.server, s.source)), Package: "mcploupe", ID: id, Timestamp: r.began.UTC().Format("2006-01-02T15:04:05"),
		Hostname: "localhost", Time: "0",
		Properties: junitProperties{[]junitProperty{
			{"source", xmlText(s.source)}, {"fail-on", string(r.limit)}, {"targets", strings.Join(r.targets, ", ")},
		}},
	}
	add := func(name string, c junitCase) {
		c.Name, c.Class, c.Time = xmlText(name), suite.Name, "0"
		suite.Cases = append(suite.Cases, c)
		suite.Tests++
		if c.Failure != nil {
			suite.Failures++
		}
		if c.Error != nil {
			suite.Errors++
		}
	}
	if s.err != nil {
		add("connect", junitCase{Error: &junitFault{Type: "not checked", Message: xmlText(s.err.Error()), junitText: newJUnitText(s.failure())}})
		return suite
	}
	failing := map[int]toolGroup{}
	for _, g := range s.groups(r.fails) {
		if g.of == nil {
			add("the list as a whole", junitCase{Failure: newJUnitFault(g)})
		} else {
			failing[g.of.Index] = g
		}
	}
	for _, t := range s.snapshot.Tools {
		c := junitCase{}
		if g, bad := failing[t.Index]; bad {
			c.Failure = newJUnitFault(g)
		}
		add(t.Label(), c)
	}
	suite.Out = junitAside(r, s)
	return suite
}

func newJUnitFault(g toolGroup) *junitFault {
	first := g.findings[0]
	fault := &junitFault{Type: first.Rule, Message: xmlText(first.Message)}
	if more := len(g.findings) - 1; more > 0 {
		fault.Message += fmt.Sprintf(" And %d more.", more)
	}
	var lines []string
	for _, f := range g.findings {
		lines = append(lines, findingLine(f))
		if f.Next != "" {
			lines = append(lines, "    mend: "+f.Next)
		}
		if f.Evidence != "" {
			lines = append(lines, "    see: "+f.Evidence)
		}
	}
	fault.junitText = newJUnitText(lines...)
	return fault
}

func findingLine(f *checkFinding) string {
	return fmt.Sprintf("%s %s%s%s: %s%s", f.Level, f.Rule, where(f), lineOf(f), f.Message, forTarget(f))
}

// junitAside is a line for each finding that fails nothing.
func junitAside(r *checkReport, s *checkedSource) junitText {
	var lines []string
	for i := range s.findings {
		f := &s.findings[i]
		if r.fails(f) {
			continue
		}
		kind := ""
		switch {
		case f.known:
			kind = "known: "
		case r.reaches(f):
			kind = "possible: "
		}
		name := "the list"
		if f.of != nil {
			name = f.of.Label()
		}
		lines = append(lines, kind+name+": "+findingLine(f))
	}
	return newJUnitText(lines...)
}

// xmlText shows hidden characters, of which XML 1.0 cannot hold all (section 2.2).
func xmlText(s string) string { return oneLine(s) }

// newJUnitText is lines of text.
func newJUnitText(lines ...string) junitText {
	escape := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(escape.Replace(xmlText(line)) + "\n")
	}
	return junitText{b.String()}
}
