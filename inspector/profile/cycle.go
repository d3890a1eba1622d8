package profile

// cycles returns the positions whose $ref closes a cycle: from where it leads
// one comes back to it. A $ref that merely leads to something recursive is not
// among them.
func (v *view) cycles() []int32 {
	if v.cycled {
		return v.cyclic
	}
	v.cycled = true
	v.cyclic = v.cyclesThrough(func(int32) bool { return true })
	return v.cyclic
}

// cyclesThrough is cycles over the positions that a value must pass through:
// enter tells whether a position below another one counts as a step.
func (v *view) cyclesThrough(enter func(i int32) bool) []int32 {
	targets := make(map[int32]int32, len(v.links))
	for _, l := range v.links {
		if l.target >= 0 {
			targets[l.from] = l.target
		}
	}
	if len(targets) == 0 {
		return nil
	}
	c := components{view: v, targets: targets, enter: enter}
	c.run()
	var found []int32
	for i := range v.pos {
		if target, ok := targets[int32(i)]; ok && c.of[i] == c.of[target] {
			found = append(found, int32(i))
		}
	}
	return found
}

// components finds the strongly connected components of the positions, where
// the steps are the ones to positions below and the ones along $ref (Tarjan
// 1972). It keeps its own stack, since a schema may nest deeper than Go code
// should recurse.
type components struct {
	*view
	targets map[int32]int32
	enter   func(int32) bool

	of      []int32 // the component of each position
	index   []int32 // when each was found, from 1
	low     []int32
	onStack []bool
	stack   []int32
	found   int32
	count   int32
}

// visit is one position being looked at and the next step to take from it.
type visit struct {
	at    int32
	child int32 // the next position below to look at
	ref   bool  // the $ref was looked at
}

func (c *components) run() {
	n := len(c.pos)
	c.of, c.index, c.low, c.onStack = make([]int32, n), make([]int32, n), make([]int32, n), make([]bool, n)
	for i := range c.pos {
		if c.index[i] == 0 {
			c.from(int32(i))
		}
	}
}

func (c *components) from(start int32) {
	work := []visit{c.open(start)}
	for len(work) > 0 {
		top := &work[len(work)-1]
		to, ok := c.step(top)
		switch {
		case !ok:
			c.close(top.at)
			if done := top.at; len(work) > 1 {
				parent := work[len(work)-2].at
				c.low[parent] = min(c.low[parent], c.low[done])
			}
			work = work[:len(work)-1]
		case c.index[to] == 0:
			work = append(work, c.open(to))
		case c.onStack[to]:
			c.low[top.at] = min(c.low[top.at], c.index[to])
		}
	}
}

func (c *components) open(i int32) visit {
	c.found++
	c.index[i], c.low[i], c.onStack[i] = c.found, c.found, true
	c.stack = append(c.stack, i)
	return visit{at: i, child: c.pos[i].child}
}

// step gives the next position to go to.
func (c *components) step(v *visit) (int32, bool) {
	for v.child >= 0 {
		next := v.child
		v.child = c.pos[next].next
		if c.enter(next) {
			return next, true
		}
	}
	if !v.ref {
		v.ref = true
		if target, ok := c.targets[v.at]; ok {
			return target, true
		}
	}
	return 0, false
}

// close takes a component off the stack when its first position is done.
func (c *components) close(i int32) {
	if c.low[i] != c.index[i] {
		return
	}
	c.count++
	for {
		top := c.stack[len(c.stack)-1]
		c.stack = c.stack[:len(c.stack)-1]
		c.onStack[top], c.of[top] = false, c.count
		if top == i {
			return
		}
	}
}
