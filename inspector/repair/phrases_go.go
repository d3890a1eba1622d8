package repair

// goPhrases are the words of the two Go SDKs. They were run with go-sdk 1.8,
// google/jsonschema-go 0.4 and mcp-go 1.2.
func goPhrases() []phrase {
	goSDK, mcpGo := []SDK{GoSDK}, []SDK{MCPGo}
	both := []SDK{GoSDK, MCPGo}
	return []phrase{
		{goSDK, "plain-optional", "«Name» *«newtype» `json:\"«wire»,omitempty\"`", "«Name» «newtype» `json:\"«wire»,omitempty\"`", notSlice},
		{goSDK, "plain-optional", "mcp.AddTool(server, &mcp.Tool{Name: \"«tool»\"}, handler)  // a slice is [\"null\", \"array\"]", "schema, err := jsonschema.For[Input](&jsonschema.ForOptions{\n\tTypeSchemas: map[reflect.Type]*jsonschema.Schema{\n\t\treflect.TypeFor[«newtype»](): {Type: \"array\", Items: &jsonschema.Schema{Type: \"«items»\"}},\n\t},\n})\nif err != nil {\n\treturn err\n}\nmcp.AddTool(server, &mcp.Tool{Name: \"«tool»\", InputSchema: schema}, handler)", nil},
		{goSDK, "boolean-to-object boolean-to-any any-type", "«Name» any `json:\"«wire»\"`", "schema, err := jsonschema.For[Input](&jsonschema.ForOptions{\n\tTypeSchemas: map[reflect.Type]*jsonschema.Schema{\n\t\treflect.TypeFor[any](): {Types: []string{\"string\", \"number\", \"boolean\", \"object\", \"array\", \"null\"}, Items: &jsonschema.Schema{}},\n\t},\n})\nif err != nil {\n\treturn err\n}\nmcp.AddTool(server, &mcp.Tool{Name: \"«tool»\", InputSchema: schema}, handler)", nil},
		{goSDK, "boolean-to-type-object boolean-to-type-string type-string type-object infer-type", "«Name» any `json:\"«wire»\"`", "«Name» «newtype» `json:\"«wire»\"`", nil},
		{goSDK, "add-properties", "mcp.AddTool(server, &mcp.Tool{Name: \"«tool»\"}, handler)  // with struct{} as input", "mcp.AddTool(server, &mcp.Tool{\n\tName:        \"«tool»\",\n\tInputSchema: json.RawMessage(`{\"type\":\"object\",\"properties\":{}}`),\n}, handler)", nil},
		{goSDK, nullMends, "«Name» «type» `json:\"«wire»,omitempty\"`", "«Name» *«type» `json:\"«wire»,omitempty\"`", nil},
		{goSDK, "unrequire default-null", "«Name» «type» `json:\"«wire»\"`", "«Name» «type» `json:\"«wire»,omitempty\"`", nil},
		{goSDK, "open-object", "mcp.AddTool(server, &mcp.Tool{Name: \"«tool»\"}, handler)", "schema, err := jsonschema.For[Input](nil)\nif err != nil {\n\treturn err\n}\nschema.AdditionalProperties = nil\nmcp.AddTool(server, &mcp.Tool{Name: \"«tool»\", InputSchema: schema}, handler)", nil},
		{goSDK, "required-as-list", "Required: nil  // written as null by hand-made structs", "Required []string `json:\"required,omitempty\"`", nil},
		{goSDK, "write-hint write-hints", "&mcp.Tool{Name: \"«tool»\"}", "&mcp.Tool{Name: \"«tool»\", Annotations: &mcp.ToolAnnotations{\n\tReadOnlyHint:    false,\n\tDestructiveHint: jsonschema.Ptr(true),\n\tIdempotentHint:  false,\n\tOpenWorldHint:   jsonschema.Ptr(true),\n}}  // with what is true of it", nil},
		{goSDK, "not-destructive drop-destructive", "Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, DestructiveHint: jsonschema.Ptr(true)}", "Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, DestructiveHint: jsonschema.Ptr(false)}", nil},
		{goSDK, "add-title", "&mcp.Tool{Name: \"«tool»\"}", "&mcp.Tool{Name: \"«tool»\", Title: \"…\", Annotations: &mcp.ToolAnnotations{Title: \"…\"}}", nil},
		{goSDK, "plain-name short-name unique-name core-name", "&mcp.Tool{Name: \"«tool»\"}", "&mcp.Tool{Name: \"«newtool»\"}", nil},
		{goSDK, "lint/description-missing core/describe", "«Name» «type» `json:\"«wire»\"`", "«Name» «type» `json:\"«wire»\" jsonschema:\"what it means\"`", nil},
		{goSDK, "lint/description-missing vscode/description-missing description-from-title drop-member", "&mcp.Tool{Name: \"«tool»\"}", "&mcp.Tool{Name: \"«tool»\", Description: \"What it does, in a sentence.\"}", nil},
		{goSDK, "rename-property", "«Name» «type» `json:\"«wire»\"`", "«Name» «type» `json:\"a plain key\"`", nil},

		{mcpGo, "items-string", "mcp.WithArray(\"«wire»\")", "mcp.WithArray(\"«wire»\", mcp.WithStringItems())", nil},
		{mcpGo, "items-any items-from-tuple", "mcp.WithArray(\"«wire»\")", "mcp.WithArray(\"«wire»\", mcp.Items(map[string]any{}))", nil},
		{mcpGo, "type-string", "mcp.WithAny(\"«wire»\")", "mcp.WithString(\"«wire»\")", nil},
		{mcpGo, "type-object", "mcp.WithAny(\"«wire»\")", "mcp.WithObject(\"«wire»\")", nil},
		{mcpGo, "drop-default default-in-text", "mcp.WithString(\"«wire»\", mcp.DefaultString(«default»))", "mcp.WithString(\"«wire»\", mcp.Description(\"… (default «default»)\"))", stringTyped},
		{mcpGo, "drop-default default-in-text", "mcp.WithNumber(\"«wire»\", mcp.DefaultNumber(«default»))", "mcp.WithNumber(\"«wire»\", mcp.Description(\"… (default «default»)\"))", nil},
		{mcpGo, "unrequire drop-required-name", "mcp.WithString(\"«wire»\", mcp.Required())", "mcp.WithString(\"«wire»\")", nil},
		{mcpGo, "drop-pattern", "mcp.WithString(\"«wire»\", mcp.Pattern(`«pattern»`))", "mcp.WithString(\"«wire»\")  // check it in the handler", nil},
		{mcpGo, "pattern-classes pattern-ecma pattern-anchor pattern-ascii pattern-without-nul", "mcp.WithString(\"«wire»\", mcp.Pattern(`«pattern»`))", "mcp.WithString(\"«wire»\", mcp.Pattern(`«newpattern»`))", nil},
		{mcpGo, "root-type root-schema add-properties", "mcp.NewToolWithRawSchema(\"«tool»\", description, json.RawMessage(`{}`))", "mcp.NewToolWithRawSchema(\"«tool»\", description, json.RawMessage(`{\"type\":\"object\",\"properties\":{}}`))", nil},
		{mcpGo, "not-destructive drop-destructive write-hint write-hints", "mcp.NewTool(\"«tool»\", mcp.WithReadOnlyHintAnnotation(true))", "mcp.NewTool(\"«tool»\", mcp.WithReadOnlyHintAnnotation(true), mcp.WithDestructiveHintAnnotation(false), mcp.WithOpenWorldHintAnnotation(true))", nil},
		{mcpGo, "add-title", "mcp.NewTool(\"«tool»\")", "mcp.NewTool(\"«tool»\", mcp.WithTitleAnnotation(\"…\"))", nil},
		{mcpGo, "plain-name short-name unique-name core-name", "mcp.NewTool(\"«tool»\")", "mcp.NewTool(\"«newtool»\")", nil},
		{mcpGo, "lint/description-missing core/describe", "mcp.WithString(\"«wire»\")", "mcp.WithString(\"«wire»\", mcp.Description(\"what it means\"))", nil},
		{mcpGo, "lint/description-missing vscode/description-missing description-from-title drop-member", "mcp.NewTool(\"«tool»\")", "mcp.NewTool(\"«tool»\", mcp.WithDescription(\"What it does, in a sentence.\"))", nil},

		{both, "claude-code/description-2048 openai/description-1024 core/description", "Description: \"A long text …\"", "Description: \"What matters, in a few sentences.\"", nil},
		// Whatever must be published.
		{goSDK, "*", "mcp.AddTool(server, &mcp.Tool{Name: \"«tool»\"}, handler)", "mcp.AddTool(server, &mcp.Tool{\n\tName:        \"«tool»\",\n\tInputSchema: json.RawMessage(`«input»`),\n}, handler)", noBacktick},
		{mcpGo, "*", "mcp.NewTool(\"«tool»\", …)", "mcp.NewToolWithRawSchema(\"«tool»\", description, json.RawMessage(`«input»`))", noBacktick},
	}
}

func notSlice(w *words) bool { return w.now != nil && !w.now.get("type").isText("array") }

func stringTyped(w *words) bool { return w.old.get("type").isText("string") }

func noBacktick(w *words) bool {
	for _, c := range w.values["input"] {
		if c == '`' {
			return false
		}
	}
	return true
}
