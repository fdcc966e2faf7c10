package loops

import (
	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/vector"
	"github.com/reffine-db/reffine/spaces"
)

// computedTo is Compared for a condition between something computed of the row of it, which is not just an
// attribute, and a value of the tuple: it returns the ordering of the rows by what is computed, nil when the
// condition is none, or computing it may fail.
//
//	b[j].x - 900 > a[i].x
func (w *worker) computedTo(it string, t *field.Table, cond ir.Expr) (order *field.Ordering, op ir.Op, at ir.Expr, err error) {
	c, ok := cond.(*ir.Call)
	if !ok || !c.Op.Comparison() || c.Op == ir.Eq || max(w.tuples, w.driven) <= few {
		return nil, 0, nil, nil
	}
	for i, x := range c.Args {
		at := c.Args[1-i]
		free := map[string]bool{}
		if ir.FreeIters(x, free); len(free) != 1 || !free[it] || mentions(at, it) || !x.Type().Ordinal() || !x.Type().Same(at.Type()) {
			continue
		}
		op := c.Op
		if i == 1 {
			op = spaces.Mirror(op)
		}
		key := t.Name + " by " + ir.Key(x)
		if order = w.run.computed[key]; order == nil {
			if order, err = w.computed(it, t, x); order == nil {
				return nil, 0, nil, err
			}
			w.run.computed[key] = order
		}
		return order, op, at, nil
	}
	return nil, 0, nil, nil
}

// computed returns the ordering of the rows of t by x at the row of it, nil when x may fail.
func (w *worker) computed(it string, t *field.Table, x ir.Expr) (*field.Ordering, error) {
	slot := w.slots[it]
	w.fields[slot] = t
	c := vector.NewCompiler(w, w.block)
	w.compilers = append(w.compilers, c)
	node, err := c.Expr(x)
	if err != nil || node.CanFail() || node.Lane() == vector.Wides {
		return nil, err
	}
	f := w.frame()
	v := newVector("", x.Type().WithNull(node.Type().Null), 0)
	if node.Lane() == vector.Codes {
		v = &field.Vector{Type: v.Type, From: node.Dict().Strings()}
	}
	for lo := 0; lo < t.Rows && w.run.ctx.Err() == nil; lo += w.block {
		f.N, f.Slots[slot] = min(w.block, t.Rows-lo), vector.Slot{Dense: true, Base: int32(lo)}
		w.touch(f)
		appendLane(v, node, node.Eval(f), f.N)
	}
	if err := w.run.ctx.Err(); err != nil {
		return nil, err
	}
	all, err := field.NewTable(t.Name, []*field.Vector{v})
	if err != nil {
		return nil, err
	}
	return all.Ordering("")
}
