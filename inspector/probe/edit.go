package probe

import (
	"bytes"

	"mcploupe/inspector/jsondoc"
)

// put returns the text with a value at a pointer, whose parent must be there. A new
// member goes to the end of its object; ok is false where the pointer leads nowhere.
func put(text []byte, at jsondoc.Pointer, value []byte) (_ []byte, ok bool) {
	doc, err := jsondoc.Parse(text)
	if err != nil {
		return nil, false
	}
	if n, err := doc.At(at); err == nil {
		return splice(text, n.Start(), n.End(), value), true
	}
	parent, err := doc.At(at.Parent())
	if err != nil {
		return nil, false
	}
	var insert []byte
	if parent.Len() > 0 {
		insert = append(insert, ',')
	}
	switch parent.Kind() {
	case jsondoc.Object:
		insert = append(jsondoc.AppendQuote(insert, at.Last()), ':')
	case jsondoc.Array:
	default:
		return nil, false
	}
	end := parent.End() - 1
	return splice(text, end, end, append(insert, value...)), true
}

// drop returns the text without the member or element at a pointer.
func drop(text []byte, at jsondoc.Pointer) (_ []byte, ok bool) {
	doc, err := jsondoc.Parse(text)
	if err != nil || at == "" {
		return nil, false
	}
	gone, err := doc.At(at)
	if err != nil {
		return nil, false
	}
	parent := gone.Parent()
	out := append([]byte(nil), text[:parent.Start()+1]...)
	first := true
	next := func() {
		if !first {
			out = append(out, ',')
		}
		first = false
	}
	for k, v := range parent.Members() {
		if v != gone {
			next()
			out = append(append(append(out, k.Raw()...), ':'), v.Raw()...)
		}
	}
	for _, v := range parent.Elems() {
		if v != gone {
			next()
			out = append(out, v.Raw()...)
		}
	}
	return append(out, text[parent.End()-1:]...), true
}

// valueAt returns the bytes of a value; nil where there is none.
func valueAt(text []byte, at jsondoc.Pointer) []byte {
	doc, err := jsondoc.Parse(text)
	if err != nil {
		return nil
	}
	n, err := doc.At(at)
	if err != nil {
		return nil
	}
	return n.Raw()
}

func splice(text []byte, from, to int, with []byte) []byte {
	return bytes.Join([][]byte{text[:from], with, text[to:]}, nil)
}
