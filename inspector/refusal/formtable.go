package refusal

// The table of forms, a function a family. Each validator's words are from its
// own source, whose place is given, and from answers of real servers.

// formTable is tried in order; the first form that fits is taken, so what is
// worded most exactly comes first.
func formTable() []form {
	var all []form
	for _, family := range []func() []form{
		zodForms, javaScriptForms, pydanticForms, schemaForms, goForms, vmForms, phpRubyForms, pythonForms, npmForms, commonForms,
	} {
		all = append(all, family()...)
	}
	return all
}

func words(validator, kind, need, pattern string) form {
	return form{validator: validator, kind: kind, need: need, re: compile(pattern)}
}

func missing(validator, need, pattern string) form {
	return words(validator, KindMissing, need, pattern)
}

func unexpected(validator, need, pattern string) form {
	return words(validator, KindUnexpected, need, pattern)
}

// zodForms are the words of zod 3 and 4.
func zodForms() []form {
	return []form{
		// zod 4: https://zod.dev/error-formatting, packages/zod/src/v4/locales/en.ts
		says("undefined", missing("zod 4", "received undefined", `^Invalid input: expected (?P<expect>.+), received undefined$`)),
		words("zod 4", KindType, "invalid input: expected", `^Invalid input: expected (?P<expect>.+), received (?P<got>.+)$`),
		words("zod 4", KindType, "invalid input: expected", `^Invalid input: expected (?P<expect>.+)$`),
		words("zod 4", KindEnum, "invalid option", `^Invalid option: expected one of (?P<expect>.+)$`),
		words("zod 4", KindLength, "expected", `^Too (?:small|big): expected (?P<expect>(?:string|array|set|map|file|record) .+)$`),
		words("zod 4", KindRange, "expected", `^Too (?:small|big): expected (?P<expect>.+)$`),
		words("zod 4", KindRange, "invalid number", `^Invalid number: must be (?P<expect>.+)$`),
		words("zod 4", KindFormat, "invalid", `^Invalid (?P<expect>URL|UUID|UUIDv\d|email address|ISO \w+|IPv[46] (?:address|range)|base64\S* ?\S*|JWT|ULID|nanoid)$`),
		words("zod 3", KindFormat, "invalid", `^Invalid (?P<expect>url|uuid|email|datetime|date|time|duration|ip|cidr|cuid2?|ulid|nanoid|base64|emoji|jwt)$`),
		words("zod 4", KindFormat, "invalid string", `^Invalid string: must (?P<expect>.+)$`),
		unexpected("zod 4", "unrecognized key", `Unrecognized keys?: (?P<names><list>)`),
		// zod 3: https://github.com/colinhacks/zod/blob/v3/src/locales/en.ts
		unexpected("zod 3", "unrecognized key", `Unrecognized key\(s\) in object: (?P<names><list>)`),
		says("undefined", missing("zod 3", "required", `^Required$`)),
		words("zod 3", KindEnum, "invalid enum", `^Invalid enum value\. Expected (?P<expect>.+), received (?P<got>.+)$`),
		words("zod 3", KindEnum, "invalid literal", `^Invalid literal value, expected (?P<expect>.+)$`),
		words("", KindEnum, "discriminator", `^Invalid discriminator value\. Expected (?P<expect>.+)$`),
		words("zod 3", KindLength, "must contain", `^(?:String|Array) must contain (?P<expect>.+)$`),
		words("zod 3", KindRange, "must be", `^Number must be (?P<expect>.+)$`),
	}
}

