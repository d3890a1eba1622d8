package dialect_test

import (
	"fmt"

	"mcploupe/inspector/dialect"
)

func ExampleText() {
	c, err := dialect.Text([]byte(`{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"string"}],"additionalItems":false}`), dialect.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(c.JSON))
	for _, ch := range c.Changes {
		fmt.Printf("%s -> %s\n", ch.From, ch.To)
	}
	// Output:
	// {"$schema":"https://json-schema.org/draft/2020-12/schema","prefixItems":[{"type":"string"}],"items":false}
	// /$schema -> /$schema
	// /items -> /prefixItems
	// /additionalItems -> /items
}
