package validate

import (
	"container/list"
	"crypto/sha256"
	"sync"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
)

// DefaultCacheWeight is a cache bound in subschemas that keeps a cache within
// some 30 MB.
const DefaultCacheWeight = 20_000

// parallel is how many compiles and validations of one cache run at a time.
const parallel = 4

// Cache compiles schemas and keeps what it compiled last, errors included. It
// has no goroutines of its own and may be used by several at once.
type Cache struct {
	max   int
	slots gate

	mu      sync.Mutex
	entries map[cacheKey]*list.Element // of *cached
	recent  *list.List                 // the last used first
	weight  int
}

type cacheKey struct {
	dialect dialect.Dialect
	hash    [sha256.Size]byte
}

type cached struct {
	key    cacheKey
	ready  chan struct{} // closed when schema and err are there
	weight int           // 0 until then
	schema *Schema
	err    *CompileError
}

// NewCache makes a cache that holds compiled schemas of at most maxWeight
// subschemas together; 0 means [DefaultCacheWeight].
func NewCache(maxWeight int) *Cache {
	if maxWeight <= 0 {
		maxWeight = DefaultCacheWeight
	}
	return &Cache{max: maxWeight, slots: make(gate, parallel), entries: map[cacheKey]*list.Element{}, recent: list.New()}
}

// Compile is [Compile] for bytes and a dialect that are compiled once: callers
// who ask for the same at the same time wait for one result.
func (c *Cache) Compile(doc *jsondoc.Document, d dialect.Dialect) (*Schema, error) {
	if doc == nil {
		return Compile(nil, d)
	}
	e, mine := c.claim(cacheKey{d, sha256.Sum256(doc.Source())})
	if mine {
		e.schema, e.err = compile(doc, d, c.slots)
		close(e.ready)
		c.settle(e)
	}
	<-e.ready
	if e.err != nil {
		return nil, e.err
	}
	return e.schema, nil
}

// Len returns how many schemas and errors are kept.
func (c *Cache) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.entries)
}

// claim returns the entry of a key, and whether the caller has to fill it.
func (c *Cache) claim(k cacheKey) (*cached, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if el, ok := c.entries[k]; ok {
		c.recent.MoveToFront(el)
		return el.Value.(*cached), false
	}
	e := &cached{key: k, ready: make(chan struct{})}
	c.entries[k] = c.recent.PushFront(e)
	return e, true
}

// settle weighs a filled entry and drops those used longest ago.
func (c *Cache) settle(e *cached) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e.weight = 1
	if e.err == nil {
		e.weight = max(1, e.schema.info.weight)
	}
	c.weight += e.weight
	for el := c.recent.Back(); el != nil && c.weight > c.max && c.recent.Len() > 1; {
		old, before := el.Value.(*cached), el.Prev()
		if old.weight > 0 { // others are still being made
			c.weight -= old.weight
			delete(c.entries, old.key)
			c.recent.Remove(el)
		}
		el = before
	}
}