// javaScriptForms are the words of the other libraries of JavaScript, Ajv aside.
func javaScriptForms() []form {
	return []form{
		// valibot 1: https://valibot.dev/guides/issues/
		says("undefined", missing("valibot", "but received undefined", `^Invalid key: Expected .+ but received undefined$`)),
		unexpected("valibot", "invalid key: expected never", `^Invalid key: Expected never but received .+$`),
		words("valibot", KindType, "but received", `^Invalid \w+: Expected (?P<expect>.+) but received (?P<got>.+)$`),
		// superstruct
		words("superstruct", KindUnexpected, "type `never`", "^Expected a value of type `never`, but received: `(?P<got>.+)`$"),
		words("superstruct", KindType, "but received:", `^Expected (?P<expect>.+), but received: (?P<got>.+)$`),
		// effect
		unexpected("effect", "is unexpected", `^is unexpected(?:, expected: (?P<expect>.+))?$`),
		words("effect", KindType, ", actual ", `^Expected (?P<expect>.+), actual (?P<got>.+)$`),
		words("zod 3", KindType, "received", `^Expected (?P<expect>.+), received (?P<got>.+)$`),
		// arktype
		says("missing", missing("arktype", "(was missing)", `^must be (?P<expect>.+) \(was missing\)$`)),
		words("arktype", KindType, "(was ", `^must be (?P<expect>.+) \(was (?P<got>.+)\)$`),
		unexpected("arktype", "removed", `^must be removed$`),
		// typebox
		missing("typebox", "expected required property", `^Expected required property$`),
		unexpected("typebox", "unexpected property", `^Unexpected property$`),
	}
}

// pydanticForms are the words of pydantic.
func pydanticForms() []form {
	return []form{
		// pydantic 2: https://docs.pydantic.dev/latest/errors/validation_errors/
		missing("", "field required", `^[Ff]ield required$`),
		missing("pydantic 2", "missing required", `^Missing required (?:argument|keyword only argument|positional only argument)$`),
		unexpected("pydantic 2", "unexpected keyword", `^Unexpected (?:keyword|positional) argument$`),
		unexpected("pydantic 2", "extra inputs", `^Extra inputs are not permitted$`),
		words("", KindRange, "greater than", `^Input should be (?P<expect>(?:greater|less) than .+)$`),
		words("", KindLength, "should have", `^(?:String|List|Dictionary|Tuple|Set|Value) should have (?P<expect>.+)$`),
		words("", KindFormat, "should match", `^String should (?P<expect>match .+)$`),
		words("", KindEnum, "input should be", `^Input should be (?P<expect>['"].+)$`),
		words("", KindType, "input should be", `^Input should be (?P<expect>.+?)(?:, (?:unable|got|input|invalid|relative|not|empty).*)?$`),
	}
}

