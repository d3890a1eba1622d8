package repair

// pythons are the SDKs whose schemas pydantic makes.
var (
	pythons  = []SDK{PythonMCP, PythonFast, Pydantic}
	fastmcps = []SDK{PythonMCP, PythonFast}
)

const nullMends = "allow-null allow-null-anyof nullable-to-type nullable-to-anyof"

// pythonPhrases are the words of Python. Those about parameters were run with
// mcp 1.30, fastmcp 4.2 and pydantic 2.14; a test runs them again.
func pythonPhrases() []phrase {
	return []phrase{
		{pythons, nullMends, "«name»: «checked» = None", "«name»: «checked» | None = None", nullDefaulted},
		{pythons, nullMends, "«name»: «checked» = «default»", "«name»: «checked» | None = «default»", nil},
		{pythons, nullMends, "«name»: «checked»", "«name»: «checked» | None", nil},
		{pythons, "default-null unrequire", "«name»: «full»", "«name»: «full» = None", nullAdmitted},
		{pythons, "default-null unrequire", "«name»: «checked»", "«name»: «checked» | None = None", nil},
		{pythons, "require-null", "«name»: «checked» = None", "«name»: «checked» | None", nil},
		{pythons, "plain-optional drop-null-default", "«name»: «full» = None", "«name»: «newchecked» = «newzero»", nil},
		{[]SDK{PythonMCP, Pydantic}, "drop-default drop-null-default", "«name»: «full» = «default»", "def no_default(schema):\n    schema.pop(\"default\", None)\n\n«name»: Annotated[«inside», Field(json_schema_extra=no_default)] = «default»", nil},
		{[]SDK{PythonFast}, "drop-default drop-null-default", "@mcp.tool\ndef «function»(«name»: «full» = «default»): ...", "from fastmcp.tools import Tool\n\ndef «function»(«name»: «full» = «default»): ...\n\ntool = Tool.from_function(«function»)\ntool.parameters[\"properties\"][\"«wire»\"].pop(\"default\")\nmcp.add_tool(tool)", nil},
		{[]SDK{PythonMCP, Pydantic}, "default-in-text", "«name»: «full» = «default»", "def no_default(schema):\n    schema.pop(\"default\", None)\n\n«name»: Annotated[«inside», Field(description=«newsays», json_schema_extra=no_default)] = «default»", nil},
		{pythons, "coerce-value", "«name»: «full» = «default»", "«name»: «full» = «newdefault»", nil},
		{pythons, "infer-type any-type type-string type-object boolean-to-any boolean-to-type-object boolean-to-type-string", "«name»: Any", "«name»: «newfull»", nil},
		{pythons, "items-any items-string type-items", "«name»: list", "«name»: «newtype»", nil},
		{pythons, "tuple-to-list", "«name»: tuple[…]", "«name»: «newchecked»", nil},
		{pythons, "consts-to-enum", "«name»: «type»", "«name»: Literal[«values»]", nil},
		{pythons, "enum-to-strings", "«name»: «type»", "«name»: Literal[«values»]", nil},
		{pythons, "drop-format say-format", "«name»: HttpUrl  # or datetime, Path, UUID …", "«name»: Annotated[str, Field(description=\"…\")]", formatted},
		{pythons, "pattern-classes pattern-ecma pattern-anchor pattern-ascii pattern-without-nul", "«name»: Annotated[«type», Field(pattern=r\"«pattern»\")]", "«name»: Annotated[«type», Field(pattern=r\"«newpattern»\")]", nil},
		{pythons, "drop-pattern", "«name»: «full»", "«name»: Annotated[«inside», WithJsonSchema(«schema»)]", typedPattern},
		{pythons, "drop-pattern", "«name»: Decimal", "«name»: float", nil},
		{pythons, "unroll", "class Node(BaseModel):\n    «name»: list[\"Node\"] = []", "class Leaf(BaseModel):\n    ...\n\nclass Node(BaseModel):\n    «name»: list[Leaf] = []", nil},
		{pythons, "inline-ref inline-all", "class «type»(Enum): ...\n\n«name»: «type»", "«name»: Literal[«values»]", enumerated},
		{[]SDK{PythonFast}, "inline-ref inline-all hoist-ref", "mcp = FastMCP(\"…\", dereference_schemas=False)", "mcp = FastMCP(\"…\")  # fastmcp 3 and later write definitions in place", nil},
		{[]SDK{PythonMCP}, "inline-ref inline-all hoist-ref core-root-keys", "@mcp.tool()\ndef «function»(…): ...", "import jsonref\n\n@mcp.tool()\ndef «function»(…): ...\n\ntool = mcp._tool_manager.get_tool(\"«tool»\")\ntool.parameters = jsonref.replace_refs(tool.parameters, proxies=False, lazy_load=False)\ntool.parameters.pop(\"$defs\", None)", nil},
		{[]SDK{Pydantic}, "inline-ref inline-all hoist-ref core-root-keys", "inputSchema=Model.model_json_schema()", "inputSchema=jsonref.replace_refs(Model.model_json_schema(), proxies=False, lazy_load=False)", nil},
		{[]SDK{PythonFast}, "plain-name short-name unique-name core-name", "@mcp.tool\ndef «function»(…): ...", "@mcp.tool(name=\"«newtool»\")\ndef «function»(…): ...", nil},
		{[]SDK{PythonMCP}, "plain-name short-name unique-name core-name", "@mcp.tool()\ndef «function»(…): ...", "@mcp.tool(name=\"«newtool»\")\ndef «function»(…): ...", nil},
		{fastmcps, "not-destructive drop-destructive", "@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True, destructiveHint=True))", "@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True, destructiveHint=False))", nil},
		{fastmcps, "write-hint write-hints", "@mcp.tool()\ndef «function»(…): ...", "@mcp.tool(annotations=ToolAnnotations(readOnlyHint=False, destructiveHint=True, idempotentHint=False, openWorldHint=True))\ndef «function»(…): ...  # with what is true of it", nil},
		{fastmcps, "add-title", "@mcp.tool()\ndef «function»(…): ...", "@mcp.tool(title=\"…\")\ndef «function»(…): ...", nil},
		{fastmcps, "lint/description-missing vscode/description-missing bedrock/description-empty description-from-title drop-member@bedrock/description-empty", "«name»: «type»", "«name»: Annotated[«type», Field(description=\"…\")]", nil},
		{fastmcps, "lint/description-missing vscode/description-missing bedrock/description-empty description-from-title drop-member@bedrock/description-empty", "def «function»(…): ...", "def «function»(…):\n    \"\"\"What it does, in a sentence.\"\"\"", nil},
		{pythons, "core/describe", "«name»: «type»", "«name»: Annotated[«type», Field(description=\"…\")]", nil},
		{pythons, "claude-code/description-2048 openai/description-1024 core/description", "def «function»(…):\n    \"\"\"A long text …\"\"\"", "def «function»(…):\n    \"\"\"What matters, in a few sentences.\"\"\"", nil},
		{pythons, "merge-root", "def «function»(request: CreateById | CreateBySlug): ...", "def «function»(id: str | None = None, slug: str | None = None): ...", nil},
		{pythons, "clamp-number", "«name»: «type» = float(\"inf\")", "«name»: «type» | None = None", nil},
		// Whatever a parameter must publish: the check at run time stays.
		{pythons, "*", "«name»: «full» = «default»", "«name»: Annotated[«inside», WithJsonSchema(«schema»)] = «default»", nil},
		{pythons, "*", "«name»: «full»", "«name»: Annotated[«inside», WithJsonSchema(«schema»)]", nil},
	}
}

func nullDefaulted(w *words) bool { return w.old.get("default").is(nullKind) }

func nullAdmitted(w *words) bool { return w.old != nil && admitsNull(w.old) }

func formatted(w *words) bool { return w.old.get("format").text() != "" && w.now != nil }

func typedPattern(w *words) bool { return w.old.get("type").isText("string") }

// enumerated reports whether a reference led to an enum.
func enumerated(w *words) bool { return w.now != nil && w.now.has("enum") }
