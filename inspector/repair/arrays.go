package repair

import (
	"slices"
	"strconv"

	"mcploupe/inspector/jsondoc"
)

// arrayMends are about what stands in arrays.
func arrayMends() []mend {
	return []mend{
		{
			name: "items-any", title: "Add items that take anything", effect: Keeps, do: onSchema(addItems(func() *val { return obj() })),
			explain: "\"items\": {} says that the elements may be anything, which is what no items says, and every client can read it.",
		},
		{
			name: "items-string", title: "Add items that are strings", effect: Narrower, guess: true, do: onSchema(addItems(func() *val { return typed("string") })),
			explain: "The elements are declared as strings: put their real type there.",
		},
		{
			name: "type-items", title: "Say that the elements are strings", effect: Narrower, guess: true, do: onSchema(typeItems),
			explain: "The elements are declared as strings: put their real type there.",
		},
		{
			name: "drop-items-false", title: "Leave items: false out", effect: Wider, do: onSchema(dropItemsFalse),
			explain: "Without it draft-07 engines do not refuse every element, and 2020-12 engines still check those that prefixItems lists.",
		},
		{
			name: "close-tuple", title: "Write the tuple as 2020-12 has it, closed", effect: Narrower, do: onSchema(tupleTo(true)),
			explain: "prefixItems lists the elements, and \"items\": false says that there are no more.",
		},
		{
			name: "prefix-items", title: "Write the tuple as 2020-12 has it", effect: Keeps, do: onSchema(tupleTo(false)),
			explain: "2020-12 calls the list of element schemas prefixItems.",
		},
		{
			name: "tuple-to-list", title: "Write the tuple as a list of a fixed length", effect: Other, do: onSchema(tupleToList),
			explain: "One schema for all elements, with their number; the order of different types is left to the handler.",
		},
		{
			name: "items-from-tuple", title: "Say what follows the tuple", effect: Keeps, do: onSchema(itemsFromTuple),
			explain: "\"items\": {} beside prefixItems says what its absence says, and clients that look for items find it.",
		},
	}
}

func addItems(make func() *val) func(*site, *val) bool {
	return func(_ *site, v *val) bool {
		if v.has("items") && !v.get("items").is(jsondoc.Null) {
			return false
		}
		if v.has("items") {
			v.set("items", make())
		} else {
			v.putAfter("items", make(), "type")
		}
		return true
	}
}

func typeItems(s *site, v *val) bool {
	items := v
	if s.last().under != "items" {
		items = v.get("items")
	}
	if !items.isObject() || items.has("type") {
		return false
	}
	items.putFirst("type", str("string"))
	return true
}

func dropItemsFalse(_ *site, v *val) bool {
	return v.has("prefixItems") && v.get("items").is(jsondoc.Bool) && v.drop("items")
}

func itemsFromTuple(_ *site, v *val) bool {
	if !v.has("prefixItems") || v.has("items") {
		return false
	}
	v.putAfter("items", obj(), "prefixItems")
	return true
}

// tupleTo writes a list of items the way of 2020-12.
func tupleTo(shut bool) func(*site, *val) bool {
	return func(_ *site, v *val) bool {
		list := v.get("items")
		if !list.is(jsondoc.Array) || list.size() == 0 || v.has("prefixItems") {
			return false
		}
		rest := v.get("additionalItems")
		v.rename("items", "prefixItems")
		switch {
		case rest != nil:
			v.rename("additionalItems", "items")
		case shut:
			v.putAfter("items", made("false"), "prefixItems")
		}
		return !shut || rest == nil
	}
}

// tupleToList writes a tuple as a list of one kind of elements.
func tupleToList(_ *site, v *val) bool {
	name := "prefixItems"
	if v.get("items").is(jsondoc.Array) {
		name = "items"
	}
	list := v.get(name)
	if !list.is(jsondoc.Array) || list.size() == 0 {
		return false
	}
	n := list.size()
	kinds := arr(slices.Clone(list.list())...)
	kinds.remove(repeats())
	items := kinds.elems[0]
	if kinds.size() > 1 {
		items = obj().with("anyOf", kinds)
	}
	if name == "prefixItems" {
		v.drop("items")
		v.rename("prefixItems", "items")
	}
	v.drop("additionalItems", "unevaluatedItems")
	v.set("items", items)
	for _, bound := range []string{"minItems", "maxItems"} {
		if !v.has(bound) {
			v.putAfter(bound, made(strconv.Itoa(n)), "minItems", "items")
		}
	}
	return true
}