// schemaForms are the words of validators of JSON Schema.
func schemaForms() []form {
	return []form{
		// Ajv 8 and 6: https://ajv.js.org/api.html#validation-errors, lib/vocabularies
		missing("ajv", "have required property", `(?:must|should) have required property (?P<names><q>)`),
		words("ajv", KindUnexpected, "additional properties", `^(?:must|should) NOT have (?:additional|unevaluated) properties$`),
		words("ajv", KindEnum, "be equal to", `^(?:must|should) be equal to (?P<expect>.+)$`),
		words("ajv", KindFormat, "match", `^(?:must|should) match (?P<expect>(?:pattern|format) .+)$`),
		words("ajv", KindUnion, "in ", `^(?:must|should) match (?P<expect>.*schema in \w+)$`),
		words("ajv", KindLength, "not ", `^(?:must|should) (?P<expect>NOT (?:have|be) (?:fewer|more|shorter|longer) than .+)$`),
		words("ajv", KindRange, "be ", `^(?:must|should) be (?P<expect>(?:>=|<=|>|<|=) .+|multiple of .+)$`),
		words("ajv", KindType, "be ", `^(?:must|should) be (?P<expect>(?:string|number|integer|boolean|object|array|null)(?:,\w+)*)$`),

		// python-jsonschema, and the jsonschema crate, which words it alike
		missing("jsonschema", "is a required property", `(?P<names><q>) is a required property`),
		unexpected("jsonschema", "properties are not allowed", `(?:Additional|Unevaluated) properties are not allowed \((?P<names><list>) (?:was|were) unexpected\)`),
		words("jsonschema", KindType, "is not of type", `^(?P<got>.+) is not of types? (?P<expect>.+)$`),
		words("jsonschema", KindEnum, "is not one of", `^(?P<got>.+) is not one of (?P<expect>[\["'].+)$`),
		words("jsonschema", KindUnion, "is not valid under", `^(?P<got>.+) is not valid under (?P<expect>any of the given schemas)$`),
		words("jsonschema", KindRange, "than the m", `^(?P<got>.+) is (?P<expect>(?:less|greater) than (?:or equal to )?the (?:min|max)imum of .+)$`),
		words("jsonschema", KindFormat, "does not match", `^(?P<got>['"].*['"]) does not match (?P<expect>['"].+)$`),
		words("jsonschema", KindFormat, "is not a", `^(?P<got>['"].*['"]) is not a (?P<expect>['"].+)$`),
		words("jsonschema", KindLength, "is too", `^(?P<got>.+) is too (?:short|long)$`),
		words("jsonschema", KindLength, "non-empty", `^(?P<got>.+) should be (?P<expect>non-empty)$`),

		// google/jsonschema-go: jsonschema/validate.go
		missing("google/jsonschema-go", "missing properties: [", `required: missing properties: \[(?P<names>.+)\]`),
		unexpected("google/jsonschema-go", "unexpected additional properties [", `unexpected additional properties \[(?P<names>.+)\]`),
		missing("google/jsonschema-go", "dependentrequired[", `dependentRequired\[.+\]: missing properties \[(?P<names>.+)\]`),
		words("google/jsonschema-go", KindType, "has type \"null\"", `^type: <invalid reflect\.Value> has type "(?P<got>null)", want (?P<expect>.+)$`),
		words("google/jsonschema-go", KindType, "has type", `^type: (?P<got>.+) has type .+, want (?P<expect>.+)$`),
		words("google/jsonschema-go", KindEnum, "does not equal", `^(?:enum|const): (?P<got>.+) does not equal (?P<expect>.+)$`),
		words("google/jsonschema-go", KindRange, "imum: ", `^(?:exclusiveM|m)(?:in|ax)imum: (?P<got>\S+) is (?P<expect>.+)$`),
		words("google/jsonschema-go", KindLength, "length: ", `^(?:min|max)Length: (?P<got>".*") contains (?P<expect>.+)$`),
		words("google/jsonschema-go", KindLength, "items: ", `^(?:min|max)Items: (?P<expect>.+)$`),
		words("google/jsonschema-go", KindFormat, "pattern: ", `^pattern: (?P<got>".*") does not match (?P<expect>.+)$`),
		words("google/jsonschema-go", KindUnion, "oneof: ", `^oneOf: .+$`),
		words("google/jsonschema-go", KindUnion, "anyof: ", `^anyOf: .+$`),

		// santhosh-tekuri/jsonschema 6 (kind/kind.go) and boon, its Rust sister
		missing("santhosh-tekuri/jsonschema", "missing propert", `^missing propert(?:y|ies) (?P<names><list>)$`),
		unexpected("santhosh-tekuri/jsonschema", "additional properties", `^additional(?:P| p)roperties (?P<names><list>) not allowed$`),
		words("santhosh-tekuri/jsonschema", KindType, "want", `^got (?P<got>.+), want (?P<expect>.+)$`),
		words("santhosh-tekuri/jsonschema", KindType, "but got", `^want (?P<expect>.+), but got (?P<got>.+)$`),
		words("santhosh-tekuri/jsonschema", KindEnum, "value must be", `^value must be (?P<expect>.+)$`),
		words("santhosh-tekuri/jsonschema", KindRange, "got", `^(?:minimum|maximum|exclusiveMinimum|exclusiveMaximum|multipleOf): got (?P<got>.+), want (?P<expect>.+)$`),
		words("santhosh-tekuri/jsonschema", KindLength, "got", `^(?:min|max)(?:Length|Items|Properties|imum): got (?P<got>.+), want (?P<expect>.+)$`),
		words("santhosh-tekuri/jsonschema", KindFormat, "is not valid", `^(?P<got>.+) is not valid (?P<expect>.+)$`),
	}
}

