package config

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
)

const maxEnvFile = 1 << 20 // bytes

// readEnvFileAt reads a file of KEY=VALUE lines: comments by #, an optional
// "export", single quotes to the letter, double quotes with \n \t \" \\. Values
// of several lines are not read, and nothing is expanded.
func readEnvFileAt(path string) ([]EnvVar, []Problem, *Problem) {
	data, problem := envFileText(path)
	if problem != nil {
		return nil, nil, problem
	}
	var vars []EnvVar
	var notes []Problem
	lines := bufio.NewScanner(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	lines.Buffer(nil, maxEnvFile+1)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		name, value, wrong := envLine(line)
		if wrong != "" {
			notes = append(notes, Problem{Place: Place{File: path, Line: n, Column: 1}, Message: wrong, Next: "write KEY=VALUE on one line"})
			continue
		}
		vars = merge(vars, []EnvVar{{name, value}})
	}
	return vars, notes, nil
}

// envFileText reads a regular file: a pipe could keep the caller waiting.
func envFileText(path string) ([]byte, *Problem) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	if !info.IsDir() && !info.Mode().IsRegular() {
		return nil, &Problem{Message: "this is not a regular file"}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxEnvFile+1))
	if err != nil {
		return nil, unreadable(path, err)
	}
	if len(data) > maxEnvFile {
		return nil, &Problem{Message: fmt.Sprintf("the file is larger than %d MiB", maxEnvFile>>20)}
	}
	return data, nil
}

var escapes = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\r`, "\r", `\t`, "\t", `\"`, `"`)

// envLine reads one line; wrong says why there is nothing in it, and holds no
// part of it.
func envLine(line string) (name, value, wrong string) {
	if rest, ok := strings.CutPrefix(line, "export "); ok {
		line = strings.TrimSpace(rest)
	}
	name, value, ok := strings.Cut(line, "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !ok || !plainName(name) {
		return "", "", "this line is not KEY=VALUE and is left out"
	}
	if value == "" || value[0] != '"' && value[0] != '\'' {
		if i := strings.Index(value, " #"); i >= 0 {
			value = strings.TrimSpace(value[:i])
		}
		return name, value, ""
	}
	end := closingQuote(value)
	if end < 0 {
		return "", "", "the value's quote is not closed on this line, so the line is left out"
	}
	inside := value[1:end]
	if value[0] == '"' {
		inside = escapes.Replace(inside)
	}
	return name, inside, ""
}

// plainName reports whether name is a word, which the rest of a secret that was
// broken over lines seldom is.
func plainName(name string) bool { return validEnvName(name) && !strings.ContainsAny(name, " \t\"'") }

// closingQuote is the index of the quote that ends s, which starts with one.
func closingQuote(s string) int {
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\' && s[0] == '"':
			i++
		case s[i] == s[0]:
			return i
		}
	}
	return -1
}

// merge adds variables to a list; one that is there takes the new value.
func merge(list, more []EnvVar) []EnvVar {
	at := map[string]int{}
	for i, v := range list {
		at[v.Name] = i
	}
	for _, v := range more {
		if i, ok := at[v.Name]; ok {
			list[i] = v
			continue
		}
		at[v.Name] = len(list)
		list = append(list, v)
	}
	return list
}
