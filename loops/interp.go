package loops

import (
	"fmt"
	"strings"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
	"github.com/reffine-db/reffine/spaces"
)

// interpret runs a stage one coordinate at a time on the calling goroutine: tier one, and
// the oracle of the compiled tier.
func (r *run) interpret(st *Stage) ([]*field.Vector, error) {
	in := &interpreter{run: r, at: map[string]int64{}, fields: map[string]*field.Table{}, temps: map[string]ir.Value{}, probes: map[*Lookup]keyProbe{}, meter: r.meter()}
	watch := r.stopwatch(st)
	var sink interpSink
	switch s := st.Sink.(type) {
	case *Emit:
		sink = &interpEmit{spec: s}
	case *Scatter:
		sink = &interpScatter{spec: s, index: map[string]int{}}
	case *Fold:
		sink = &interpFold{spec: s, states: newStates(s.Reds)}
	}
	add := func() error { return sink.add(in) }
	if in.meter != nil {
		add = in.meter.visited(&in.meter.sink, add)
	}
	if err := in.stage(st, add); err != nil {
		return nil, err
	}
	watch.lap(running)
	out, err := sink.result()
	watch.collect(r, st, 0, []*meter{in.meter}, out)
	return out, err
}

// stage calls add at every coordinate of a stage.
func (in *interpreter) stage(st *Stage, add func() error) error {
	if len(st.Parts) == 0 {
		return in.walk(st.Steps, add)
	}
	for _, part := range st.Parts {
		given := part.Sink.(*Give)
		err := in.walk(part.Steps, func() error {
			for i, name := range given.Names {
				v, err := eval.Scalar(given.Elems[i], in)
				if err != nil {
					return err
				}
				in.temps[name] = v
			}
			return in.walk(st.Steps, add)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// interpreter holds the current coordinate: the position of every iterator bound so far, -1
// for φ, and the values of temporaries. It is the eval.Env of expressions and the spaces.Env of
// general spaces.
type interpreter struct {
	run    *run
	at     map[string]int64
	fields map[string]*field.Table // by iterator
	temps  map[string]ir.Value
	probes map[*Lookup]keyProbe
	ticks  int
	failed error // of an expression that package spaces has asked for
	meter  *meter
}

// errFound stops a walk that only asks whether anything is there.
var errFound = fmt.Errorf("loops: found")

// walk runs steps from the first; body is called at every coordinate that remains.
func (in *interpreter) walk(steps []Step, body func() error) error {
	if in.ticks++; in.ticks&1023 == 0 {
		if err := in.run.ctx.Err(); err != nil {
			return err
		}
	}
	if len(steps) == 0 {
		return body()
	}
	rest := func() error { return in.walk(steps[1:], body) }
	if in.meter != nil {
		t := in.meter.of(steps[0])
		return in.meter.visited(t, func() error { return in.step(steps[0], in.meter.left(t, rest)) })()
	}
	return in.step(steps[0], rest)
}

// step does one step; rest is called at every coordinate that it leaves.
func (in *interpreter) step(s Step, rest func() error) error {
	switch s := s.(type) {
	case *Scan:
		return in.each(s.It, s.Field, rest)
	case *Cross:
		return in.each(s.It, s.Field, rest)
	case *Band:
		return in.band(s, rest)
	case *Lookup:
		return in.lookup(s, rest)
	case *Walk:
		return in.space(s, rest)
	case *Span:
		return in.span(s, rest)
	case *Filter:
		for _, c := range s.Conds {
			v, err := eval.Scalar(c, in)
			if err != nil {
				return err
			}
			if !v.True() {
				return nil
			}
		}
		return rest()
	case *Outer:
		found := false
		if err := in.walk(s.Body, func() error { found = true; return rest() }); err != nil || found {
			return err
		}
		in.at[s.It] = -1
		return rest()
	case *Probe:
		found, err := in.any(s.Body)
		if err != nil || found == s.Anti {
			return err
		}
		return rest()
	case *Let:
		if err := in.let(s); err != nil {
			return err
		}
		return rest()
	}
	panic("loops: unknown step")
}

func (in *interpreter) each(it, name string, rest func() error) error {
	t := in.run.tables[name]
	in.fields[it] = t
	for i := range t.Rows {
		in.at[it] = int64(i)
		if err := rest(); err != nil {
			return err
		}
	}
	return nil
}

func (in *interpreter) lookup(s *Lookup, rest func() error) error {
	t := in.run.tables[s.Field]
	in.fields[s.It] = t
	keys := make([]ir.Value, len(s.Key))
	for i, k := range s.Key {
		var err error
		if keys[i], err = eval.Scalar(k.At, in); err != nil || !keys[i].Valid && !k.Nulls {
			return err
		}
	}
	rows, err := in.rowsOf(s, in.run.keyTable(s), keys)
	if err != nil {
		return err
	}
	for _, r := range rows {
		in.at[s.It] = int64(r)
		if err := rest(); err != nil {
			return err
		}
	}
	return nil
}

// band visits the rows between the limits in the ordering.
func (in *interpreter) band(s *Band, rest func() error) error {
	t := in.run.tables[s.Field]
	in.fields[s.It] = t
	x, err := t.Ordering(s.Of.Attr)
	if err != nil {
		return err
	}
	lo, hi := int32(0), int32(x.Len)
	for _, end := range []struct {
		l     *spaces.Limit
		equal bool
		to    *int32
	}{{s.Of.Lo, s.Of.Lo != nil && s.Of.Lo.Strict, &lo}, {s.Of.Hi, s.Of.Hi != nil && !s.Of.Hi.Strict, &hi}} {
		if end.l == nil {
			continue
		}
		v, err := eval.Scalar(end.l.At, in)
		if err != nil || !v.Valid {
			return err
		}
		*end.to = countValue(x, v, end.equal)
	}
	for p := lo; p < hi; p++ {
		in.at[s.It] = int64(x.Row(p))
		if err := rest(); err != nil {
			return err
		}
	}
	return nil
}

// rowsOf returns the rows of t that have a key.
func (in *interpreter) rowsOf(s *Lookup, t *field.Table, keys []ir.Value) ([]int32, error) {
	if byIndex(t, s) {
		ix, err := t.Index(s.Key[0].Attr)
		k, fits := keys[0].Int.Int64()
		if err != nil || !fits || !keys[0].Valid {
			return nil, err
		}
		lo, hi := ix.Segment(k)
		return listed(ix.Perm, lo, hi), nil
	}
	probe := in.probes[s]
	if probe.KeyProbe == nil {
		ix, err := keyIndex(t, s)
		if err != nil {
			return nil, err
		}
		probe = keyProbe{ix.Probe(1), ix.Perm()}
		in.probes[s] = probe
	}
	parts := make([]field.Keys, len(keys))
	for i, v := range keys {
		parts[i] = keyOf(v)
	}
	var lo, hi [1]int32
	probe.Segments(parts, lo[:], hi[:])
	return listed(probe.perm, lo[0], hi[0]), nil
}

// listed returns the rows at positions [lo, hi).
func listed(perm []int32, lo, hi int32) []int32 {
	if perm != nil {
		return perm[lo:hi]
	}
	var rows []int32
	for r := lo; r < hi; r++ {
		rows = append(rows, r)
	}
	return rows
}

// keyProbe reads a level of any key.
type keyProbe struct {
	*field.KeyProbe
	perm []int32
}

// keyOf is one value as a part of a key.
func keyOf(v ir.Value) field.Keys {
	k := field.Keys{}
	if !v.Valid {
		k.Null = []uint8{1}
	}
	switch {
	case v.Type.Text():
		k.Str = []string{v.Str}
	case v.Type.Float():
		k.Float = []float64{v.Float}
	default:
		k.Wide = []int128.Int{v.Int}
	}
	return k
}

func (in *interpreter) space(s *Walk, rest func() error) error {
	p, err := spaces.Open(s.Space, in)
	if err != nil {
		return &Refusal{"LOOPS", err.Error()}
	}
	spaces.Walk(p, func(at int64) bool {
		in.at[s.It] = at
		err = rest()
		return err == nil && in.failed == nil
	})
	if err == nil {
		err, in.failed = in.failed, nil
	}
	return err
}

func (in *interpreter) any(body []Step) (bool, error) {
	err := in.walk(body, func() error { return errFound })
	if err == errFound {
		return true, nil
	}
	return false, err
}

func (in *interpreter) let(s *Let) error {
	if len(s.Reds) == 0 {
		found, err := in.any(s.Body)
		in.temps[s.Names[0]] = ir.BoolValue(found)
		return err
	}
	states := newStates(s.Reds)
	if err := in.walk(s.Body, func() error { return states.add(in) }); err != nil {
		return err
	}
	for i, st := range states {
		v, err := st.value()
		if err != nil {
			return err
		}
		in.temps[s.Names[i]] = v
	}
	return nil
}

// Iter returns a temporary or the coordinate of an iterator.
func (in *interpreter) Iter(name string) (ir.Value, error) {
	if v, ok := in.temps[name]; ok {
		return v, nil
	}
	at, ok := in.at[name]
	if !ok {
		return ir.Value{}, fmt.Errorf("loops: iterator %s is not bound", name)
	}
	return ir.IntValue(ir.Of(ir.Int64), at), nil
}

// Sym returns a parameter or the value of a 0-d field.
func (in *interpreter) Sym(name string) (ir.Value, error) {
	v, ok := in.run.syms[name]
	if !ok {
		return ir.Value{}, fmt.Errorf("loops: no value for %s", name)
	}
	return v, nil
}

// position returns the table and row an access reads; ok is false for φ.
func (in *interpreter) position(x ir.Expr) (t *field.Table, row int64, ok bool, err error) {
	a, isAccess := x.(*ir.Access)
	if !isAccess || len(a.Args) != 1 {
		return nil, 0, false, &Refusal{"LOOPS", "an access by several coordinates"}
	}
	v, err := eval.Scalar(a.Args[0], in)
	if err != nil {
		return nil, 0, false, err
	}
	t = in.run.tables[a.Field]
	if t == nil {
		return nil, 0, false, fmt.Errorf("loops: no field %s", a.Field)
	}
	row, fits := v.Int.Int64()
	return t, row, v.Valid && fits && row >= 0 && row < int64(t.Rows), nil
}

// Attr reads a column at the current position.
func (in *interpreter) Attr(a *ir.Attr) (ir.Value, error) {
	t, row, ok, err := in.position(a.X)
	if err != nil || !ok {
		return ir.NullOf(a.T), err
	}
	v := t.Column(a.Name).Value(int(row))
	v.Type = a.T.WithNull(!v.Valid)
	return v, nil
}

// Access is not needed: tables have named attributes.
func (in *interpreter) Access(a *ir.Access) (ir.Value, error) {
	return ir.Value{}, &Refusal{"LOOPS", "a whole record as a value"}
}

// Exists reports whether an access is not φ.
func (in *interpreter) Exists(e *ir.Exists) (bool, error) {
	_, _, ok, err := in.position(e.X)
	return ok, err
}

// Reduce cannot occur: Build turns nested reductions into Let steps.
func (in *interpreter) Reduce(*ir.Reduce) (ir.Value, error) {
	return ir.Value{}, &Refusal{"LOOPS", "a reduction inside an expression"}
}

// Int evaluates an integer for package spaces.
func (in *interpreter) Int(x ir.Expr) (int64, bool) {
	if s, ok := x.(*ir.Sym); ok {
		switch s.Name {
		case "start":
			return 0, true
		case "end":
			return 1 << 62, true
		}
	}
	v, err := eval.Scalar(x, in)
	if err != nil {
		in.failed = err
	}
	if err != nil || !v.Valid {
		return 0, false
	}
	return v.Int.Int64()
}

// Holds evaluates a predicate for package spaces.
func (in *interpreter) Holds(pred ir.Expr, it string, at int64) bool {
	in.at[it] = at
	v, err := eval.Scalar(pred, in)
	if err != nil {
		in.failed = err
	}
	return err == nil && v.True()
}

// Level returns the rows of a table, all of them present.
func (in *interpreter) Level(c *spaces.Coord) spaces.Level {
	t := in.run.tables[c.Field]
	if t == nil {
		return nil
	}
	return rowLevel(t.Rows)
}

// rowLevel is the level of row numbers 0..n-1.
type rowLevel int64

func (n rowLevel) Len() int64            { return int64(n) }
func (n rowLevel) Coord(pos int64) int64 { return pos }
func (n rowLevel) Present(int64) bool    { return true }
func (n rowLevel) Locate(at int64) int64 { return min(max(at, 0), int64(n)) }

// keyText is a map key for values: exact, with one zero and one NaN.
func keyText(b *strings.Builder, v ir.Value) {
	if !v.Valid {
		b.WriteString("n;")
		return
	}
	v = canonical(v)
	fmt.Fprintf(b, "%d,%d,%x,%d:%s;", v.Int.Hi, v.Int.Lo, v.Float, len(v.Str), v.Str)
}
