package probe_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mcploupe/inspector/partstest"
	"mcploupe/inspector/wire"
)

// official is a server of the official collection.
func official(t *testing.T, name string, args ...string) wire.Endpoint {
	t.Helper()
	file := partstest.NPM(t, "@modelcontextprotocol/"+name, "dist/index.js")
	return wire.Endpoint{Command: partstest.Node(t), Args: append([]string{file}, args...)}
}

// Ensure that on servers that people use only true findings are made. Each of those
// below was checked by hand, and is listed with its reason in docs/probe.md.
func TestOfficialServers(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "a.txt"), []byte("text\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	memory := official(t, "server-memory")
	memory.Env = []string{"MEMORY_FILE_PATH=" + filepath.Join(folder, "memory.jsonl")}
	file := `{"path":"` + filepath.Join(folder, "a.txt") + `"}`
	for _, test := range []struct {
		name  string
		ep    wire.Endpoint
		bases map[string]string
		want  []string
	}{
		{"memory", memory, nil, nil},
		{"filesystem", official(t, "server-filesystem", folder), map[string]string{
			"read_file": file, "read_text_file": file, "read_media_file": file, "get_file_info": file,
			"list_directory": `{"path":"` + folder + `"}`, "list_directory_with_sizes": `{"path":"` + folder + `"}`, "directory_tree": `{"path":"` + folder + `"}`,
			"read_multiple_files": `{"paths":["` + filepath.Join(folder, "a.txt") + `"]}`,
			"write_file":          `{"path":"` + filepath.Join(folder, "b.txt") + `","content":"x"}`,
			"create_directory":    `{"path":"` + filepath.Join(folder, "c") + `"}`,
			"search_files":        `{"path":"` + folder + `","pattern":"*.txt"}`,
			"edit_file":           `{"path":"` + filepath.Join(folder, "a.txt") + `","edits":[{"oldText":"text","newText":"word"}],"dryRun":true}`,
		}, nil},
		{"sequential thinking", official(t, "server-sequential-thinking"), map[string]string{
			"sequentialthinking": `{"thought":"a","nextThoughtNeeded":false,"thoughtNumber":1,"totalThoughts":1}`,
		}, []string{ // published without a type, and checked to be a boolean
			"sequentialthinking probe/valid-value-rejected /inputSchema/properties/isRevision",
			"sequentialthinking probe/valid-value-rejected /inputSchema/properties/needsMoreThoughts",
			"sequentialthinking probe/valid-value-rejected /inputSchema/properties/nextThoughtNeeded",
		}},
		{"everything", official(t, "server-everything"), map[string]string{
			"trigger-long-running-operation": `{"duration":0.01,"steps":1}`,
			"get-annotated-message":          `{"messageType":"success"}`,
		}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := probeAll(t, test.ep, test.bases)
			if got := short(r.Findings()); !slices.Equal(got, test.want) {
				t.Errorf("found %q\nwant %q", got, test.want)
			}
		})
	}
}
