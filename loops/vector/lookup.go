package vector

import (
	"slices"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
	"github.com/reffine-db/reffine/loops/kernel"
)

// lookup is an expression of one coded column as a table: entry c is its value
// where the column's code is c, the last entry where the column is NULL. Entries
// are computed by ir/eval when a code first occurs, so an error is raised only for
// a value that is there; results that are strings are computed at once and become
// a dictionary of their own.
type lookup struct {
	expr  ir.Expr
	col   *field.Column
	leaf  ir.Type
	typ   ir.Type
	lane  Lane
	iv    Interval
	fails bool

	vals  Vec
	null  []uint8
	state []entryState
	errs  map[int]error
	todo  int // entries not computed
	nulls bool
}

type entryState uint8

const (
	unknown entryState = iota
	known
	failed
)

// maxDomain bounds the codes of an integer column that is worth a table.
const maxDomain = 1 << 14

// lift builds e by lookup when its only leaf is one coded column and a table pays:
// always for a dictionary, for narrow integers only when e is expensive. It
// returns nil when e is to be built by its operator.
func (s *scope) lift(e ir.Expr, key string) (*Node, error) {
	if s.bare {
		return nil, nil
	}
	l, leafType, ok := s.soleLeaf(e)
	if !ok {
		return nil, nil
	}
	t, err := s.table(e, key, l, leafType)
	if err != nil || t == nil {
		return nil, err
	}
	s.slots[l.slot] = true
	return s.lookupNode(t, l), nil
}

// soleLeaf returns the coded column that is e's only leaf, when e is an
// operation on it that a table is worth.
func (s *scope) soleLeaf(e ir.Expr) (*leaf, ir.Type, bool) {
	switch e.(type) {
	case *ir.Call, *ir.Cast, *ir.Case, *ir.In:
	default:
		return nil, ir.Type{}, false
	}
	var found *leaf
	var t ir.Type
	ok, costly := true, false
	ir.Walk(e, func(x ir.Expr) bool {
		switch x := x.(type) {
		case *ir.Const:
		case *ir.Attr, *ir.Access:
			l, resolved := s.resolve(x)
			if !resolved || found != nil && (found.col != l.col || found.slot != l.slot) {
				ok = false
				return false
			}
			found, t = l, x.Type()
			return false
		case *ir.Call:
			costly = costly || costlyOp(x.Op)
		case *ir.Case, *ir.In:
			costly = true
		case *ir.Cast:
			costly = costly || x.T.Kind == ir.Varchar
		default:
			ok = false
		}
		return ok
	})
	if !ok || found == nil || !found.col.Coded() {
		return nil, ir.Type{}, false
	}
	if found.col.Dict == nil && (!costly || domain(found.col) > maxDomain) {
		return nil, ir.Type{}, false
	}
	return found, t, true
}

// costlyOp reports operators that cost more than a table access.
func costlyOp(op ir.Op) bool {
	switch op {
	case ir.Year, ir.Month, ir.Day, ir.AddMonths, ir.AddDays, ir.IntDiv, ir.Mod, ir.Or, ir.Coalesce, ir.Least, ir.Greatest,
		ir.NotDistinct, ir.Distinct:
		return true
	}
	return op.Function()
}

// domain returns the number of codes a column may hold.
func domain(c *field.Column) int {
	switch {
	case c.Dict != nil:
		return c.Dict.Len()
	case c.Factor == 0:
		return 1
	}
	return int((uint64(c.Max)-uint64(c.Base))/uint64(c.Factor)) + 1
}

// table returns the lookup of e, made once for all scopes of the compiler; nil
// when e cannot be tabulated.
func (s *scope) table(e ir.Expr, key string, l *leaf, leafType ir.Type) (*lookup, error) {
	if t, ok := s.tables[key]; ok {
		return t, nil
	}
	// Type, bounds and failures are those of the operator form.
	bare := newScope(&Compiler{env: s.env, block: 1, bare: true})
	n, err := bare.build(e)
	if err != nil {
		return nil, err
	}
	d := domain(l.col) + 1
	t := &lookup{expr: e, col: l.col, leaf: leafType, typ: n.typ, lane: n.lane, iv: n.iv, fails: n.fails, todo: d,
		null: make([]uint8, d), state: make([]entryState, d), errs: map[int]error{}}
	if t.lane == Codes {
		t.lane = Strings
	}
	t.vals.grow(t.lane, d)
	if t.lane == Strings {
		for c := range d {
			t.compute(c)
		}
		if len(t.errs) == 0 {
			t.intern()
		}
	}
	s.tables[key] = t
	return t, nil
}

