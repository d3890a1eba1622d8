package repair

// otherPhrases are the words of Rust, C#, Java, Kotlin and PHP. They are from the
// documentation and the source of the SDKs, and were not run.
func otherPhrases() []phrase {
	rust, csharp, java, kotlin, php := []SDK{RMCP}, []SDK{CSharp}, []SDK{Java}, []SDK{Kotlin}, []SDK{PHP}
	return []phrase{
		{rust, "plain-optional", "pub «name»: Option<«newtype»>,", "#[serde(default)]\n#[schemars(with = \"«newtype»\")]\npub «name»: Option<«newtype»>,", nil},
		{rust, nullMends, "pub «name»: «type»,", "pub «name»: Option<«type»>,", nil},
		{rust, "unrequire default-null", "pub «name»: «type»,", "#[serde(default)]\npub «name»: Option<«type»>,", nil},
		{rust, "drop-format format-to-minimum format-to-bounds say-format", "pub «name»: u32,", "#[schemars(schema_with = \"«name»_schema\")]\npub «name»: u32,\n\nfn «name»_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {\n    schemars::json_schema!(«json»)\n}", nil},
		{rust, "boolean-to-object boolean-to-any boolean-to-type-object boolean-to-type-string any-type type-string type-object", "pub «name»: serde_json::Value,", "#[schemars(schema_with = \"«name»_schema\")]\npub «name»: serde_json::Value,\n\nfn «name»_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {\n    schemars::json_schema!(«json»)\n}", nil},
		{rust, "convert-undeclared", "schemars::schema_for!(Params)", "schemars::generate::SchemaSettings::draft2020_12()\n    .with(|s| s.meta_schema = None)\n    .into_generator()\n    .into_root_schema_for::<Params>()", nil},
		{rust, "inline-ref inline-all hoist-ref", "schemars::schema_for!(Params)", "schemars::generate::SchemaSettings::draft2020_12()\n    .with(|s| s.inline_subschemas = true)\n    .into_generator()\n    .into_root_schema_for::<Params>()", nil},
		{rust, "plain-name short-name unique-name core-name", "#[tool(description = \"…\")]", "#[tool(name = \"«newtool»\", description = \"…\")]", nil},
		{rust, "write-hint write-hints not-destructive", "#[tool(description = \"…\")]", "#[tool(description = \"…\", annotations(read_only_hint = true, destructive_hint = false, open_world_hint = true))]  // with what is true of it", nil},
		{rust, "lint/description-missing core/describe", "pub «name»: «type»,", "/// What it means.\npub «name»: «type»,", nil},
		{rust, "lint/description-missing vscode/description-missing description-from-title drop-member", "#[tool]", "#[tool(description = \"What it does, in a sentence.\")]", nil},
		{rust, "*", "pub «name»: «type»,", "#[schemars(schema_with = \"«name»_schema\")]\npub «name»: «type»,\n\nfn «name»_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {\n    schemars::json_schema!(«json»)\n}", nil},

		{csharp, "plain-optional", "«newtype»? «name» = null", "«newtype» «name» = «newzero»", stringNow},
		{csharp, nullMends, "«type» «name»", "«type»? «name» = null", nil},
		{csharp, "unrequire default-null", "«type»? «name»", "«type»? «name» = null", nil},
		{csharp, "boolean-to-object boolean-to-any list-to-anyof one-type plain-optional", "McpServerTool.Create(method)", "McpServerTool.Create(method, new McpServerToolCreateOptions\n{\n    SchemaCreateOptions = new AIJsonSchemaCreateOptions\n    {\n        TransformSchemaNode = (context, node) =>\n            node is JsonValue v && v.TryGetValue(out bool any) && any ? new JsonObject() : node,\n    },\n})", booleanOld},
		{csharp, "plain-name short-name unique-name core-name", "[McpServerTool]", "[McpServerTool(Name = \"«newtool»\")]", nil},
		{csharp, "write-hint write-hints not-destructive drop-destructive", "[McpServerTool]", "[McpServerTool(ReadOnly = true, Destructive = false, OpenWorld = true)]  // with what is true of it", nil},
		{csharp, "add-title", "[McpServerTool]", "[McpServerTool(Title = \"…\")]", nil},
		{csharp, "lint/description-missing core/describe", "«type» «name»", "[Description(\"What it means.\")] «type» «name»", nil},
		{csharp, "lint/description-missing vscode/description-missing description-from-title drop-member", "[McpServerTool]", "[McpServerTool, Description(\"What it does, in a sentence.\")]", nil},
		{csharp, "*", "McpServerTool.Create(method)", "McpServerTool.Create(method, new McpServerToolCreateOptions\n{\n    SchemaCreateOptions = new AIJsonSchemaCreateOptions\n    {\n        TransformSchemaNode = (context, node) =>\n            context.Path is [\"properties\", \"«wire»\"] ? JsonNode.Parse(\"\"\"«json»\"\"\")! : node,\n    },\n})", nil},

		{java, "unrequire default-null plain-optional", "@McpToolParam(description = \"…\") «newtype» «name»", "@McpToolParam(description = \"…\", required = false) «newtype» «name»", nil},
		{java, "plain-name short-name unique-name core-name", "@McpTool(description = \"…\")", "@McpTool(name = \"«newtool»\", description = \"…\")", nil},
		{java, "write-hint write-hints not-destructive drop-destructive", "@McpTool(name = \"«tool»\")", "@McpTool(name = \"«tool»\", annotations = @McpTool.McpAnnotations(readOnlyHint = true, destructiveHint = false, openWorldHint = true))  // with what is true of it", nil},
		{java, "add-title", "@McpTool(name = \"«tool»\")", "@McpTool(name = \"«tool»\", title = \"…\")", nil},
		{java, "lint/description-missing core/describe", "«type» «name»", "@McpToolParam(description = \"What it means.\") «type» «name»", nil},
		{java, "lint/description-missing vscode/description-missing description-from-title drop-member", "@McpTool(name = \"«tool»\")", "@McpTool(name = \"«tool»\", description = \"What it does, in a sentence.\")", nil},
		{java, "*", "@McpTool(name = \"«tool»\") …", "McpSchema.Tool.builder()\n    .name(\"«tool»\")\n    .inputSchema(jsonMapper, \"\"\"\n        «input»\"\"\")\n    .build()", nil},

		{kotlin, "unrequire drop-required-name default-null", "ToolSchema(properties = …, required = listOf(\"«wire»\"))", "ToolSchema(properties = …, required = emptyList())", nil},
		{kotlin, "plain-name short-name unique-name core-name", "server.addTool(name = \"«tool»\", …)", "server.addTool(name = \"«newtool»\", …)", nil},
		{kotlin, "write-hint write-hints not-destructive drop-destructive", "server.addTool(name = \"«tool»\", …)", "server.addTool(name = \"«tool»\", toolAnnotations = ToolAnnotations(readOnlyHint = true, destructiveHint = false, openWorldHint = true), …)  // with what is true of it", nil},
		{kotlin, "lint/description-missing vscode/description-missing description-from-title drop-member", "server.addTool(name = \"«tool»\", …)", "server.addTool(name = \"«tool»\", description = \"What it does, in a sentence.\", …)", nil},
		{kotlin, "*", "putJsonObject(\"«wire»\") { … }", "put(\"«wire»\", Json.parseToJsonElement(\"\"\"«json»\"\"\"))", nil},

		{php, "properties-object", "'properties' => []", "'properties' => new \\stdClass()", nil},
		{php, "plain-optional", "?«newtype» $«name» = null", "«newtype» $«name» = «newzero»", nil},
		{php, nullMends, "«type» $«name»", "?«type» $«name» = null", nil},
		{php, "unrequire default-null", "?«type» $«name»", "?«type» $«name» = null", nil},
		{php, "plain-name short-name unique-name core-name", "#[McpTool]", "#[McpTool(name: '«newtool»')]", nil},
		{php, "write-hint write-hints not-destructive drop-destructive", "#[McpTool(name: '«tool»')]", "#[McpTool(name: '«tool»', annotations: new ToolAnnotations(readOnlyHint: true, destructiveHint: false, openWorldHint: true))]  // with what is true of it", nil},
		{php, "items-string items-any type-items", "array $«name»", "#[Schema(type: 'array', items: ['type' => 'string'])] array $«name»", nil},
		{php, "lint/description-missing core/describe", "«type» $«name»", "#[Schema(description: 'What it means.')] «type» $«name»", nil},
		{php, "lint/description-missing vscode/description-missing description-from-title drop-member", "#[McpTool(name: '«tool»')]", "#[McpTool(name: '«tool»', description: 'What it does, in a sentence.')]", nil},
		{php, "*", "public function «function»(…)", "#[Schema(definition: json_decode(<<<'JSON'\n«input»\nJSON, true))]  // with new \\stdClass() for an empty map\npublic function «function»(…)", nil},

		{[]SDK{OpenAPI}, nullMends, "\"nullable\": true", "OpenAPI 3.1 says it as JSON Schema does: «schema»", nil},
		{[]SDK{OpenAPI}, "*", "the OpenAPI description of «wire»", "«schema»  (OpenAPI 3.1, or mend it after the conversion)", nil},
	}
}

func stringNow(w *words) bool { return w.now != nil && w.now.get("type").isText("string") }

// booleanOld reports whether the schema of the property was true or false.
func booleanOld(w *words) bool { return w.old.is(jsonBool) }
