package spaces

import "sync"

// solved remembers what the solver made of a literal, nothing included: a query planned again does
// not ask again.
var solved = answers{limit: 1024}

// answers is a bounded map from the text of a literal to what became of it. It forgets
// everything when it is full. Safe for concurrent use.
type answers struct {
	mu    sync.Mutex
	limit int
	m     map[string]answer
}

// answer is a space and how it was found; without a space, that none was.
type answer struct {
	space Space
	how   How
}

func (c *answers) get(key string) (answer, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	a, ok := c.m[key]
	return a, ok
}

func (c *answers) put(key string, a answer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.m == nil || len(c.m) >= c.limit {
		c.m = map[string]answer{}
	}
	c.m[key] = a
}
