package wire

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// inheritedNames are the variables that a server gets from this program's environment.
// Everything else (tokens, proxies, cloud credentials) reaches a server only where its
// configuration says so. The list is that of the TypeScript SDK's stdio client
// (DEFAULT_INHERITED_ENV_VARS) with LANG and TMPDIR; names beginning with LC_ are added.
var inheritedNames = map[bool][]string{
	false: {"HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "LANG", "TMPDIR"},
	true: {"APPDATA", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATH", "PROCESSOR_ARCHITECTURE", "SYSTEMDRIVE",
		"SYSTEMROOT", "TEMP", "TMP", "USERNAME", "USERPROFILE", "PROGRAMFILES", "PATHEXT", "COMSPEC"},
}

// InheritedEnv returns the part of environ (KEY=VALUE) which every server inherits.
func InheritedEnv(environ []string) []string {
	windows := runtime.GOOS == "windows"
	var out []string
	for _, kv := range environ {
		name, value, _ := strings.Cut(kv, "=")
		if windows {
			name = strings.ToUpper(name)
		}
		if strings.HasPrefix(value, "()") { // an exported shell function (Shellshock)
			continue
		}
		if slices.Contains(inheritedNames[windows], name) || strings.HasPrefix(name, "LC_") {
			out = append(out, kv)
		}
	}
	return out
}

// serverEnv is the whole environment of a server: inherited, configured, and the mark by
// which its descendants are found again. Of a repeated name the last one counts.
func serverEnv(environ, configured []string, mark string) []string {
	var out []string
	at := map[string]int{}
	for _, kv := range append(append(InheritedEnv(environ), configured...), mark) {
		name, _, ok := strings.Cut(kv, "=")
		if !ok || name == "" {
			continue
		}
		if i, ok := at[name]; ok {
			out[i] = kv
			continue
		}
		at[name] = len(out)
		out = append(out, kv)
	}
	return out
}

func getenv(env []string, name string) string {
	for _, kv := range slices.Backward(env) {
		if value, ok := strings.CutPrefix(kv, name+"="); ok {
			return value
		}
	}
	return ""
}

// findCommand resolves a command as execvp would in the server's own environment and
// directory: a name with a slash is a path (relative to dir), any other is looked up in
// that environment's PATH.
func findCommand(command, dir string, env []string) (string, *Error) {
	if command == "" {
		return "", &Error{Kind: KindCommandNotFound, Detail: "The configuration names no command.", Next: `Set "command" to the program to run.`}
	}
	if dir != "" {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return "", &Error{Kind: KindBadDirectory, Detail: fmt.Sprintf("The working directory %q does not exist or is no directory.", dir),
				Next: `Correct "cwd" in the configuration.`, Err: err}
		}
	}
	if strings.ContainsAny(command, pathSeparators()) {
		path := command
		if !filepath.IsAbs(path) && dir != "" {
			path = filepath.Join(dir, path)
		}
		return path, checkExecutable(path, command)
	}
	path := getenv(env, "PATH")
	var blocked *Error
	for _, folder := range filepath.SplitList(path) {
		for _, ext := range executableExtensions(env, command) {
			candidate := filepath.Join(folder, command+ext)
			if folder == "" || !filepath.IsAbs(candidate) {
				continue // a relative PATH entry would run what happens to lie in the current directory
			}
			err := checkExecutable(candidate, command)
			if err == nil {
				return candidate, nil
			}
			if err.Kind == KindNotExecutable && blocked == nil {
				blocked = err
			}
		}
	}
	if blocked != nil {
		return "", blocked
	}
	return "", notFound(command, path)
}

func notFound(command, path string) *Error {
	e := &Error{Kind: KindCommandNotFound, Err: fs.ErrNotExist,
		Detail: fmt.Sprintf("There is no program %q in the folders of PATH (%s).", command, path),
		Next:   `Install it, or give its full path as "command".`}
	if path == "" {
		e.Detail = fmt.Sprintf("The program %q cannot be looked up: PATH is empty.", command)
	}
	if strings.ContainsAny(command, " \t") {
		e.Next = `The command contains spaces: there is no shell, so the arguments belong in "args".`
	}
	return e
}

func checkExecutable(path, command string) *Error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e := &Error{Kind: KindCommandNotFound, Detail: fmt.Sprintf("There is no file %q.", path), Err: err, Next: "Correct the path of the command."}
		if strings.ContainsAny(command, " \t") {
			e.Next = `The command contains spaces: there is no shell, so the arguments belong in "args".`
		}
		return e
	case err != nil:
		return &Error{Kind: KindNotExecutable, Detail: sentence(err.Error()), Err: err, Next: "Check the permissions of the path."}
	case info.IsDir():
		return &Error{Kind: KindNotExecutable, Detail: fmt.Sprintf("%q is a directory.", path), Next: "Name the program in it."}
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o111 == 0:
		return &Error{Kind: KindNotExecutable, Detail: fmt.Sprintf("%q is not executable.", path), Err: fs.ErrPermission,
			Next: fmt.Sprintf("Make it executable (chmod +x), or run it by its interpreter: the interpreter as \"command\", %q in \"args\".", command)}
	}
	return nil
}

func pathSeparators() string {
	if runtime.GOOS == "windows" {
		return `/\`
	}
	return "/"
}

func executableExtensions(env []string, command string) []string {
	if runtime.GOOS != "windows" || filepath.Ext(command) != "" {
		return []string{""}
	}
	return append([]string{""}, strings.Split(strings.ToLower(getenv(env, "PATHEXT")), ";")...)
}
