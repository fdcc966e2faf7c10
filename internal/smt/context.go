package smt

import (
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"
)

// Limits of one question. The resource limit counts Z3's elementary steps and makes hard
// questions end at the same point on every machine; the time limit is for what
// escapes it.
const (
	resourceLimit = 500_000
	timeLimit     = 250 * time.Millisecond
)

// resetEvery is the number of questions after which the solver is emptied: popping leaves
// a few hundred bytes behind each time, emptying each time is five times slower.
const resetEvery = 256

// context is a Z3 context with one solver, for one goroutine at a time. Handles made for a
// question are released at its end. After an error the context's remaining
// calls do nothing.
type context struct {
	lib      *api
	z3       handle
	intSort  handle
	boolSort handle
	params   handle
	solver   handle
	vars     []handle         // v0, v1, …: shared by all questions
	preds    []handle         // p0, p1, …: likewise
	names    map[string]int   // of this question's variables, into vars
	applied  map[string]int   // of this question's predicates, into preds
	built    map[*Term]handle // terms of this question
	held     []handle         // references of this question
	asked    int              // questions so far
	err      error            // first error
	spoilt   bool             // interrupted: not to be used again
	limit    time.Duration
}

// newContext makes a context and its solver.
func newContext(lib *api, limit time.Duration) (*context, error) {
	c := &context{lib: lib, limit: limit, names: map[string]int{}, applied: map[string]int{}, built: map[*Term]handle{}}
	cfg := lib.mkConfig.call()
	c.z3 = lib.mkContextRC.call(cfg)
	lib.delConfig.call(cfg)
	if c.z3 == 0 {
		return nil, fmt.Errorf("smt: Z3 gave no context")
	}
	lib.setErrorHandler.call(c.z3, 0)
	c.intSort = c.keep(c.do(lib.mkIntSort))
	c.boolSort = c.keep(c.do(lib.mkBoolSort))
	c.params = c.do(lib.mkParams)
	c.do(lib.paramsIncRef, c.params)
	c.setBool("ctrl_c", false)
	c.setUint("rlimit", resourceLimit)
	// The simple solver has no preprocessing to pay for on small formulas.
	c.solver = c.do(lib.mkSimpleSolver)
	c.do(lib.solverIncRef, c.solver)
	c.do(lib.solverSetParams, c.solver, c.params)
	if c.err != nil {
		defer c.close()
		return nil, c.err
	}
	return c, nil
}

// close frees all of the context.
func (c *context) close() {
	c.err = nil
	c.release()
	for _, h := range append(append([]handle{c.intSort, c.boolSort}, c.vars...), c.preds...) {
		if h != 0 {
			c.lib.decRef.call(c.z3, h)
		}
	}
	if c.solver != 0 {
		c.lib.solverDecRef.call(c.z3, c.solver)
	}
	if c.params != 0 {
		c.lib.paramsDecRef.call(c.z3, c.params)
	}
	c.lib.delContext.call(c.z3)
}

// do makes one call on the context and reads its error code.
func (c *context) do(f function, args ...handle) handle {
	if c.err != nil {
		return 0
	}
	var buf [6]handle
	return c.read(f.call(append(append(buf[:0], c.z3), args...)...))
}

// read passes on the result of the call before it, after reading its error code.
func (c *context) read(r handle) handle {
	if code := c.errorCode(); code != 0 && c.err == nil {
		c.err = fmt.Errorf("smt: Z3: %s", goString(c.lib.getErrorMsg.call(c.z3, code)))
	}
	return r
}

func (c *context) errorCode() handle { return c.lib.getErrorCode.call(c.z3) & 0xffffffff }

// keep takes a reference for the life of the context.
func (c *context) keep(h handle) handle {
	if h != 0 {
		c.do(c.lib.incRef, h)
	}
	return h
}

// hold takes a reference for the life of the question.
func (c *context) hold(h handle) handle {
	if h != 0 && c.err == nil {
		c.do(c.lib.incRef, h)
		c.held = append(c.held, h)
	}
	return h
}

// release drops what the question held.
func (c *context) release() {
	for _, h := range c.held {
		c.lib.decRef.call(c.z3, h)
	}
	c.held = c.held[:0]
	clear(c.built)
	clear(c.names)
	clear(c.applied)
}

func (c *context) symbol(s string) handle {
	if c.err != nil {
		return 0
	}
	return c.read(c.lib.mkStringSymbol.callString(c.z3, s))
}

func (c *context) setBool(name string, v bool) {
	n := handle(0)
	if v {
		n = 1
	}
	c.do(c.lib.paramsSetBool, c.params, c.symbol(name), n)
}

func (c *context) setUint(name string, v uint32) {
	c.do(c.lib.paramsSetUint, c.params, c.symbol(name), handle(v))
}

