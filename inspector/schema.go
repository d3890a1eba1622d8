package inspector

import (
	"crypto/sha256"
	"sync"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/diff"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
	"mcploupe/inspector/validate"
)

// SchemaView is everything that is shown for one schema. It is never changed
// once made.
type SchemaView struct {
	Original   *jsondoc.Document
	Detection  dialect.Detection
	Conversion *dialect.Conversion // nil where ConvertErr says why
	ConvertErr error
	Converted  *jsondoc.Document // nil where there is no conversion

	Schema       *validate.Schema // the original under its own dialect; nil where CompileErr says why
	CompileErr   error
	Target       *validate.Schema // the converted one; nil where TargetErr says why
	TargetErr    error
	comparison   *diff.Result
	compareGuard sync.Once
}

// Diff returns the original beside the converted schema; nil where there is no
// conversion.
func (v *SchemaView) Diff() *diff.Result {
	v.compareGuard.Do(func() {
		if v.Converted == nil {
			return
		}
		links := make([]diff.Link, len(v.Conversion.Changes))
		for i, c := range v.Conversion.Changes {
			links[i] = diff.Link{From: c.From, To: c.To, New: c.New, Gone: c.Gone, Note: i + 1}
		}
		v.comparison = diff.Compare(v.Original, v.Converted, links)
	})
	return v.comparison
}

// compiler is [validate.Compile], or the same with a memory.
type compiler func(*jsondoc.Document, dialect.Dialect) (*validate.Schema, error)

// viewSchema converts and compiles one schema.
func viewSchema(doc *jsondoc.Document, opt dialect.Options, compile compiler) *SchemaView {
	v := &SchemaView{Original: doc, Detection: dialect.Detect(doc, opt.Assume)}
	v.Conversion, v.ConvertErr = dialect.Convert(doc, opt)
	used := v.Detection.Used
	if v.Conversion != nil {
		v.Detection, used = v.Conversion.Detection, v.Conversion.Detection.Used
	}
	v.Schema, v.CompileErr = compile(doc, used)
	if v.Conversion == nil {
		v.TargetErr = v.ConvertErr
		return v
	}
	if v.Converted, v.TargetErr = jsondoc.Parse(v.Conversion.JSON); v.TargetErr == nil {
		v.Target, v.TargetErr = compile(v.Converted, opt.To)
	}
	return v
}

// viewKey names everything a view is computed from.
type viewKey struct {
	schema [sha256.Size]byte
	dialect.Options
}

// viewCache keeps the views made last, so that the same bytes are never
// converted twice in a row.
type viewCache struct {
	mu    sync.Mutex
	views map[viewKey]*SchemaView
	order []viewKey // oldest first
	bytes int

	pasted pastedView
}

// maxCompiled bounds the compiled schemas that are kept, in subschemas.
const maxCompiled = 50_000

// Bounds of the cache: views, and bytes of the schemas they were made from.
const (
	maxViews     = 256
	maxViewBytes = 4 << 20
)

// Schema returns the view of a tool's schema converted to a dialect; nil where
// the tool has none. from is what it is read as, whatever it says; Unknown
// recognises it.
func (a *App) Schema(s tool.Schema, from, to dialect.Dialect) *SchemaView {
	if !s.Present || s.Doc == nil {
		return nil
	}
	key := viewKey{sha256.Sum256(s.Doc.Source()), dialect.Options{From: from, Assume: dialect.Draft2020, To: to}}
	c := &a.cache
	c.mu.Lock()
	v := c.views[key]
	c.mu.Unlock()
	if v != nil {
		return v
	}
	v = viewSchema(s.Doc, key.Options, a.schemas.Compile)
	c.put(key, v)
	return v
}

// pastedView is the last view of a schema without a tool.
type pastedView struct {
	mu   sync.Mutex
	key  viewKey
	view *SchemaView
}

// View returns the view of a schema that no tool has, such as one that a person
// pasted. Only the one made last is kept, in memory, for whoever turns its pages;
// what is kept of tools is not pushed out.
func (a *App) View(doc *jsondoc.Document, opt dialect.Options) *SchemaView {
	key := viewKey{sha256.Sum256(doc.Source()), opt}
	p := &a.cache.pasted
	p.mu.Lock()
	v := p.view
	known := v != nil && p.key == key
	p.mu.Unlock()
	if known {
		return v
	}
	v = viewSchema(doc, opt, validate.Compile)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.key, p.view = key, v
	return v
}

func (c *viewCache) put(key viewKey, v *SchemaView) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.views == nil {
		c.views = map[viewKey]*SchemaView{}
	}
	if c.views[key] == nil {
		c.order = append(c.order, key)
		c.bytes += len(v.Original.Source())
	}
	c.views[key] = v
	for len(c.order) > 1 && (len(c.order) > maxViews || c.bytes > maxViewBytes) {
		c.bytes -= len(c.views[c.order[0]].Original.Source())
		delete(c.views, c.order[0])
		c.order = c.order[1:]
	}
}
