package repair

import "mcploupe/inspector/jsondoc"

const nullKind = jsondoc.Null

var (
	zods   = []SDK{TS1Zod3, TS1Zod4, TS2, Zod4}
	zod4s  = []SDK{TS1Zod4, TS2, Zod4}
	tsSDKs = []SDK{TS1Zod3, TS1Zod4, TS2}
)

// typescriptPhrases are the words of zod and of the TypeScript SDKs. They were run
// with SDK 1.32 and 2.4, zod 3.25 and zod 4.6; a test runs those for zod 4 again.
func typescriptPhrases() []phrase {
	return []phrase{
		{[]SDK{TS1Zod3, TS1Zod4}, "convert-undeclared convert-declared", "// @modelcontextprotocol/sdk 1.x writes draft-07 on every schema\nimport { McpServer } from \"@modelcontextprotocol/sdk/server/mcp.js\";", "// @modelcontextprotocol/server 2.x writes 2020-12 (needs zod 4.2 or later)\nimport { McpServer } from \"@modelcontextprotocol/server\";", nil},
		{[]SDK{Zod4}, "convert-undeclared", "inputSchema: z.toJSONSchema(schema)", "const { $schema, ...inputSchema } = z.toJSONSchema(schema);", nil},
		{zods, nullMends, "«name»: «checked».default(null as any)", "«name»: «checked».nullable().default(null)", nullDefaulted},
		{zods, nullMends, "«name»: «checked».default(«default»)", "«name»: «checked».nullable().default(«default»)", nil},
		{zods, nullMends, "«name»: «checked».optional()", "«name»: «checked».nullish()", optional},
		{zods, nullMends, "«name»: «checked»", "«name»: «checked».nullable()", nil},
		{zods, "drop-default drop-null-default", "«name»: «checked».default(«default»)", "«name»: «checked».optional()  // put the default in the handler: args.«name» ?? «default»", nil},
		{zods, "default-in-text", "«name»: «checked».default(«default»)", "«name»: «checked».optional().describe(«newsays»)", nil},
		{zods, "coerce-value", "«name»: «checked».default(«default»)", "«name»: «checked».default(«newdefault»)", nil},
		{zods, "unrequire", "«name»: «checked».catch(«default»)", "«name»: «checked».default(«default»)", nil},
		{zods, "unrequire default-null", "«name»: «checked».nullable()", "«name»: «checked».nullish()", nullAdmitted},
		{zods, "unrequire", "«name»: «checked»", "«name»: «checked».optional()", nil},
		{zods, "plain-optional", "«name»: «newtype».nullish()", "«name»: «newtype».optional()", nil},
		{zods, "require-null", "«name»: «checked».optional()", "«name»: «checked».nullable()", nil},
		{zods, "infer-type any-type type-string type-object boolean-to-any boolean-to-type-string boolean-to-type-object", "«name»: z.any()", "«name»: «newfull»", nil},
		{[]SDK{TS1Zod3}, "items-any", "«name»: z.array(z.any())", "«name»: z.array(z.unknown())", nil},
		{zods, "items-string type-items", "«name»: z.array(z.any())", "«name»: z.array(z.string())", nil},
		{zods, "tuple-to-list", "«name»: z.tuple([…])", "«name»: «newtype».length(«length»)", nil},
		{zods, "prefix-items close-tuple drop-items-false", "«name»: z.tuple([z.string(), z.number()])", "«name»: z.object({ key: z.string(), value: z.number() })", nil},
		{zods, "consts-to-enum", "«name»: z.union([z.literal(\"a\"), z.literal(\"b\")])", "«name»: z.enum([«values»])", nil},
		{zods, "const-to-enum", "«name»: z.literal(«values»)", "«name»: z.enum([«values»])", nil},
		{zods, "enum-to-strings", "«name»: z.union([z.literal(1), z.literal(2)])", "«name»: z.enum([«values»])", nil},
		{zods, "oneof-to-anyof", "«name»: z.discriminatedUnion(\"kind\", [A, B])", "«name»: z.union([A, B])", nil},
		{tsSDKs, "merge-root drop-root-keyword lint/arguments-erased", "inputSchema: z.discriminatedUnion(\"kind\", [\n  z.object({ kind: z.literal(\"a\"), a: z.string() }),\n  z.object({ kind: z.literal(\"b\"), b: z.string() }),\n])", "inputSchema: z.object({\n  kind: z.enum([\"a\", \"b\"]),\n  a: z.string().optional(),\n  b: z.string().optional(),\n})  // check in the handler which go together", nil},
		{[]SDK{TS1Zod3}, "inline-ref inline-all hoist-ref", "const Address = z.object({ street: z.string() });\n{ home: Address, work: Address }", "const Address = () => z.object({ street: z.string() });\n{ home: Address(), work: Address() }  // or zod 4, which writes both out", nil},
		{zods, "unroll", "const Node = z.object({ kids: z.array(z.lazy(() => Node)) });", "const Leaf = z.object({});\nconst Node = z.object({ kids: z.array(Leaf) });", nil},
		{[]SDK{TS1Zod4}, "definitions-to-defs", "// SDK 1.x writes definitions\nimport { McpServer } from \"@modelcontextprotocol/sdk/server/mcp.js\";", "// SDK 2.x writes $defs\nimport { McpServer } from \"@modelcontextprotocol/server\";", nil},
		{zods, "pattern-classes pattern-ecma pattern-anchor pattern-ascii pattern-without-nul", "«name»: z.string().regex(/«pattern»/)", "«name»: z.string().regex(/«newpattern»/)", nil},
		{zods, "drop-pattern", "«name»: z.string().regex(/«pattern»/)", "«name»: z.string()  // check it in the handler", plainPattern},
		{zod4s, "drop-pattern", "«name»: z.iso.datetime()  // or z.email(), z.uuid()", "«name»: z.string().meta({ format: \"date-time\" })", nil},
		{zods, "pattern-to-length", "«name»: z.string().regex(/«pattern»/)", "«name»: z.string().min(1)", nil},
		{zods, "drop-format say-format", "«name»: z.string().url()", "«name»: z.string().describe(\"…\")", formatted},
		{zods, "add-properties@groq/required-without-properties drop-required drop-required-name declare-required", "«name»: z.record(z.enum([\"x\", \"y\"]), z.number())", "«name»: z.object({ x: z.number(), y: z.number() })", recordOfNames},
		{tsSDKs, "plain-name short-name unique-name core-name", "server.registerTool(\"«tool»\", { … }, handler)", "server.registerTool(\"«newtool»\", { … }, handler)", nil},
		{tsSDKs, "not-destructive drop-destructive", "annotations: { readOnlyHint: true, destructiveHint: true }", "annotations: { readOnlyHint: true, destructiveHint: false }", nil},
		{tsSDKs, "write-hint write-hints", "server.registerTool(\"«tool»\", { description, inputSchema }, handler)", "server.registerTool(\"«tool»\", { description, inputSchema, annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true } }, handler)  // with what is true of it", nil},
		{tsSDKs, "add-title", "server.registerTool(\"«tool»\", { description }, handler)", "server.registerTool(\"«tool»\", { title: \"…\", description, annotations: { title: \"…\" } }, handler)", nil},
		{zods, "lint/description-missing core/describe", "«name»: «checked»", "«name»: «checked».describe(\"…\")", nil},
		{tsSDKs, "lint/description-missing vscode/description-missing bedrock/description-empty description-from-title drop-member", "server.registerTool(\"«tool»\", { inputSchema }, handler)", "server.registerTool(\"«tool»\", { description: \"What it does, in a sentence.\", inputSchema }, handler)", nil},
		{tsSDKs, "claude-code/description-2048 openai/description-1024 core/description", "description: \"A long text …\"", "description: \"What matters, in a few sentences.\"", nil},
		{tsSDKs, "drop-output", "server.registerTool(\"«tool»\", { inputSchema, outputSchema }, handler)", "server.registerTool(\"«tool»\", { inputSchema }, handler)", nil},
		{zods, "rename-property", "\"«wire»\": «checked»", "a_plain_key: «checked»  // and map it in the handler", nil},
		{[]SDK{TS1Zod3}, "open-object", "z.object({ … }).strict()", "z.object({ … }).passthrough()", nil},
		{zods, "close-object", "inputSchema: z.object({ … })", "inputSchema: z.strictObject({ … })", nil},
		// Whatever a parameter must publish: the check at run time stays.
		{zod4s, "*", "«name»: «full»", "«name»: «full».meta({ «overrides» })", overridden},
		{[]SDK{TS1Zod3}, "*", "import { z } from \"zod\";  // zod 3\n«name»: «full»", "import * as z from \"zod/v4\";  // in zod 3.25 and later; SDK 1.23 and later takes it\n«name»: «full».meta({ «overrides» })", overridden},
		{[]SDK{TS2}, "*", "server.registerTool(\"«tool»\", { inputSchema: z.object({ … }) }, handler)", "import { fromJsonSchema } from \"@modelcontextprotocol/server\";\n\nserver.registerTool(\"«tool»\", {\n  inputSchema: fromJsonSchema(«input»),\n}, handler)", nil},
		{[]SDK{TS1Zod3, TS1Zod4}, "*", "server.registerTool(\"«tool»\", { inputSchema: { … } }, handler)", "// the low-level handler publishes any schema\nserver.server.setRequestHandler(ListToolsRequestSchema, async () => ({\n  tools: [{ name: \"«tool»\", inputSchema: «input» }],\n}));", nil},
	}
}

func optional(w *words) bool { return w.old != nil && !w.required }

// recordOfNames reports whether a property is a z.record with an enum for its keys.
func recordOfNames(w *words) bool { return w.old.get("propertyNames").has("enum") }

func overridden(w *words) bool { return w.values["overrides"] != "" }

// plainPattern reports whether a pattern is the author's own: those that zod 4
// writes for its formats stand beside a format.
func plainPattern(w *words) bool { return w.old.has("pattern") && !w.old.has("format") }
