package config

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
)

// expander replaces the variables of one entry. The forms are those of Claude
// Code (${VAR}, ${VAR:-default}; https://code.claude.com/docs/en/mcp), Cursor
// (${env:VAR} and the predefined names; https://cursor.com/docs/mcp.md) and VS
// Code (${input:id}; docs/reference/variables-reference.md of vscode-docs). As
// there, $VAR is plain text, and a default counts only where the variable is
// not set at all. What was put in is not read again.
type expander struct {
	opt       Options
	workspace string
	inputs    map[string]bool
}

// remark is what there is to say of one variable.
type remark struct {
	message, next string
	fatal         bool
}

// expanded is a text with its variables replaced. What cannot be replaced
// stays as it is written.
type expanded struct {
	text    string
	secrets []string // the values put in that are not for showing
	remarks []remark
}

func (e expanded) fatal() bool {
	for _, r := range e.remarks {
		if r.fatal {
			return true
		}
	}
	return false
}

func (x *expander) expand(text string) expanded {
	var out strings.Builder
	var e expanded
	for {
		before, rest, found := strings.Cut(text, "${")
		out.WriteString(before)
		if !found {
			break
		}
		end := closing(rest)
		if end < 0 {
			e.remarks = append(e.remarks, remark{message: "a ${ has no closing }, so it stays as it is", next: "add }"})
			out.WriteString("${" + rest)
			break
		}
		value, secret, why := x.resolve(rest[:end])
		if why != nil {
			e.remarks = append(e.remarks, *why)
			value = "${" + rest[:end] + "}"
		} else if secret && value != "" {
			e.secrets = append(e.secrets, value)
		}
		out.WriteString(value)
		text = rest[end+1:]
	}
	e.text = out.String()
	return e
}

// closing is the index of the } that ends a variable whose ${ is cut off, with
// the ${…} inside it skipped; -1 where there is none.
func closing(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch {
		case strings.HasPrefix(s[i:], "${"):
			depth++
		case s[i] == '}' && depth == 0:
			return i
		case s[i] == '}':
			depth--
		}
	}
	return -1
}

var (
	plainVar = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_]*)(:-)?`)
	envName  = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_().]*$`) // ProgramFiles(x86)
	notWord  = regexp.MustCompile(`[^A-Z0-9]`)
)

// predefined are the names that are no environment variable.
var predefined = map[string]func(*expander) string{
	"userHome":                func(x *expander) string { return x.opt.Home },
	"workspaceFolder":         func(x *expander) string { return x.workspace },
	"workspaceFolderBasename": func(x *expander) string { return filepath.Base(x.workspace) },
	"pathSeparator":           func(*expander) string { return string(filepath.Separator) },
	"/":                       func(*expander) string { return string(filepath.Separator) },
}

// resolve gives what stands for ${body}, and whether it is a secret, or why
// nothing does.
func (x *expander) resolve(body string) (value string, secret bool, why *remark) {
	if f, ok := predefined[body]; ok {
		if value = f(x); value == "" {
			return "", false, &remark{"needs ${" + body + "}, which is not known", "set HOME in the environment of mcploupe", true}
		}
		return value, false, nil
	}
	if strings.Contains(body, "${") {
		return "", false, &remark{message: "a variable inside a variable is not expanded, so it stays as it is", next: "use one variable, or set the whole text in it"}
	}
	if name, ok := strings.CutPrefix(body, "env:"); ok && envName.MatchString(name) {
		return x.env(name)
	}
	if id, ok := strings.CutPrefix(body, "input:"); ok && id != "" {
		return x.input(id)
	}
	m := plainVar.FindStringSubmatch(body)
	switch {
	case m != nil && m[0] == body && m[2] == "":
		return x.env(m[1])
	case m != nil && m[2] != "":
		if value, secret, why = x.env(m[1]); why != nil {
			return body[len(m[0]):], secretName(m[1]), nil
		}
		return value, secret, nil
	}
	return "", false, &remark{
		message: "the variable " + form(body) + " is not of a known form, so it stays as it is",
		next:    "use ${VAR}, ${VAR:-default}, ${env:VAR}, ${input:id}, ${userHome}, ${workspaceFolder}, ${workspaceFolderBasename} or ${pathSeparator}",
	}
}

func (x *expander) env(name string) (string, bool, *remark) {
	if value, ok := x.opt.LookupEnv(name); ok {
		return value, secretName(name), nil
	}
	return "", false, &remark{"needs " + name + ", which is not set", fmt.Sprintf("set %s in the environment of mcploupe, or write ${%s:-default}", name, name), true}
}

// input takes ${input:id}, for which VS Code asks, from MCP_INPUT_<ID>.
func (x *expander) input(id string) (string, bool, *remark) {
	name := "MCP_INPUT_" + notWord.ReplaceAllString(strings.ToUpper(id), "_")
	if value, ok := x.opt.LookupEnv(name); ok {
		return value, true, nil
	}
	message := "needs the input " + quote(id) + ", for which VS Code would ask"
	if !x.inputs[id] {
		message = "needs the input " + quote(id) + `, which "inputs" does not have either`
	}
	return "", false, &remark{message, "set " + name + " in the environment of mcploupe", true}
}

var formName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]*:`)

// form names a variable by its kind alone, as the rest of an unknown form may
// be part of a secret.
func form(body string) string {
	return "${" + formName.FindString(body) + "…}"
}
