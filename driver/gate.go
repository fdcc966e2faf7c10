package driver

import (
	"context"
	"errors"
	"sync"
	"time"
)

// gate decides when an answer made from fields is the answer DuckDB would give
// now. It counts data versions: a version names one committed state of the
// database, as far as statements of this driver change it.
//
// Every statement that may change data for others runs between beginWrite and
// endWrite, and each of the two moves the version on. Every native run holds a
// lease. A run counts only if its lease was given while nobody wrote and is
// still current when the run ends: then no write began or ended in between, and
// everything the run read, whether held or loaded on the way, is of the lease's
// version.
//
// The zero gate is ready to use.
type gate struct {
	mu      sync.Mutex
	version uint64
	writers int
	leases  map[*lease]struct{}
	stale   bool           // fields older than version may be held
	settled chan struct{}  // while stale: closed when that ends
	drops   map[any]func() // by owner: forget everything held
}

// lease is the right to answer at a version. It ends with release.
type lease struct {
	gate    *gate
	version uint64
	ctx     context.Context         // ends with the caller's, or when a write begins
	cancel  context.CancelCauseFunc // must be called in the end
}

// errMoved is the cause of a lease's end by a write.
var errMoved = errors.New("the data changed")

// now returns the version, and whether nobody is writing.
func (g *gate) now() (uint64, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.version, g.writers == 0
}

// beginWrite ends all leases and keeps new ones from being given until the
// matching endWrite.
func (g *gate) beginWrite() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.version++
	g.writers++
	if !g.stale {
		g.stale, g.settled = true, make(chan struct{})
	}
	for l := range g.leases {
		l.cancel(errMoved)
	}
	g.settle()
}

// endWrite publishes what was written since the matching beginWrite.
func (g *gate) endWrite() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.version++
	g.writers--
}

// settle drops what is held of older versions once no run uses it. The caller
// holds mu.
func (g *gate) settle() {
	if !g.stale || len(g.leases) > 0 {
		return
	}
	for _, drop := range g.drops {
		drop()
	}
	g.stale = false
	close(g.settled)
}

// grace is how long a query waits for runs that a write has ended. The engine
// looks at its context more often than that.
const grace = 20 * time.Millisecond

// enter gives a lease, or says why there is none now.
func (g *gate) enter(ctx context.Context) (*lease, *NotNativeError) {
	l, no, settled := g.tryEnter(ctx)
	if settled == nil {
		return l, no
	}
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-settled:
		l, no, _ = g.tryEnter(ctx)
	case <-timer.C:
	case <-ctx.Done():
	}
	return l, no
}

// tryEnter gives a lease, or says why there is none, and what to wait for if
// that could change soon.
func (g *gate) tryEnter(ctx context.Context) (*lease, *NotNativeError, <-chan struct{}) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.writers > 0 {
		return nil, notNative("write", "a write is in progress"), nil
	}
	if g.stale {
		return nil, notNative("write", "runs over older data are ending"), g.settled
	}
	l := &lease{gate: g, version: g.version}
	l.ctx, l.cancel = context.WithCancelCause(ctx)
	if g.leases == nil {
		g.leases = map[*lease]struct{}{}
	}
	g.leases[l] = struct{}{}
	return l, nil, nil
}

// moved reports that a write has begun since the lease was given.
func (l *lease) moved() bool {
	l.gate.mu.Lock()
	defer l.gate.mu.Unlock()
	return l.gate.version != l.version
}

// release ends the lease, not its context; nothing of its version may be used
// afterwards but what the run has returned.
func (l *lease) release() {
	l.gate.mu.Lock()
	defer l.gate.mu.Unlock()
	delete(l.gate.leases, l)
	l.gate.settle()
}

// join registers what to call, with no lease out, to forget what owner holds.
func (g *gate) join(owner any, drop func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.drops == nil {
		g.drops = map[any]func(){}
	}
	g.drops[owner] = drop
}

// part undoes join.
func (g *gate) part(owner any) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.drops, owner)
}
