// Package loops turns a canonical program into loops and runs them.
//
// Build makes a Nest: stages of steps with a sink, printable, one stage a field that is
// computed (group fields by a scatter, 0-d fields by a fold, the output by an emit), several for a union that
// is stored. One that only drives loops is not: its parts are parts of the stages that run over it. Run executes
// it in one of two tiers over the same nest: the interpreter walks one coordinate at a time, the
// compiled tier runs closures over blocks of positions (package vector) on all threads.
//
//	g[r]:
//	  for i in t[start:end]  parallel
//	    where t[i].a < 24
//	    scatter by k = t[i].k
//	      r0 += sum(t[i].x)
//	out:
//	  for r_1 in m1[start:end]  parallel
//	    emit k = m1[r_1].k
//
// Blocks. A step receives a frame of at most a block of tuples, each a position in every field
// bound so far, and pushes frames on. Filters compact, lookups locate or unfold segments, nested
// bodies (probes, lets, outer joins) number the tuples of their frame and report back by number.
// Pairs of a tuple and each row of a range, or of a field, are handed on as frames of one tuple where they
// are many, and conditions that compare are ranges of ranks (step_pair.go, pairing.go, pair_writer.go).
// Sinks are per worker and merged at the end.
//
// Invariants: a frame belongs to the step that made it and is valid until that step goes
// on; nothing is shared between workers while they run; inputs are never written.
//
// Sharing. Workers take morsels of the driving field, or of the tuples that the first steps make of a
// small one (split.go). A limit, with an order or without, is kept by each worker (sink_top.go,
// sink_limit.go).
//
// Reading order: nest.go, build.go, build_union.go, build_stream.go, build_level.go, expand.go, print.go, run.go, share.go, split.go,
// worker.go, step_*.go, pairing*.go, pair_writer.go, sink_*.go, group_keys.go, group_*.go, accumulator.go, acc_*.go, sort.go, interp.go.
package loops
