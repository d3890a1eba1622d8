package repair

// SDK is a library that makes the schemas of a server, told from the schemas.
type SDK string

// The SDKs that are recognised.
const (
	NoSDK      SDK = ""
	PythonMCP  SDK = "mcp (Python)"      // the official SDK's FastMCP with pydantic
	PythonFast SDK = "FastMCP (Python)"  // the fastmcp package with pydantic
	Pydantic   SDK = "pydantic (Python)" // pydantic models published by hand
	TS1Zod3    SDK = "TypeScript SDK 1, zod 3"
	TS1Zod4    SDK = "TypeScript SDK 1, zod 4"
	TS2        SDK = "TypeScript SDK 2, zod 4"
	Zod4       SDK = "zod 4"            // z.toJSONSchema published by hand or by a framework
	GoSDK      SDK = "Go SDK"           // go-sdk with google/jsonschema-go
	MCPGo      SDK = "mcp-go"           // mark3labs/mcp-go
	RMCP       SDK = "rmcp (Rust)"      // rmcp with schemars
	CSharp     SDK = "C# SDK"           // with System.Text.Json and AIJsonUtilities
	Java       SDK = "Java (Spring AI)" // the Java SDK and Spring AI's generator
	Kotlin     SDK = "Kotlin SDK"
	PHP        SDK = "PHP SDK"
	OpenAPI    SDK = "a converter from OpenAPI"
)

// languages name the language of each SDK as code highlighters do.
var languages = map[SDK]string{
	PythonMCP: "python", PythonFast: "python", Pydantic: "python",
	TS1Zod3: "typescript", TS1Zod4: "typescript", TS2: "typescript", Zod4: "typescript",
	GoSDK: "go", MCPGo: "go", RMCP: "rust", CSharp: "csharp", Java: "java", Kotlin: "kotlin", PHP: "php", OpenAPI: "",
}

// Language is the language that mends for the SDK are written in; "" where there
// is none.
func (s SDK) Language() string { return languages[s] }

// SDKs lists the SDKs that are recognised.
func SDKs() []SDK {
	return []SDK{PythonMCP, PythonFast, Pydantic, TS1Zod3, TS1Zod4, TS2, Zod4, GoSDK, MCPGo, RMCP, CSharp, Java, Kotlin, PHP, OpenAPI}
}
