// Package smt decides satisfiability of integer formulas with Z3, behind an
// interface of a term type and two questions, Check and Optimize.
//
//	x, end := smt.Var("x"), smt.Var("end")
//	f := smt.Not(smt.Eq(smt.Lt(x, end), smt.Le(x, smt.Add(end, smt.Int(-1)))))
//	r, _, err := smt.Check(f)             // Unsat: the two comparisons are the same
//
// libz3 is opened at run time, at the first question, and nothing fails when it is not there:
// Available says so and every question returns its error. The library is looked for at
// $Z3_LIBRARY, and only there when that is set, and otherwise under the names and in the places
// where systems and Homebrew keep it.
//
// Rules of the binding:
//
//   - a question is answered within about the time limit: a resource limit ends most hard
//     ones, a watchdog interrupts the rest. Z3's own timeout is never used, it
//     deadlocks before version 4.8.14;
//   - an interrupted context is thrown away, its answer is Unknown; interrupting is only
//     ever done while a check runs, because an interrupt of an idle context sticks;
//   - Z3 does not touch the process's signal handlers;
//   - each call's error code is read; an error throws the context away;
//   - an optimum is found by checks: Z3's optimizer crashes in version 4.8.12;
//   - contexts are pooled, at most GOMAXPROCS of them, one goroutine each at a time;
//   - terms have a limited depth and size, because Z3 recurses over them.
//
// Reading order: term.go, check.go, optimize.go, context.go, pool.go, library.go, bind.go.
package smt
