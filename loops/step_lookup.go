package loops

import (
	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/vector"
)

// lookup is the level a Lookup step reads, with the key it reads at.
type lookup struct {
	unique bool    // locate is defined
	perm   []int32 // maps positions to rows; nil when they are the rows
	key    *vector.Node
	// locate sets rows[t] to the row of tuple t's key, -1 for none.
	locate func(k *vector.Vec, rows []int32)
	// segments sets lo[t], hi[t] to the positions of the rows of tuple t's key.
	segments func(k *vector.Vec, lo, hi []int32)
	longest  func() int64 // positions of one key, at most
}

// lookupOf compiles the key of a lookup and builds the level it reads.
func (w *worker) lookupOf(s *Lookup) (*lookup, error) {
	key, err := w.compiler.Expr(s.At)
	if err != nil {
		return nil, err
	}
	t := w.run.tables[s.Field]
	if key.Type().Text() {
		return w.textLookup(t, s.Attr, key)
	}
	ints := func(k *vector.Vec, _ int) []int64 { return k.I }
	if key.Lane() == vector.Bools {
		ints = w.widened()
	} else if key.Lane() != vector.Ints {
		return nil, &Refusal{"JOIN", "a key that is not an integer of 64 bits"}
	}
	ix, err := t.Index(s.Attr)
	if err != nil {
		return nil, err
	}
	return &lookup{unique: ix.Unique, perm: ix.Perm, key: key, longest: ix.Longest,
		locate:   func(k *vector.Vec, rows []int32) { ix.Locate(ints(k, len(rows))[:len(rows)], rows) },
		segments: func(k *vector.Vec, lo, hi []int32) { ix.Segments(ints(k, len(lo))[:len(lo)], lo, hi) },
	}, nil
}

// widened returns a function that makes integers of the truth values of a block.
func (w *worker) widened() func(k *vector.Vec, n int) []int64 {
	buf := make([]int64, w.block)
	return func(k *vector.Vec, n int) []int64 {
		for t, b := range k.B[:n] {
			buf[t] = int64(b)
		}
		return buf
	}
}

// textLookup finds rows by string. Where the keys are dictionary codes each string is looked up
// once.
func (w *worker) textLookup(t *field.Table, attr string, key *vector.Node) (*lookup, error) {
	ix, err := t.TextIndex(attr)
	if err != nil {
		return nil, err
	}
	l := &lookup{perm: ix.Rows, key: key, longest: func() int64 { return int64(t.Rows) }}
	if key.Lane() == vector.Codes {
		dict := key.Dict()
		los, his := make([]int32, dict.Len()), make([]int32, dict.Len())
		for c := range los {
			los[c], his[c] = ix.Segment(dict.Str(c))
		}
		l.segments = func(k *vector.Vec, lo, hi []int32) {
			for i, c := range k.I[:len(lo)] {
				lo[i], hi[i] = 0, 0
				if uint64(c) < uint64(len(los)) { // the code of a NULL may be none
					lo[i], hi[i] = los[c], his[c]
				}
			}
		}
		return l, nil
	}
	l.segments = func(k *vector.Vec, lo, hi []int32) {
		for i, s := range k.S[:len(lo)] {
			lo[i], hi[i] = ix.Segment(s)
		}
	}
	return l, nil
}

// locate finds the one row of each key and drops the tuples without.
func (w *worker) locate(s *Lookup) (func(push) push, error) {
	l, err := w.lookupOf(s)
	if err != nil {
		return nil, err
	}
	if !l.unique {
		return w.expand(s, nil)
	}
	g := w.gatherer()
	slot := w.bindSlot(s.It, s.Field)
	rows, sel := w.ints(w.block), w.ints(w.block)
	found := w.ints(w.block)
	return func(next push) push {
		return func(f *vector.Frame) {
			k := l.key.Eval(f)
			rows := rows[:f.N]
			l.locate(k, rows)
			if k.Null != nil {
				for t, null := range k.Null[:f.N] {
					if null != 0 {
						rows[t] = -1
					}
				}
			}
			n := 0
			for t, r := range rows {
				sel[n], found[n] = int32(t), r
				n += int(^uint32(r) >> 31)
			}
			w.check(f)
			if n == 0 {
				return
			}
			o := f
			if n < f.N {
				o = g.take(f, sel[:n])
			}
			o.Slots[slot] = vector.Slot{Pos: found[:n]}
			w.touch(o)
			next(o)
			w.check(o)
		}
	}, nil
}

// expand binds each row of each key at which the conditions hold: tuples multiply.
func (w *worker) expand(s *Lookup, where []ir.Expr) (func(push) push, error) {
	l, err := w.lookupOf(s)
	if err != nil {
		return nil, err
	}
	lo, hi := w.ints(w.block), w.ints(w.block)
	return w.unfold(s.It, s.Field, l.perm, l.longest(), where, func(f *vector.Frame) ([]int32, []int32) {
		k := l.key.Eval(f)
		l.segments(k, lo[:f.N], hi[:f.N])
		if k.Null != nil {
			for t, null := range k.Null[:f.N] {
				if null != 0 {
					hi[t] = lo[t]
				}
			}
		}
		return lo, hi
	})
}
