package web

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"mcploupe/inspector"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/wire"
	"mcploupe/views"
)

// asks are what all servers want of the person now.
func (s *Site) asks() []views.Ask {
	var list []views.Ask
	for _, srv := range s.app.Servers() {
		for _, a := range srv.Asks() {
			list = append(list, askView(a))
		}
	}
	return list
}

// askView prints one ask: a form for a flat schema, else a text.
func askView(a *inspector.Ask) views.Ask {
	v := views.Ask{
		Server: a.Server.ID, ServerName: a.Server.Name, ID: a.ID, Tool: a.Tool, Message: a.Message, Request: prettyJSON(a.Params), Until: a.Deadline,
	}
	during := ""
	if a.Tool != "" {
		during = " during the call of " + a.Tool
	}
	switch {
	case a.Kind == wire.AskElicitation && a.Mode == "url":
		v.Title = "The server " + a.Server.Name + " wants you to visit a page" + during
		if u, err := url.Parse(a.URL); err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != "" && u.User == nil {
			v.Link, v.Host = a.URL, u.Host
		} else {
			v.Problem = "It gives the address " + a.URL + ", which is not one to be opened."
		}
	case a.Kind == wire.AskElicitation:
		v.Title = "The server " + a.Server.Name + " asks you for values" + during
		if v.Fields = askFields(a.Schema); v.Fields == nil {
			v.TextLabel, v.Text = "Values, as a JSON object", string(a.Defaults())
		}
	case a.Kind == wire.AskSampling:
		v.Title = "The server " + a.Server.Name + " asks for the answer of a language model" + during
		v.TextLabel = "The text to answer with"
	default:
		v.Title = "The server " + a.Server.Name + " asks for the folders to work in" + during
		v.TextLabel, v.Text = "Roots, as a JSON array of {\"uri\": \"file:///…\", \"name\": \"…\"}", "[]"
	}
	return v
}

// askFields reads the properties of a requested schema, which is flat: strings,
// numbers, booleans, enumerations and lists of those. nil where it is anything else.
func askFields(schema []byte) []views.AskField {
	doc, err := jsondoc.Parse(schema)
	if err != nil {
		return nil
	}
	props, required := doc.Root().Get("properties"), doc.Root().Get("required")
	var fields []views.AskField
	for name, p := range props.Members() {
		f := views.AskField{Name: name.Text(), Label: name.Text(), Description: p.Get("description").Text(), Type: p.Get("type").Text()}
		if title := p.Get("title").Text(); title != "" {
			f.Label = title + " (" + f.Name + ")"
		}
		for _, r := range required.Elems() {
			f.Required = f.Required || r.Is(f.Name)
		}
		def := p.Get("default")
		f.Value = def.Text()
		if def.Kind() == jsondoc.Number {
			f.Value = string(def.Raw())
		}
		switch f.Type {
		case "boolean":
			f.Options = []views.Choice{{Value: "", Label: "(leave out)"}, {Value: "true", Label: "true", On: def.IsTrue()}, {Value: "false", Label: "false", On: def.IsFalse()}}
		case "string":
			f.Options = options(p, def, true)
		case "number", "integer":
			f.Type = "number"
		case "array":
			f.Type = "list"
			if f.Options = options(p.Get("items"), def, false); f.Options == nil {
				return nil
			}
		default:
			return nil
		}
		fields = append(fields, f)
	}
	return fields
}

// options are the values of an enumeration, in either of its forms (SEP-1330).
func options(p, def jsondoc.Node, empty bool) []views.Choice {
	var list []views.Choice
	chosen := func(v jsondoc.Node) bool {
		for _, d := range def.Elems() {
			if d.Is(v.Text()) {
				return true
			}
		}
		return def.Kind() == jsondoc.String && def.Is(v.Text())
	}
	names := p.Get("enumNames")
	for i, v := range p.Get("enum").Elems() {
		label := v.Text()
		if n := names.Elem(i).Text(); n != "" {
			label = n
		}
		list = append(list, views.Choice{Value: v.Text(), Label: label, On: chosen(v)})
	}
	for _, key := range []string{"oneOf", "anyOf"} {
		for _, o := range p.Get(key).Elems() {
			v, label := o.Get("const"), o.Get("title").Text()
			if label == "" {
				label = v.Text()
			}
			list = append(list, views.Choice{Value: v.Text(), Label: label, On: chosen(v)})
		}
	}
	if list != nil && empty {
		list = append([]views.Choice{{Label: "(leave out)"}}, list...)
	}
	return list
}

// content makes the object of the values that the form holds. An empty field is left
// out; what is no number where one is wanted goes out as a string, which the server
// may be asked about too.
func content(fields []views.AskField, posted url.Values) []byte {
	var b bytes.Buffer
	b.WriteByte('{')
	for _, f := range fields {
		values := posted["f:"+f.Name]
		values = slices.DeleteFunc(slices.Clone(values), func(v string) bool { return v == "" })
		if len(values) == 0 {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.WriteString(jsondoc.Quote(f.Name) + ":")
		switch {
		case f.Type == "list":
			quoted := make([]string, len(values))
			for i, v := range values {
				quoted[i] = jsondoc.Quote(v)
			}
			b.WriteString("[" + strings.Join(quoted, ",") + "]")
		case f.Type == "boolean", f.Type == "number" && isNumber(values[0]):
			b.WriteString(strings.TrimSpace(values[0]))
		default:
			b.WriteString(jsondoc.Quote(values[0]))
		}
	}
	b.WriteByte('}')
	return b.Bytes()
}

func isNumber(s string) bool {
	_, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	return err == nil && json.Valid([]byte(strings.TrimSpace(s)))
}

// answerAsk sends the person's answer to what a server wants.
func (s *Site) answerAsk(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return &httpError{status: http.StatusBadRequest, what: "The form cannot be read", err: err}
	}
	srv, ok := s.app.Server(r.PostForm.Get("server"))
	if !ok {
		return errNoServer(r.PostForm.Get("server"))
	}
	a := srv.FindAsk(r.PostForm.Get("ask"))
	if a == nil {
		return &httpError{status: http.StatusGone, what: "The server no longer waits for this answer", next: "Its call has ended, or the time was over. Call the tool again."}
	}
	var err error
	switch r.PostForm.Get("action") {
	case "accept":
		err = a.Accept(accepted(a, r.PostForm))
	case "decline":
		err = a.Decline()
	default:
		err = a.Cancel()
	}
	if err != nil {
		return &httpError{status: http.StatusUnprocessableEntity, what: "The answer was not sent", err: err, next: "Go back: what you typed is still there."}
	}
	back := "/?server=" + url.QueryEscape(srv.ID)
	if ref, err := url.Parse(r.Referer()); err == nil && ref.Path == "/" {
		back = ref.RequestURI()
	}
	http.Redirect(w, r, back, http.StatusSeeOther)
	return nil
}

// accepted is the exact content of a yes.
func accepted(a *inspector.Ask, posted url.Values) []byte {
	v := askView(a)
	switch {
	case v.Fields != nil:
		return content(v.Fields, posted)
	case a.Kind == wire.AskElicitation && a.Mode == "url":
		return nil
	case a.Kind == wire.AskSampling:
		return []byte(jsondoc.Quote(posted.Get("text")))
	}
	return []byte(strings.TrimSpace(posted.Get("text")))
}
