package spaces

import (
	"fmt"
	"slices"

	"github.com/reffine-db/reffine/ir"
)

// world is an Env over maps, and the oracle of the tests: it evaluates expressions
// directly, in three-valued logic over 64-bit integers, and knows nothing of spaces.
type world struct {
	fields map[string]*mapField
	vars   map[string]num // symbols and iterators
	caps   map[string][]Caps
	types  map[string]ir.FieldType
	bands  bool // of orderings
}

// num is an integer or NULL; booleans are 0 and 1.
type num struct {
	v    int64
	null bool
}

// mapField holds the records of a field in the order of its coordinates.
type mapField struct {
	coords [][]int64
	attrs  []map[string]num
}

func (f *mapField) add(coords []int64, attrs map[string]num) {
	f.coords = append(f.coords, coords)
	f.attrs = append(f.attrs, attrs)
}

// field describes a field to Derive.
func (w *world) field(name string) (FieldInfo, bool) {
	t, ok := w.types[name]
	return FieldInfo{Type: t, Rows: float64(len(w.fields[name].coords)), Axes: w.caps[name], Bands: w.bands}, ok
}

// Int evaluates an integer.
func (w *world) Int(x ir.Expr) (int64, bool) {
	n := w.eval(x)
	return n.v, !n.null
}

// Holds evaluates a predicate at a coordinate.
func (w *world) Holds(pred ir.Expr, it string, at int64) bool {
	old, bound := w.vars[it]
	w.vars[it] = num{v: at}
	n := w.eval(pred)
	if delete(w.vars, it); bound {
		w.vars[it] = old
	}
	return !n.null && n.v != 0
}

// Level lists the coordinates of a Coord.
func (w *world) Level(c *Coord) Level {
	f := w.fields[c.Field]
	var prefix, coords []int64
	for _, x := range c.Prefix {
		n := w.eval(x)
		if n.null {
			return nil
		}
		prefix = append(prefix, n.v)
	}
	for i, at := range f.coords {
		other := slices.ContainsFunc(c.Key, func(k KeyPart) bool {
			key := w.eval(k.At)
			return key.null && !k.Nulls || f.attrs[i][k.Attr] != key
		})
		if other || !slices.Equal(at[:len(prefix)], prefix) {
			continue
		}
		if c.Band != nil && !w.within(c.Band, f.attrs[i][c.Band.Attr]) {
			continue
		}
		if t := at[len(prefix)]; !slices.Contains(coords, t) {
			coords = append(coords, t)
		}
	}
	return newLevel(coords, c.Level.Ordered)
}

// within reports whether a value is between the limits of a band.
func (w *world) within(b *Band, v num) bool {
	if b.Lo != nil {
		if lo := w.eval(b.Lo.At); v.null || lo.null || v.v < lo.v || b.Lo.Strict && v.v == lo.v {
			return false
		}
	}
	if b.Hi != nil {
		if hi := w.eval(b.Hi.At); v.null || hi.null || v.v > hi.v || b.Hi.Strict && v.v == hi.v {
			return false
		}
	}
	return true
}

// mapLevel lists coordinates and, in gaps between them, positions without a value: the six
// properties must step over those.
type mapLevel struct {
	coords  []int64
	absent  []bool
	ordered bool
}

func newLevel(coords []int64, ordered bool) *mapLevel {
	l := &mapLevel{ordered: ordered}
	if ordered {
		slices.Sort(coords)
	}
	for _, c := range coords {
		l.coords, l.absent = append(l.coords, c), append(l.absent, false)
		if c%2 == 0 && ordered && !slices.Contains(coords, c+1) {
			l.coords, l.absent = append(l.coords, c+1), append(l.absent, true)
		}
	}
	return l
}

func (l *mapLevel) Len() int64             { return int64(len(l.coords)) }
func (l *mapLevel) Coord(pos int64) int64  { return l.coords[pos] }
func (l *mapLevel) Present(pos int64) bool { return !l.absent[pos] }

func (l *mapLevel) Locate(at int64) int64 {
	for pos, c := range l.coords {
		if at == NegInf || l.ordered && c >= at || !l.ordered && c == at {
			return int64(pos)
		}
	}
	return l.Len()
}