// value returns the column's value for a code; the code past the last is NULL.
func (t *lookup) value(code int) ir.Value {
	switch {
	case code == len(t.state)-1:
		return ir.NullOf(t.leaf)
	case t.col.Dict != nil:
		return ir.TextValue(t.leaf, t.col.Dict.Str(code))
	}
	return ir.IntValue(t.leaf, t.col.Base+t.col.Factor*int64(code))
}

// compute fills one entry.
func (t *lookup) compute(code int) {
	t.todo--
	v, err := eval.Scalar(t.expr, entryEnv{eval.NoEnv{}, t.value(code)})
	if err != nil {
		t.state[code], t.errs[code] = failed, err
		return
	}
	t.state[code] = known
	if !v.Valid {
		t.null[code], t.nulls = 1, true
		return
	}
	t.vals.set(t.lane, code, v)
}

// entryEnv gives the value of one entry to the only leaf.
type entryEnv struct {
	eval.NoEnv
	v ir.Value
}

func (e entryEnv) Attr(*ir.Attr) (ir.Value, error)     { return e.v, nil }
func (e entryEnv) Access(*ir.Access) (ir.Value, error) { return e.v, nil }

// intern turns a table of strings into codes of a new ascending dictionary.
func (t *lookup) intern() {
	var distinct []string
	for c, s := range t.vals.S {
		if t.null[c] == 0 {
			distinct = append(distinct, s)
		}
	}
	slices.Sort(distinct)
	if distinct = slices.Compact(distinct); len(distinct) == 0 {
		distinct = []string{""}
	}
	d := &field.Dictionary{Offsets: make([]uint32, 1, len(distinct)+1)}
	for _, s := range distinct {
		d.Text = append(d.Text, s...)
		d.Offsets = append(d.Offsets, uint32(len(d.Text)))
	}
	codes := make([]int64, len(t.vals.S))
	for c, s := range t.vals.S {
		if t.null[c] == 0 {
			i, _ := slices.BinarySearch(distinct, s)
			codes[c] = int64(i)
		}
	}
	t.lane, t.vals = Codes, Vec{I: codes, Dict: d}
}

// require computes the entries that occur in index and fails the frame when one
// of them is an error.
func (t *lookup) require(f *Frame, index []int32) {
	if t.todo == 0 && len(t.errs) == 0 {
		return
	}
	for _, c := range index {
		switch t.state[c] {
		case unknown:
			t.compute(int(c))
			if t.state[c] != failed {
				continue
			}
		case known:
			continue
		}
		if f.Err == nil {
			f.Err = t.errs[int(c)]
		}
	}
}

// lookupNode builds the node that reads a table through a leaf's codes.
func (s *scope) lookupNode(t *lookup, l *leaf) *Node {
	n := s.newNode(t.typ, t.lane, s.block)
	n.iv, n.fails, n.dict, n.buf.Dict = t.iv, t.fails, t.vals.Dict, t.vals.Dict
	index := make([]int32, s.block)
	n.run = func(f *Frame) {
		out := n.start(f)
		at := index[:f.N]
		l.codes(at, &f.Slots[l.slot], int32(len(t.state)-1))
		t.require(f, at)
		switch t.lane {
		case Ints, Codes:
			kernel.Gather(out.I, at, t.vals.I)
		case Wides:
			kernel.Gather(out.W, at, t.vals.W)
		case Floats:
			kernel.Gather(out.F, at, t.vals.F)
		case Strings:
			kernel.Gather(out.S, at, t.vals.S)
		case Bools:
			kernel.Gather(out.B, at, t.vals.B)
		}
		if t.nulls {
			m := n.mask(f)
			if kernel.Gather(m, at, t.null); kernel.AnyMask(m) {
				out.Null = m
			}
		}
	}
	return n
}

// codes writes the codes at the slot's positions, and null for a NULL or φ.
func (l *leaf) codes(dst []int32, slot *Slot, null int32) {
	switch l.col.Storage {
	case field.U8:
		readIndex(dst, slot, l.col.U8, l.col, null)
	case field.U16:
		readIndex(dst, slot, l.col.U16, l.col, null)
	case field.U32:
		readIndex(dst, slot, l.col.U32, l.col, null)
	default:
		panic("vector: codes of a " + l.col.Storage.String() + " column")
	}
}

func readIndex[T kernel.Code](dst []int32, slot *Slot, a []T, col *field.Column, null int32) {
	if slot.Dense {
		kernel.IndexDense(dst, a[slot.Base:int(slot.Base)+len(dst)])
		if col.Valid != nil {
			kernel.IndexNulls(dst, col.Valid, int(slot.Base), null)
		}
		return
	}
	ahead(a, slot.Pos[:len(dst)], func(lo, hi int) {
		kernel.IndexPos(dst[lo:hi], slot.Pos[lo:hi], a, col.Valid, null)
	})
}