// goForms are the words of Go and Rust.
func goForms() []form {
	return []form{
		// mcp-go: mcp/tools.go
		echoes(missing("mcp-go", "required argument", `required argument (?P<names><q>) not found`)),
		echoes(words("mcp-go", KindType, "argument", `(?:item (?P<item>\d+) in )?argument (?P<names><q>) is not an? (?P<expect>\w+(?: slice| array)?)`)),
		echoes(words("mcp-go", KindType, "cannot be converted", `argument (?P<names><q>) cannot be converted to (?P<expect>\w+)`)),
		// encoding/json, and validator/v10
		unexpected("encoding/json", "json: unknown field", `json: unknown field (?P<names>"[^"]+")`),
		form{validator: "validator/v10", need: "field validation for", re: compile(`Error:Field validation for (?P<names>'(?:[a-z]\w*|[A-Z][a-z0-9_]*|[A-Z]+)') failed on the (?P<expect>'\w+' tag)`), loose: true},

		// msgspec words two of them as serde does.
		missing("msgspec", "missing required field", "Object missing required field (?P<names>`[^`]+`)"),
		unexpected("msgspec", "contains unknown field", "Object contains unknown field (?P<names>`[^`]+`)"),
		// serde: serde::de::Error
		missing("serde", "missing field", "missing field (?P<names>`[^`]+`)"),
		unexpected("serde", "unknown field", "unknown field (?P<names>`[^`]+`)(?:, (?:expected|there are).*)?"),
		words("serde", KindEnum, "unknown variant", "^unknown variant (?P<got>`[^`]*`), expected (?P<expect>.+)$"),
		words("serde", KindType, "invalid type", `^invalid (?:type|value|length): (?P<got>.+?), expected (?P<expect>.+?)(?: at line \d+ column \d+)?$`),
	}
}

// vmForms are the words of .NET and Java.
func vmForms() []form {
	return []form{
		// System.Text.Json, Microsoft.Extensions.AI, ASP.NET, Azure MCP
		missing("Microsoft.Extensions.AI", "for the required parameter", `missing a value for the required parameter (?P<names><q>)`),
		missing("System.Text.Json", "missing required properties", `missing required properties,? including(?: the following)?: (?P<names><list>|[\w, ]+)`),
		unexpected("System.Text.Json", "could not be mapped", `The JSON property (?P<names><q>) could not be mapped to any \.NET member`),
		words("System.Text.Json", KindType, "could not be converted", `^The JSON value could not be converted to (?P<expect>\S+?)\.?$`),
		missing("Azure MCP", "missing required options", `Missing Required options: (?P<names>--[\w-]+(?:, --[\w-]+)*)`),
		words("Newtonsoft.Json", KindType, "error converting", `^Error converting value (?P<got>.+) to type (?P<expect>'[^']+')\.?$`),
		missing("Newtonsoft.Json", "not found in json", `Required property (?P<names><q>) not found in JSON`),

		// Jackson, networknt, kotlinx.serialization
		echoes(unexpected("jackson", "unrecognized field", `Unrecognized (?:field|property) (?P<names>"[^"]+") \(class`)),
		missing("jackson", "creator property", `Missing required creator property (?P<names>'[^']+')`),
		words("jackson", KindType, "cannot deserialize", "^Cannot deserialize (?:value|instance) of type (?P<expect>`[^`]+`)(?: from (?P<got>.+?)(?: \\(token.*|: .*)?)?$"),
		missing("networknt", "is missing but it is required", `^is missing but it is required$`),
		missing("networknt", "not found", `^required property (?P<names><q>) not found$`),
		unexpected("networknt", "is not defined in the schema", `^property (?P<names><q>) is not defined in the schema`),
		words("networknt", KindType, "found,", `^(?P<got>\w+) found, (?P<expect>.+) expected$`),
		words("networknt", KindEnum, "value in the enumeration", `^does not have a value in the enumeration (?P<expect>.+)$`),
		missing("kotlinx.serialization", "required for type with serial name", `Fields? (?P<names>'[^']+'|\[[^\]]+\]) (?:is|are) required for type with serial name`),
		unexpected("kotlinx.serialization", "unknown key", `Encountered an unknown key (?P<names><q>)`),
		missing("Swift Codable", "keynotfound", `keyNotFound\(CodingKeys\(stringValue: (?P<names>"[^"]+")`),
	}
}