// eval evaluates an expression; what the tests do not build panics.
func (w *world) eval(x ir.Expr) num {
	switch x := x.(type) {
	case *ir.Const:
		n, _ := x.Val.Int.Int64()
		return num{n, !x.Val.Valid}
	case *ir.Iter:
		return w.vars[x.Name]
	case *ir.Sym:
		return w.vars[x.Name]
	case *ir.Cast:
		return w.eval(x.X)
	case *ir.Attr:
		rows, _ := w.rows(x.X.(*ir.Access).Field, x.X.(*ir.Access).Args)
		if len(rows) == 0 {
			return num{null: true}
		}
		return w.fields[x.X.(*ir.Access).Field].attrs[rows[0]][x.Name]
	case *ir.Exists:
		return w.exists(x)
	case *ir.In:
		or := num{}
		v := w.eval(x.X)
		for _, e := range x.List {
			or = threeValued(ir.Or, or, compareNums(ir.Eq, v, w.eval(e)))
		}
		return or
	case *ir.Case:
		for _, c := range x.Whens {
			if n := w.eval(c.Cond); !n.null && n.v != 0 {
				return w.eval(c.Then)
			}
		}
		return w.eval(x.Else)
	case *ir.Call:
		return w.call(x)
	}
	panic(fmt.Sprintf("world: %T", x))
}

// rows returns the records under the arguments; ok is false when an argument is NULL.
func (w *world) rows(field string, args []ir.Expr) (rows []int, ok bool) {
	var at []int64
	for _, a := range args {
		n := w.eval(a)
		if n.null {
			return nil, false
		}
		at = append(at, n.v)
	}
	for i, c := range w.fields[field].coords {
		if slices.Equal(c[:len(at)], at) {
			rows = append(rows, i)
		}
	}
	return rows, true
}

func (w *world) exists(x *ir.Exists) num {
	if r, ok := x.X.(*ir.Range); ok {
		lo, hi := w.eval(r.Lo), w.eval(r.Hi)
		for _, c := range w.fields[r.Field].coords {
			if !lo.null && !hi.null && lo.v < c[0] && c[0] <= hi.v {
				return num{v: 1}
			}
		}
		return num{}
	}
	a := x.X.(*ir.Access)
	rows, _ := w.rows(a.Field, a.Args)
	return truth(len(rows) > 0)
}

func (w *world) call(c *ir.Call) num {
	args := make([]num, len(c.Args))
	for i, a := range c.Args {
		args[i] = w.eval(a)
	}
	switch c.Op {
	case ir.And, ir.Or:
		n := args[0]
		for _, a := range args[1:] {
			n = threeValued(c.Op, n, a)
		}
		return n
	case ir.NotDistinct:
		return truth(args[0] == args[1])
	case ir.IsNull:
		return truth(args[0].null)
	}
	for _, a := range args {
		if a.null {
			return num{null: true}
		}
	}
	if c.Op.Comparison() {
		return compareNums(c.Op, args[0], args[1])
	}
	return arithmetic(c.Op, args)
}

func arithmetic(op ir.Op, args []num) num {
	a, b := args[0].v, args[len(args)-1].v
	switch op {
	case ir.Not:
		return truth(a == 0)
	case ir.Add:
		return num{v: a + b}
	case ir.Sub:
		return num{v: a - b}
	case ir.Mul:
		return num{v: a * b}
	case ir.Neg:
		return num{v: -a}
	case ir.Abs:
		return num{v: max(a, -a)}
	case ir.Least:
		return num{v: min(a, b)}
	case ir.Greatest:
		return num{v: max(a, b)}
	case ir.IntDiv, ir.Mod:
		if b == 0 {
			return num{null: true}
		}
		if op == ir.IntDiv {
			return num{v: a / b}
		}
		return num{v: a % b}
	}
	panic("world: " + op.String())
}

func truth(b bool) num {
	if b {
		return num{v: 1}
	}
	return num{}
}

func compareNums(op ir.Op, a, b num) num {
	if a.null || b.null {
		return num{null: true}
	}
	switch op {
	case ir.Eq:
		return truth(a.v == b.v)
	case ir.Ne:
		return truth(a.v != b.v)
	case ir.Lt:
		return truth(a.v < b.v)
	case ir.Le:
		return truth(a.v <= b.v)
	case ir.Gt:
		return truth(a.v > b.v)
	}
	return truth(a.v >= b.v)
}

// threeValued joins two truth values.
func threeValued(op ir.Op, a, b num) num {
	absorbing := truth(op == ir.Or)
	switch {
	case a == absorbing || b == absorbing:
		return absorbing
	case a.null || b.null:
		return num{null: true}
	}
	return truth(op == ir.And)
}

// walk enumerates a bounded space.
func walk(s Space, env Env) []int64 {
	p, err := Open(s, env)
	if err != nil {
		panic(err)
	}
	var out []int64
	Walk(p, func(t int64) bool {
		out = append(out, t)
		return len(out) < 100_000
	})
	return out
}
