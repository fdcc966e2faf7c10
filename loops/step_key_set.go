package loops

import (
	"sync"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/parallel"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/kernel/simd"
	"github.com/reffine-db/reffine/loops/vector"
)

// keySet is what a Probe tests that asks for a row with a key, and whose conditions are each on that row
// alone or not on it at all: the keys of the rows at which they hold, found once a run, instead of a row
// and its conditions for each tuple.
//
//	if any
//	  let j = dim by key at t[i].key  locate
//	  where dim[j].w < 24
//
// The workers share it. It is made when the first tuples ask.
type keySet struct {
	once  sync.Once
	set   *field.KeySet
	col   *field.Column
	parts []keyPart
}

// keyPart finds the rows of a part of the field.
type keyPart struct {
	flt   *vector.Filter // nil: all rows
	frame *vector.Frame
	slot  int
	sel   []int32
	kept  int64
}

// keyed is how many tuples a row of the field there have to be for its keys to be collected.
const keyed = 4

// keyTest is a key set with what is to be computed at each tuple.
type keyTest struct {
	*keySet
	key *vector.Node
	flt *vector.Filter // conditions that are not on the row, or nil
}

// keyTest returns the form of a probe that tests a key set, nil for any other probe and where not enough
// tuples may ask.
func (w *worker) keyTest(s *Probe) (*keyTest, error) {
	lk, ok := s.Body[0].(*Lookup)
	if !ok || len(s.Body) > 2 || len(lk.Key) > 1 || lk.Key[0].Nulls || lk.Key[0].At.Type().Text() {
		return nil, nil
	}
	var where, before []ir.Expr
	if len(s.Body) == 2 {
		f, ok := s.Body[1].(*Filter)
		if !ok {
			return nil, nil
		}
		where, before = alone(lk.It, f.Conds)
		for _, c := range before {
			free := map[string]bool{}
			if ir.FreeIters(c, free); free[lk.It] {
				return nil, nil
			}
		}
	}
	t := w.run.tables[lk.Field]
	if int64(t.Rows) > min(w.tuples, w.driven)/keyed {
		return nil, nil
	}
	key, err := w.compiler.Expr(lk.Key[0].At)
	if err != nil || key.Lane() != vector.Ints {
		return nil, err
	}
	k, ok := w.run.keySets[s]
	if !ok {
		if k, err = w.newKeySet(t, lk, where); err != nil {
			return nil, err
		}
		w.run.keySets[s] = k
	}
	test := &keyTest{keySet: k, key: key}
	if k == nil {
		return nil, nil
	}
	if len(before) > 0 {
		test.flt, err = w.compiler.Filter(before)
	}
	return test, err
}

// newKeySet compiles the conditions, for each thread.
func (w *worker) newKeySet(t *field.Table, lk *Lookup, where []ir.Expr) (*keySet, error) {
	col := w.run.keyTable(lk).Column(lk.Key[0].Attr)
	if col == nil {
		return nil, nil
	}
	set := field.NewKeySet(col)
	if set == nil {
		return nil, nil
	}
	k := &keySet{set: set, col: col}
	slot := w.slots[lk.It]
	w.fields[slot] = t
	for range min(max(1, w.run.opt.Threads), t.Rows>>14+1) {
		p := keyPart{frame: w.frame(), slot: slot, sel: w.ints(w.block)}
		if len(where) > 0 {
			c := vector.NewCompiler(w, w.block)
			w.compilers = append(w.compilers, c)
			var err error
			if p.flt, err = c.Filter(where); err != nil || c.CanFail() {
				return nil, err
			}
		}
		k.parts = append(k.parts, p)
	}
	return k, nil
}

// keys returns the set, collected.
func (k *keySet) keys(w *worker, s *Probe) *field.KeySet {
	k.once.Do(func() {
		n := len(k.parts)
		parallel.Do(n, n, func(i int) {
			k.parts[i].collect(w.run, k, k.col.Len*i/n, k.col.Len*(i+1)/n)
		})
		kept := int64(0)
		for i := range k.parts {
			kept += k.parts[i].kept
		}
		w.meter.collected(s, int64(k.col.Len), kept)
	})
	return k.set
}

// collect adds the keys of the rows from lo to hi.
func (p *keyPart) collect(r *run, k *keySet, lo, hi int) {
	f, block := p.frame, len(p.sel)
	for ; lo < hi && r.ctx.Err() == nil; lo += block {
		f.N = min(block, hi-lo)
		sel := p.sel[:f.N]
		if p.flt != nil {
			f.Slots[p.slot] = vector.Slot{Dense: true, Base: int32(lo)}
			f.Epoch++
			sel = p.flt.Select(f, p.sel)
		} else {
			for i := range sel {
				sel[i] = int32(i)
			}
		}
		p.kept += int64(len(sel))
		k.set.Add(k.col, lo, sel)
	}
}

// testKeys keeps the tuples whose key is in a set, or is not.
func (w *worker) testKeys(s *Probe, k *keyTest) func(push) push {
	g := w.gatherer()
	sel := w.ints(w.block)
	buf, and := make([]uint64, simd.Words(w.block)), make([]uint64, simd.Words(w.block))
	count := w.meter.keys(s.Body[0], "keys")
	return func(next push) push {
		live := w.takesLive
		return func(f *vector.Frame) {
			v := k.key.Eval(f)
			bits, and := buf[:simd.Words(f.N)], and[:simd.Words(f.N)]
			k.keys(w, s).Test(v.I[:f.N], bits)
			if v.Null != nil {
				simd.RangeU8(and, v.Null[:f.N], 0, 0)
				simd.And(bits, bits, and)
			}
			if k.flt != nil {
				clear(and)
				for _, t := range k.flt.Select(f, sel) {
					and[t>>6] |= 1 << (t & 63)
				}
				simd.And(bits, bits, and)
			}
			w.check(f)
			n := simd.Count(bits)
			count(f.N, n)
			if s.Anti {
				simd.Not(bits, bits, f.N)
				n = f.N - n
			}
			switch {
			case n == 0:
			case n == f.N:
				next(f)
			case live && sparse*n >= f.N:
				f.Live = bits
				next(f)
				f.Live = nil
			default:
				o := g.take(f, sel[:simd.Positions(sel[:f.N], bits, 0)])
				next(o)
				w.check(o)
			}
		}
	}
}