// phpRubyForms are the words of PHP and Ruby.
func phpRubyForms() []form {
	return []form{
		// opis/json-schema in the PHP SDK; PHP itself
		missing("opis/json-schema", "missing required properties", "^Missing required properties: (?P<names>`.+`)\\.$"),
		unexpected("opis/json-schema", "unexpected additional properties", "^Object contains unexpected additional properties: (?P<names>`.+`)\\.$"),
		missing("opis/json-schema", "required properties", `^The required properties \((?P<names>.+)\) are missing$`),
		unexpected("opis/json-schema", "additional object properties", `^Additional object properties are not allowed: (?P<names>.+)$`),
		words("opis/json-schema", KindType, "but received", "^Invalid type\\. Expected (?P<expect>`.+`), but received (?P<got>`.+`)\\.$"),
		words("opis/json-schema", KindEnum, "allowed values", `^Value must be one of the allowed values: (?P<expect>.+)\.$`),
		words("opis/json-schema", KindType, "must match the type", `^The data \((?P<got>.+)\) must match the type: (?P<expect>.+)$`),
		echoes(words("PHP", KindType, "must be of type", `Argument #\d+ \(\$(?P<names>\w+)\) must be of type (?P<expect>\S+), (?P<got>\S+) given`)),
		// Ruby: the json-schema and json_schemer gems, and Ruby itself
		missing("json-schema (Ruby)", "did not contain a required property", `^did not contain a required property of (?P<names><q>)`),
		unexpected("json-schema (Ruby)", "contains additional properties", `^contains additional properties \[(?P<names>[^\]]+)\]`),
		words("json-schema (Ruby)", KindType, "did not match", `^of type (?P<got>\w+) did not match (?:the following type|one or more of the following types): (?P<expect>[\w, ]+?)(?: in schema .*)?$`),
		words("json-schema (Ruby)", KindEnum, "did not match", `^value (?P<got>.+) did not match one of the following values: (?P<expect>.+?)(?: in schema .*)?$`),
		missing("json_schemer", "missing required properties", `^is missing required properties: (?P<names>.+)$`),
		words("json_schemer", KindType, "is not a", `^is not an? (?P<expect>\w+)$`),
		words("json_schemer", KindEnum, "is not one of", `^is not one of: (?P<expect>.+)$`),
		unexpected("json_schemer", "disallowed additional property", `^is a disallowed additional property$`),
		missing("Ruby", "missing keyword", `missing keywords?: (?P<names>:\w+(?:, :\w+)*)`),
		unexpected("Ruby", "unknown keyword", `unknown keywords?: (?P<names>:\w+(?:, :\w+)*)`),
	}
}

// pythonForms are the words of Python.
func pythonForms() []form {
	return []form{
		// Python itself, marshmallow, voluptuous, msgspec, cerberus
		echoes(missing("Python", "required", `missing \d+ required (?:positional|keyword-only) arguments?: (?P<names><list>)`)),
		echoes(unexpected("Python", "unexpected keyword argument", `got an unexpected keyword argument (?P<names><q>)`)),
		missing("marshmallow", "missing data", `^Missing data for required field\.$`),
		unexpected("marshmallow", "unknown field.", `^Unknown field\.$`),
		words("marshmallow", KindType, "not a valid", `^Not a valid (?P<expect>.+)\.$`),
		words("msgspec", KindType, ", got `", "^Expected (?P<expect>`.+`), got (?P<got>`.+`)$"),
		words("msgspec", KindRange, "expected `", "^Expected (?P<expect>`.+)$"),
		missing("voluptuous", "required key not provided", `^required key not provided$`),
		unexpected("voluptuous", "extra keys not allowed", `^extra keys not allowed$`),
		words("voluptuous", KindType, "expected", `^expected (?P<expect>\w+)(?: for dictionary value)?$`),
		missing("cerberus", "required field", `^required field$`),
		unexpected("cerberus", "unknown field", `^unknown field$`),
		words("cerberus", KindType, "must be of", `^must be of (?P<expect>.+ type)$`),
	}
}

