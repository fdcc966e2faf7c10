package smt

import (
	"errors"
	"time"
)

// Goal is the direction of Optimize.
type Goal uint8

// The goals.
const (
	Minimize Goal = iota
	Maximize
)

// maxStep is how far apart two values of an objective may be for the search to go on: what is
// beyond is taken to have no optimum.
const maxStep = 1 << 41

// Optimize returns the least or greatest value of the integer term x under the
// boolean term t. ok is false when t is unsatisfiable, when x has no optimum or one
// that is too far away, and when the question took too long.
//
// It searches with checks: Z3's own optimizer crashes in version 4.8.12, now and then
// and without an interrupt, after some thousand uses of a context.
func Optimize(t, x *Term, goal Goal) (v int64, ok bool, err error) {
	if err := errors.Join(t.check(true), x.check(false)); err != nil {
		return 0, false, err
	}
	if goal == Minimize {
		x = Sub(Int(0), x)
	}
	err = pool.with(func(c *context) error {
		return c.assume(t, func(ask func(*Term, ...*Term) (Result, []int64)) {
			v, ok = maximum(x, time.Now().Add(c.limit), ask)
		})
	})
	if ok = ok && err == nil; !ok {
		return 0, false, err
	}
	if goal == Minimize {
		v = -v
	}
	return v, true, nil
}

// maximum climbs from one value of x to the greatest: in doubling steps until
// there is none that far, then by halving what is left.
func maximum(x *Term, deadline time.Time, ask func(*Term, ...*Term) (Result, []int64)) (best int64, ok bool) {
	r, m := ask(Bool(true), x)
	if r != Sat {
		return 0, false
	}
	best = m[0]
	// Nothing is above limit, once bounded.
	for step, limit, bounded := int64(1), int64(0), false; !bounded || best < limit; {
		at := best + step
		if bounded {
			at = best + (limit-best+1)/2
		}
		if step > maxStep || at < best || time.Now().After(deadline) {
			return 0, false
		}
		switch r, m := ask(Le(Int(at), x), x); {
		case r == Sat:
			best = m[0]
			step *= 2
		case r == Unsat:
			limit, bounded, step = at-1, true, 0
		default:
			return 0, false
		}
	}
	return best, true
}
