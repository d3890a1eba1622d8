package views

import "encoding/base64"

// dot is a PNG of four by two pixels.
const dot = "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAEElEQVR4nGPQiDgBRwzIHACAWgpBulRMlQAAAABJRU5ErkJggg=="

// nestedCall has a field of every kind, inside each other.
func nestedCall() Call {
	c := *sampleCall()
	c.Root = Root{CanAdd: true, More: 12, Branches: []Branch{{Label: "by name"}, {Label: "by number", Description: "The number of the order"}}, Branch: 1}
	c.Shape, c.Focus, c.HasFocus, c.Opened = "1x", "/meta/tags/0", true, "c0"
	c.Notes = []string{"no example found that its schema takes; type one as JSON text"}
	c.Problems = []PlacedProblem{{Field: "/meta/due", At: "/meta/due", Message: "got `soon`, want a date"}, {At: "/x", Message: "not allowed"}}
	c.Fields = []Field{
		{Pointer: "/meta", Name: "meta", Type: "object", Control: ControlObject, State: Value, CanAdd: true, CanBe: true, Fill: true, Fields: nestedFields()},
		{Pointer: "/root", Name: "root", Type: "object", Required: true, Control: ControlObject, State: Value, Shut: true, Closed: true, CanBe: true, Fill: true},
		{Pointer: "/from", Name: "from", Type: "array of number", Control: ControlArray, State: Omit, Shut: true, More: 2, CanAdd: true, CanBe: true,
			Last: &Field{Pointer: "/from/1", State: Value}},
		{Pointer: "/labels", Name: "labels", Type: "map of string", Control: ControlObject, State: Null, Shut: true, CanAdd: true, CanBe: true},
		{Pointer: "/id", Name: "id", Type: "string | integer", Control: ControlNumber, State: Value, Value: "9007199254740993", CanBe: true, Branch: 1,
			Branches: []Branch{{Label: "string"}, {Label: "integer", Description: "As in the old system"}}},
		{Pointer: "/raw", Name: "raw", Type: "integer", Control: ControlJSON, AsJSON: true, CanBe: true, State: Value, Value: `"seven"`, Notes: []string{"mend the JSON text first"}},
	}
	answer := *c.Answer
	c.Answer = &answer
	c.Answer.Against = "The schema allows this, the server refuses it."
	c.Answer.Meta = "{\n  \"took\": 1\n}"
	c.Answer.Copies = []Link{{"JSON-RPC", "/copy?as=json-rpc"}, {"curl", "/copy?as=curl"}}
	data, err := base64.StdEncoding.DecodeString(dot)
	if err != nil {
		panic(err)
	}
	c.Answer.Content = []Block{{Kind: "image", Note: "image/png · 73 bytes · 4×2", Known: true, Image: &Image{Type: ImagePNG, Data: data, Alt: "the image of the answer, 4 by 2 pixels"}}}
	c.Calls = []PastCall{
		{ID: "c1", At: "14:02:11", Args: `{"article_id":42,"title":null,"confirm":true}`, Outcome: OutcomeToolError, Took: "38 ms", Href: "/?tool=update_article&call=c1", Current: true},
		{ID: "c0", At: "14:01:58", Tool: "list_articles", Args: "no arguments", Outcome: OutcomeOK, Took: "4.1 ms", Href: "/?tool=list_articles&call=c0"},
		{ID: "c9", At: "14:01:50", Args: "{}", Outcome: OutcomeRunning, Href: "/?tool=update_article&call=c9"},
	}
	c.MoreCalls = 1
	return c
}

func nestedFields() []Field {
	return []Field{
		{Pointer: "/meta/language", Name: "language", Type: "string", HasDefault: true, Default: `"en"`, Control: ControlText, State: Omit, Value: "en",
			Examples: []string{"de", "fr"}, CanBe: true, Fill: true, Badges: []string{"deprecated"}},
		{Pointer: "/meta/tags", Name: "tags", Type: "array of string", Control: ControlArray, State: Value, CanAdd: true, CanBe: true, Fill: true, Fields: []Field{
			{Pointer: "/meta/tags/0", Name: "0", Type: "string", Control: ControlText, State: Value, Value: "json", Item: true, Of: 2, CanBe: true},
			{Pointer: "/meta/tags/1", Name: "1", Type: "string", Control: ControlText, State: Null, Item: true, Of: 2, CanBe: true, Server: []string{"must be string"}},
		}},
		{Pointer: "/meta/due", Name: "due", Type: "string", Format: "date", Control: ControlText, State: Value, Value: "soon", CanBe: true, Errors: []string{"got `soon`, want a date"}},
		{Pointer: "/meta/file", Name: "file", Type: "string", Encoding: "base64", Control: ControlText, State: Omit, CanBe: true},
		{Pointer: "/meta/point", Name: "point", Type: "array", Control: ControlArray, State: Value, CanBe: true, Fields: []Field{
			{Pointer: "/meta/point/0", Name: "0", Title: "Longitude", Type: "number", Control: ControlNumber, State: Value, Value: "8.5", Item: true, Fixed: true, Of: 1, CanBe: true},
		}},
		{Pointer: "/meta/size", Name: "size", Type: "string", Control: ControlSelect, State: Value, Value: `"s"`, Options: []Option{{`"s"`, "s", "Small"}, {`"l"`, "l", ""}}},
		{Pointer: "/meta/extra", Name: "extra", Type: "any", Control: ControlJSON, State: Value, Value: "1", Row: true, Key: "extra", Badges: []string{"not in the schema"}},
	}
}
