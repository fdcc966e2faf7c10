package field

import (
	"runtime"
	"sync/atomic"

	"github.com/reffine-db/reffine/internal/hugepage"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/internal/parallel"
	"github.com/reffine-db/reffine/ir"
)

// assembly puts the parts of a column together: newAssembly measures and
// allocates; copy fills in one part, then order checks its order, both in parallel
// for different parts; finish returns the column. The parts' memory is dropped on
// the way.
type assembly struct {
	col   *Column
	parts []part
	at    []int // first row of each part

	remap    map[*localDictionary][]uint16 // dictionary-coded: local code to code
	textAt   []int64                       // Str: where each part's text starts
	unsorted atomic.Bool
}

// newAssembly decides how the parts are stored.
func newAssembly(name string, t ir.Type, parts []part) *assembly {
	a := &assembly{col: &Column{Name: name, Type: t, Factor: 1}, parts: parts, at: make([]int, len(parts))}
	for i := range parts {
		a.at[i] = a.col.Len
		a.col.Len += parts[i].rows
		a.col.NullCount += parts[i].nulls
	}
	a.col.Type = t.WithNull(a.col.NullCount > 0)
	switch {
	case t.Text():
		a.planStrings()
	case t.Float():
		a.col.Storage = F64
		a.col.F64 = hugepage.Make[float64](a.col.Len)
	case t.Wide() || t.Kind == ir.UInt64:
		a.planWides()
	default:
		a.planInts()
	}
	return a
}

// planWides measures 128-bit integers.
func (a *assembly) planWides() {
	c := a.col
	c.Storage = I128
	c.Wide = hugepage.Make[int128.Int](c.Len)
	lo, hi := maxWide, minWide
	for i := range a.parts {
		if p := &a.parts[i]; p.lo.Cmp(p.hi) <= 0 {
			if p.lo.Cmp(lo) < 0 {
				lo = p.lo
			}
			if p.hi.Cmp(hi) > 0 {
				hi = p.hi
			}
		}
	}
	if lo.Cmp(hi) <= 0 {
		c.MinWide, c.MaxWide = lo, hi
	}
}

// copy fills in the rows of part i and forgets the part but for its NULLs.
func (a *assembly) copy(i int) {
	p, lo := &a.parts[i], a.at[i]
	hi := lo + p.rows
	c := a.col
	switch c.Storage {
	case F64:
		dst := c.F64[lo:hi]
		for _, v := range p.floats {
			dst = dst[copy(dst, v):]
		}
	case I128:
		dst := c.Wide[lo:hi]
		for _, v := range p.wides {
			dst = dst[copy(dst, v):]
		}
		for r := range p.nullRuns {
			p.nullRuns[r].each(func(i int) { c.Wide[lo+i] = c.MinWide })
		}
	case Str:
		a.copyStrings(i)
	default:
		if c.Dict != nil {
			a.copyCodes(i)
		} else {
			a.copyInts(i)
		}
		a.clearNulls(p, lo)
	}
	*p = part{rows: p.rows, nulls: p.nulls, nullRuns: p.nullRuns}
}

// order looks for a descent in part i and from the part before it. All parts
// must have been copied.
func (a *assembly) order(i int) {
	lo, c := a.at[i], a.col
	if c.NullCount > 0 || !a.unsorted.Load() && !c.sortedIn(max(lo-1, 0), lo+a.parts[i].rows) {
		a.unsorted.Store(true)
	}
}

// clearNulls gives the NULLs of a part, which starts at row at, their harmless value.
func (a *assembly) clearNulls(p *part, at int) {
	c := a.col
	for r := range p.nullRuns {
		run := &p.nullRuns[r]
		switch c.Storage {
		case U8:
			run.each(func(i int) { c.U8[at+i] = 0 })
		case U16:
			run.each(func(i int) { c.U16[at+i] = 0 })
		case U32:
			run.each(func(i int) { c.U32[at+i] = 0 })
		case I64:
			run.each(func(i int) { c.I64[at+i] = c.Min })
		}
	}
}

// finish sets the validity.
func (a *assembly) finish() *Column {
	c := a.col
	if c.NullCount > 0 {
		c.Valid = make([]uint64, (c.Len+63)/64)
		for w := range c.Valid {
			c.Valid[w] = ^uint64(0)
		}
		if tail := uint(c.Len) & 63; tail != 0 {
			c.Valid[len(c.Valid)-1] = 1<<tail - 1
		}
		for i := range a.parts {
			for r := range a.parts[i].nullRuns {
				clearValid(c.Valid, &a.parts[i].nullRuns[r], a.at[i])
			}
		}
	}
	c.Sorted = !a.unsorted.Load()
	a.parts = nil
	return c
}

// clearValid clears the bits of the NULLs of a run of a part that starts at row at.
func clearValid(valid []uint64, run *nullRun, at int) {
	at += run.at
	w, shift := at>>6, uint(at)&63
	for i := range run.valid {
		nulls := run.nullWord(i)
		valid[w+i] &^= nulls << shift
		if high := nulls >> (64 - shift); high != 0 {
			valid[w+i+1] &^= high
		}
	}
}

// assemble puts several columns together in parallel. parts is by column.
func assemble(names []string, types []ir.Type, parts [][]part, threads int) []*Column {
	as := make([]*assembly, len(names))
	parallel.Do(len(names), threads, func(i int) { as[i] = newAssembly(names[i], types[i], parts[i]) })
	type task struct{ column, part int }
	var tasks []task
	for i := range as {
		for j := range parts[i] {
			tasks = append(tasks, task{i, j})
		}
	}
	parallel.Do(len(tasks), threads, func(i int) { as[tasks[i].column].copy(tasks[i].part) })
	parallel.Do(len(tasks), threads, func(i int) { as[tasks[i].column].order(tasks[i].part) })
	cols := make([]*Column, len(names))
	parallel.Do(len(names), threads, func(i int) { cols[i] = as[i].finish() })
	return cols
}

// threads returns the number of goroutines to use.
func (s *Store) threads() int {
	if s != nil && s.opts.Threads > 0 {
		return s.opts.Threads
	}
	return runtime.GOMAXPROCS(0)
}
