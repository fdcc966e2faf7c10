package smt

import (
	"errors"
	"fmt"
)

// Result is the answer of a satisfiability question.
type Result int8

// The answers. Unknown is also what a question gets that took too long.
const (
	Unknown Result = iota
	Sat
	Unsat
)

// String returns "sat", "unsat" or "unknown".
func (r Result) String() string { return [...]string{"unknown", "sat", "unsat"}[r] }

// ErrTooLarge is returned for a term beyond the limits of depth or size.
var ErrTooLarge = errors.New("smt: the term is too deep or too large")

// Check asks whether the boolean term t is satisfiable. When it is, model holds the
// values of the integer terms read, with 0 for variables that do not occur. Safe for
// concurrent use; waits when all contexts are busy.
//
// An error means that there was no answer: libz3 is missing, t is too large, a
// value does not fit 64 bits, or Z3 failed.
func Check(t *Term, read ...*Term) (r Result, model []int64, err error) { return pool.check(t, read) }

func (p *contexts) check(t *Term, read []*Term) (r Result, model []int64, err error) {
	if err := t.check(true); err != nil {
		return Unknown, nil, err
	}
	for _, x := range read {
		if err := x.check(false); err != nil {
			return Unknown, nil, err
		}
	}
	err = p.with(func(c *context) error {
		r, model, err = c.check(t, read)
		return err
	})
	if err != nil {
		return Unknown, nil, err
	}
	return r, model, nil
}

// Assume calls f with a test of what the boolean term t entails: entails(c) reports whether
// c is proved to hold in every model of t. It is Check(And(t, Not(c))) for many c at
// the price of asserting t once. The test is of no use after f returns.
func Assume(t *Term, f func(entails func(c *Term) bool)) error {
	if err := t.check(true); err != nil {
		return err
	}
	return pool.with(func(c *context) error {
		return c.assume(t, func(ask func(*Term, ...*Term) (Result, []int64)) {
			f(func(conclusion *Term) bool {
				if conclusion.check(true) != nil {
					return false
				}
				r, _ := ask(Not(conclusion))
				return r == Unsat
			})
		})
	})
}

// check verifies that t may be sent to Z3 where a term of the given sort is wanted.
func (t *Term) check(bool bool) error {
	if t.bool != bool {
		return fmt.Errorf("smt: %s has the wrong sort", t)
	}
	if t.depth > maxDepth || t.size > maxSize {
		return ErrTooLarge
	}
	return nil
}