// npmForms are the words of yup, jsonschema of npm and class-validator.
func npmForms() []form {
	return []form{
		// yup, joi, jsonschema (npm), class-validator
		echoes(missing("yup", "is a required field", `(?P<names>[\w.\[\]]+) is a required field`)),
		unexpected("yup", "unspecified keys", `this field has unspecified keys: (?P<names>[\w.-]+(?:, [\w.-]+)*)`),
		echoes(words("yup", KindType, "but the final value was", "(?P<names>[\\w.\\[\\]]+) must be an? (?P<expect>`\\w+` type), but the final value was: (?P<got>`[^\n]+?`)")),
		missing("jsonschema (npm)", "requires property", `^requires property (?P<names><q>)$`),
		unexpected("jsonschema (npm)", "to have the additional property", `^is not allowed to have the additional property (?P<names><q>)$`),
		words("jsonschema (npm)", KindType, "not of a type", `^is not of a type\(s\) (?P<expect>.+)$`),
		words("jsonschema (npm)", KindEnum, "not one of enum", `^is not one of enum values: (?P<expect>.+)$`),
		words("jsonschema (npm)", KindUnion, "is not any of", `^is not any of (?P<expect>.+)$`),
		missing("fastjsonschema", "must contain [", `^must contain \[(?P<names>.+)\] properties$`),
		unexpected("fastjsonschema", "must not contain {", `^must not contain \{(?P<names>.+)\} properties$`),
		echoes(unexpected("class-validator", "should not exist", `^property (?P<names>\S+) should not exist$`)),
		// The schema's own kinds as Go prints a struct: what mcp-go sends for them.
		words("mcp-go", KindType, "&{", `^&\{(?P<got>null|boolean|number|integer|string|array|object) \[(?P<expect>[a-z ]+)\]\}$`),
		words("mcp-go", "", "&{", `^&\{\[(?P<names>[^\]]+)\]\}$`),
	}
}

// commonForms are the words of words that several use.
func commonForms() []form {
	return []form{
		// .NET: the names of its own methods' parameters are single words.
		words("", "", "(parameter '", `\(Parameter '(?P<names>[a-z]+[A-Z]\w*)'\)`),

		// Words that several use.
		words("", KindType, "is not of type", `is not of type (?P<expect>\w+), is (?P<got>\S+)$`),
		missing("", "required", `^(?:.{0,120} )?(?:[Ii]s|[Aa]re) (?:a )?required(?: field| property| argument| parameter)?\b`),
		missing("", "required", `^required\.?$`),
		missing("", "missing", `^(?:.{0,120} )?(?:is |was )?missing\.?$`),
		missing("", "not be", `^(?:.{0,120} )?(?:must|should|may|can)(?: ?not|n't) be (?:null|empty|blank|undefined|None|nil)\b`),
		words("", KindEnum, "must be one of", `^(?:.{0,120} )?must be one of(?: the following(?: values)?)?:? (?P<expect>.+?)(?:, (?:but )?(?:got|received|was) (?P<got>.+))?$`),
		words("", KindType, "be a", `^(?:.{0,120} )?(?:must|should) be an? (?P<expect>(?:(?:valid|non-empty|nonempty|positive) )*(?:string|number|integer|boolean|object|array|list|int|bool|float|dict)\b[\w ]*?)(?: type)?(?:, (?:but )?(?:got|received|was) (?P<got>.+))?\.?$`),
		words("", KindType, "is not a", `^(?:.{0,120} )?is not an? (?P<expect>(?:valid )?(?:string|number|integer|boolean|object|array|list|int|bool|float|dict)\b)\.?$`),
		words("", KindType, "expected", `^[Ee]xpected (?P<expect>.+?),? (?:but )?(?:got|found|received|was) (?P<got>.+)$`),
		words("", KindType, "expected", `^[Ee]xpected (?P<expect>.+)$`),
	}
}