// check answers one question on the context's solver.
func (c *context) check(t *Term, read []*Term) (r Result, model []int64, err error) {
	defer c.release()
	c.tidy()
	r, model, ok := c.ask(t, read)
	if !ok && c.err == nil {
		err = fmt.Errorf("smt: a value of the model is not a 64-bit integer")
	}
	return r, model, errors.Join(err, c.err)
}

// assume answers questions about what follows from t. One that is not answered in time
// spoils the context and leaves the rest unproved.
func (c *context) assume(t *Term, f func(ask func(more *Term, read ...*Term) (Result, []int64))) error {
	defer c.release()
	c.tidy()
	c.do(c.lib.solverPush, c.solver)
	c.do(c.lib.solverAssert, c.solver, c.term(t))
	f(func(more *Term, read ...*Term) (Result, []int64) {
		if c.spoilt {
			return Unknown, nil
		}
		r, model, ok := c.ask(more, read)
		if !ok {
			return Unknown, nil
		}
		return r, model
	})
	if !c.spoilt {
		c.do(c.lib.solverPop, c.solver, 1)
	}
	return c.err
}

// tidy empties the solver now and then, between questions.
func (c *context) tidy() {
	if c.asked >= resetEvery {
		c.asked = 0
		c.do(c.lib.solverReset, c.solver)
	}
}

// ask checks what is asserted together with t. ok is false when a value to read does not
// fit 64 bits.
func (c *context) ask(t *Term, read []*Term) (r Result, model []int64, ok bool) {
	f := c.term(t)
	c.do(c.lib.solverPush, c.solver)
	c.do(c.lib.solverAssert, c.solver, f)
	r = c.timed(func() handle { return c.do(c.lib.solverCheck, c.solver) }, func() { c.lib.solverInterrupt.call(c.z3, c.solver) })
	if c.spoilt {
		return Unknown, nil, true
	}
	ok = true
	if r == Sat && len(read) > 0 {
		model, ok = c.model(read)
	}
	c.do(c.lib.solverPop, c.solver, 1)
	c.asked++
	return r, model, ok
}

// timed runs a check under the watchdog. An interrupt is sent only while the check
// runs, again and again until it ends: one that arrives before Z3 listens is lost.
func (c *context) timed(check func() handle, interrupt func()) Result {
	var mu sync.Mutex
	running := c.err == nil
	var watchdog *time.Timer
	mu.Lock()
	watchdog = time.AfterFunc(c.limit, func() {
		mu.Lock()
		defer mu.Unlock()
		if running {
			c.spoilt = true
			interrupt()
			watchdog.Reset(c.limit)
		}
	})
	mu.Unlock()
	r := int32(check())
	mu.Lock()
	running = false
	watchdog.Stop()
	mu.Unlock()
	switch {
	case c.err != nil || c.spoilt:
		return Unknown
	case r > 0:
		return Sat
	case r < 0:
		return Unsat
	}
	return Unknown
}

// model returns the values of integer terms in the solver's model. Variables the
// formula does not have are 0.
func (c *context) model(read []*Term) (values []int64, ok bool) {
	terms := make([]handle, len(read))
	for i, t := range read {
		terms[i] = c.term(t)
	}
	m := c.do(c.lib.solverGetModel, c.solver)
	if m == 0 {
		return nil, false
	}
	c.do(c.lib.modelIncRef, m)
	defer func() { c.lib.modelDecRef.call(c.z3, m) }()
	values = make([]int64, len(read))
	for i, h := range terms {
		if c.err != nil {
			return nil, false
		}
		value, ok := c.lib.modelEval.callEval(c.z3, m, h, 1)
		if c.read(value); !ok || c.err != nil {
			return nil, false
		}
		if values[i], ok = c.lib.getNumeralInt64.callNumeral(c.z3, c.hold(value)); !ok {
			return nil, false
		}
	}
	return values, true
}

// variable returns the handle of a variable of this question. Names are mapped to
// v0, v1, … so that a context's symbols do not grow with the questions it has seen.
func (c *context) variable(name string) handle {
	i, ok := c.names[name]
	if !ok {
		i = len(c.names)
		c.names[name] = i
	}
	for len(c.vars) <= i && c.err == nil {
		sym := c.symbol("v" + strconv.Itoa(len(c.vars)))
		c.vars = append(c.vars, c.keep(c.do(c.lib.mkConst, sym, c.intSort)))
	}
	if c.err != nil {
		return 0
	}
	return c.vars[i]
}

// predicate is variable for the declarations of uninterpreted predicates.
func (c *context) predicate(name string) handle {
	i, ok := c.applied[name]
	if !ok {
		i = len(c.applied)
		c.applied[name] = i
	}
	for len(c.preds) <= i && c.err == nil {
		sym := c.symbol("p" + strconv.Itoa(len(c.preds)))
		if c.err != nil {
			break
		}
		decl := c.read(c.lib.mkFuncDecl.callDeclare(c.z3, sym, []handle{c.intSort}, c.boolSort))
		c.preds = append(c.preds, c.keep(decl))
	}
	if c.err != nil {
		return 0
	}
	return c.preds[i]
}
