package loops

import (
	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/vector"
)

// lookup is the level a Lookup step reads, at the key of each tuple.
type lookup struct {
	unique bool    // locate is defined
	perm   []int32 // maps positions to rows; nil when they are the rows
	// locate sets rows[t] to the row of tuple t's key, -1 for none.
	locate func(f *vector.Frame, rows []int32)
	// segments sets lo[t], hi[t] to the positions of the rows of tuple t's key.
	segments func(f *vector.Frame, lo, hi []int32)
	longest  func() int64 // positions of one key, at most
}

// lookupOf compiles the key of a lookup and builds the level it reads.
func (w *worker) lookupOf(s *Lookup) (*lookup, error) {
	nodes := make([]*vector.Node, len(s.Key))
	for i, k := range s.Key {
		var err error
		if nodes[i], err = w.compiler.Expr(k.At); err != nil {
			return nil, err
		}
	}
	t := w.run.keyTable(s)
	if lane := nodes[0].Lane(); byIndex(t, s) && (lane == vector.Ints || lane == vector.Bools) {
		return w.indexLookup(t, s, nodes[0])
	}
	ix, err := keyIndex(t, s)
	if err != nil {
		return nil, err
	}
	w.run.levels[s] = ix.String()
	probe, keys := ix.Probe(w.block), make([]field.Keys, len(nodes))
	eval := func(f *vector.Frame) []field.Keys {
		for i, n := range nodes {
			keys[i] = keysOf(n, f)
		}
		return keys
	}
	return &lookup{unique: ix.Unique(), perm: ix.Perm(), longest: ix.Longest,
		locate:   func(f *vector.Frame, rows []int32) { probe.Locate(eval(f), rows) },
		segments: func(f *vector.Frame, lo, hi []int32) { probe.Segments(eval(f), lo, hi) },
	}, nil
}

// keyTable returns the table that has the key of a lookup.
func (r *run) keyTable(s *Lookup) *field.Table {
	if from := s.Key[0].From; from != "" {
		return r.tables[from]
	}
	return r.tables[s.Field]
}

// byIndex reports a key that is one integer of 64 bits and finds no NULL: the column itself is
// indexed by it.
func byIndex(t *field.Table, s *Lookup) bool {
	if len(s.Key) > 1 || s.Key[0].At.Type().Float() {
		return false
	}
	c := t.Column(s.Key[0].Attr)
	return c != nil && c.Integral() && c.Dict == nil && (!s.Key[0].Nulls || c.NullCount == 0)
}

// keyIndex returns the level of any key.
func keyIndex(t *field.Table, s *Lookup) (*field.KeyIndex, error) {
	var parts []field.KeyPart
	for _, k := range s.Key {
		parts = append(parts, field.KeyPart{Column: k.Attr, Nulls: k.Nulls})
	}
	return t.KeyIndex(parts...)
}

// keysOf evaluates a part of a key.
func keysOf(n *vector.Node, f *vector.Frame) field.Keys {
	v := n.Eval(f)
	k := field.Keys{}
	if v.Null != nil {
		k.Null = v.Null[:f.N]
	}
	switch n.Lane() {
	case vector.Ints:
		k.Int = v.I[:f.N]
	case vector.Codes:
		k.Int, k.Dict = v.I[:f.N], n.Dict()
	case vector.Wides:
		k.Wide = v.W[:f.N]
	case vector.Floats:
		k.Float = v.F[:f.N]
	case vector.Strings:
		k.Str = v.S[:f.N]
	case vector.Bools:
		k.Bool = v.B[:f.N]
	}
	return k
}

// indexLookup finds rows by an integer.
func (w *worker) indexLookup(t *field.Table, s *Lookup, key *vector.Node) (*lookup, error) {
	ix, err := t.Index(s.Key[0].Attr)
	if err != nil {
		return nil, err
	}
	w.run.levels[s] = ix.Level.String()
	if ix.Perm != nil {
		w.run.levels[s] += ", permuted"
	}
	ints := func(k *vector.Vec, _ int) []int64 { return k.I }
	if key.Lane() == vector.Bools {
		ints = w.widened()
	}
	return &lookup{unique: ix.Unique, perm: ix.Perm, longest: ix.Longest,
		locate: func(f *vector.Frame, rows []int32) {
			k := key.Eval(f)
			ix.Locate(ints(k, f.N)[:f.N], rows)
			if k.Null != nil {
				for t, null := range k.Null[:f.N] {
					if null != 0 {
						rows[t] = -1
					}
				}
			}
		},
		segments: func(f *vector.Frame, lo, hi []int32) {
			k := key.Eval(f)
			ix.Segments(ints(k, f.N)[:f.N], lo, hi)
			if k.Null != nil {
				for t, null := range k.Null[:f.N] {
					if null != 0 {
						hi[t] = lo[t]
					}
				}
			}
		},
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
			rows := rows[:f.N]
			l.locate(f, rows)
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
		l.segments(f, lo[:f.N], hi[:f.N])
		return lo, hi
	})
}
