package smt

import (
	"runtime"
	"sync"
	"time"
)

// contexts is a pool of Z3 contexts, about 17 MB each: at most cap(tokens) exist,
// counting those in use. A context that saw an error or an interrupt does not come
// back.
type contexts struct {
	tokens chan struct{}
	limit  time.Duration // of one question
	mu     sync.Mutex
	idle   []*context
}

var pool = newContexts(runtime.GOMAXPROCS(0), timeLimit)

func newContexts(n int, limit time.Duration) *contexts {
	return &contexts{tokens: make(chan struct{}, n), limit: limit}
}

// SetTimeLimit replaces the time limit of a question until restore is called: for tests on busy
// machines, before any question is asked.
func SetTimeLimit(d time.Duration) (restore func()) {
	old := pool
	pool = newContexts(cap(old.tokens), d)
	return func() { pool = old }
}

// with runs f on a context of the pool, waiting for one.
func (p *contexts) with(f func(*context) error) error {
	lib, err := library()
	if err != nil {
		return err
	}
	p.tokens <- struct{}{}
	defer func() { <-p.tokens }()
	c, err := p.take(lib)
	if err != nil {
		return err
	}
	if err := f(c); err != nil {
		c.close()
		return err
	}
	if c.spoilt {
		c.close()
		return nil
	}
	p.mu.Lock()
	p.idle = append(p.idle, c)
	p.mu.Unlock()
	return nil
}

func (p *contexts) take(lib *api) (*context, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.idle); n > 0 {
		c := p.idle[n-1]
		p.idle = p.idle[:n-1]
		return c, nil
	}
	return newContext(lib, p.limit)
}
