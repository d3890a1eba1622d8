package tool

import (
	"fmt"
	"strconv"

	"mcploupe/inspector/jsondoc"
)

// Read makes a snapshot of the raw results of tools/list, one a page, in order.
// protocolVersion is the negotiated one ("2025-06-18"), empty where not known;
// some breaches exist only in some versions. Read never fails: what is wrong
// becomes a finding of the tool, or of the snapshot where no tool is concerned.
// The snapshot keeps the pages, which must not be changed afterwards.
func Read(pages [][]byte, protocolVersion string) *Snapshot {
	s := &Snapshot{Server: ServerInfo{ProtocolVersion: protocolVersion}}
	for _, p := range pages {
		s.addPage(p)
	}
	s.finish()
	return s
}

// addPage reads one result of tools/list.
func (s *Snapshot) addPage(raw []byte) {
	page := len(s.Pages)
	s.Pages = append(s.Pages, raw)
	doc, err := parse(raw)
	if err != nil {
		s.breach(ruleListResult, "", fmt.Sprintf("Page %d of the list is not JSON: %v.", page+1, err))
		return
	}
	root := doc.Root()
	if root.Kind() == jsondoc.Array {
		s.breach(ruleListResult, "", fmt.Sprintf("Page %d of the list is an array; it must be an object with the array in its member tools. Its entries are read as tools.", page+1))
		s.addEntries(root, page)
		return
	}
	if root.Kind() != jsondoc.Object {
		s.breach(ruleListResult, "", fmt.Sprintf("Page %d of the list is %s; it must be an object.", page+1, what(root)))
		return
	}
	s.checkPage(root, page)
	tools := root.Get("tools")
	switch tools.Kind() {
	case jsondoc.Array:
		s.addEntries(tools, page)
	case jsondoc.Object:
		s.breach(ruleListTools, "/tools", fmt.Sprintf("On page %d tools is an object; it must be an array. Its members are read as tools.", page+1))
		for _, v := range tools.Members() {
			s.addTool(v.Raw(), page)
		}
	case jsondoc.Absent:
		s.breach(ruleListTools, "/tools", fmt.Sprintf("Page %d of the list has no member tools.", page+1))
	default:
		s.breach(ruleListTools, "/tools", fmt.Sprintf("On page %d tools is %s; it must be an array.", page+1, what(tools)))
	}
}

func (s *Snapshot) addEntries(list jsondoc.Node, page int) {
	for _, v := range list.Elems() {
		s.addTool(v.Raw(), page)
	}
}

func (s *Snapshot) addTool(raw []byte, page int) {
	s.Tools = append(s.Tools, readTool(raw, len(s.Tools), page, s.Server.ProtocolVersion))
}

// checkPage looks at the members of a result beside tools.
func (s *Snapshot) checkPage(root jsondoc.Node, page int) {
	cursor := root.Get("nextCursor")
	if k := cursor.Kind(); k != jsondoc.Absent && k != jsondoc.String {
		s.breach(ruleListCursor, "/nextCursor", fmt.Sprintf("On page %d nextCursor is %s; it must be a string or left out.", page+1, what(cursor)))
	}
	if !since(s.Server.ProtocolVersion, v2026Jul) {
		return
	}
	if rt := root.Get("resultType"); rt.Exists() && !rt.Is("complete") {
		s.breach(ruleListType, "/resultType", fmt.Sprintf("On page %d resultType is %s; a list is \"complete\".", page+1, what(rt)))
	}
	ttl, scope := root.Get("ttlMs"), root.Get("cacheScope")
	if ttl.Kind() != jsondoc.Number || ttl.Raw()[0] == '-' {
		s.breach(ruleListCache, "/ttlMs", fmt.Sprintf("On page %d ttlMs is %s; it must be a number of milliseconds that is not negative.", page+1, what(ttl)))
	}
	if !scope.Is("public") && !scope.Is("private") {
		s.breach(ruleListCache, "/cacheScope", fmt.Sprintf("On page %d cacheScope is %s; it must be \"public\" or \"private\".", page+1, what(scope)))
	}
}

// finish adds what can only be said about the whole list.
func (s *Snapshot) finish() {
	byName := map[string][]*Tool{}
	for _, t := range s.Tools {
		if t.Name != "" {
			byName[t.Name] = append(byName[t.Name], t)
		}
	}
	for _, t := range s.Tools {
		same := byName[t.Name]
		if t.Name == "" || len(same) < 2 {
			continue
		}
		t.breach(ruleNameTwice, "/name", fmt.Sprintf("The name %s stands %d times in the list, at %s.", quote(t.Name), len(same), positions(same)))
	}
	for _, t := range s.Tools {
		SortFindings(t.Findings)
	}
}

// positions lists where tools stand, "#1, #4 and #9", at most ten of them.
func positions(tools []*Tool) string {
	const most = 10
	text := ""
	for i, t := range tools {
		switch {
		case i == most:
			return text + fmt.Sprintf(" and %d more places", len(tools)-most)
		case i > 0 && i == len(tools)-1:
			text += " and "
		case i > 0:
			text += ", "
		}
		text += "#" + itoa(t.Index+1)
	}
	return text
}

func itoa(n int) string { return strconv.Itoa(n) }

// quote writes a server's text as a JSON string, cut where it is long.
func quote(s string) string {
	q := jsondoc.Quote(s)
	if len(q) <= maxSample {
		return q
	}
	cut := maxSample
	for cut > 0 && q[cut]&0xc0 == 0x80 {
		cut--
	}
	return q[:cut] + "…"
}
