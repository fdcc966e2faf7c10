package plan

import "slices"

// delimScope is a duplicate-eliminated join while its other side is decoded.
type delimScope struct {
	id   int
	cols []Column
	used bool // a DelimGet reads it
}

var joinKinds = map[string]JoinKind{
	"INNER": Inner, "LEFT": LeftOuter, "RIGHT": RightOuter, "FULL": FullOuter, "OUTER": FullOuter, "SINGLE": Single,
	"SEMI": Semi, "ANTI": Anti, "RIGHT_SEMI": RightSemi, "RIGHT_ANTI": RightAnti, "MARK": Mark,
}

func (d *decoder) joinKind(o *object) JoinKind {
	name := o.text("join_type")
	k, ok := joinKinds[name]
	if !ok {
		d.refuse("%s join is not supported", name)
	}
	return k
}

// newJoin fills in the output columns.
func newJoin(j *Join) *Join {
	left, right := j.Left.Columns(), j.Right.Columns()
	switch j.Kind {
	case Semi, Anti:
		j.out = left
	case RightSemi, RightAnti:
		j.out = right
	case Mark:
		j.out = append(slices.Clip(left), Column{Type: Type{ID: Boolean}})
	default:
		j.out = append(slices.Clip(left), right...)
	}
	return j
}

// comparisonJoin decodes a join on comparisons, duplicate-eliminated or not.
func (d *decoder) comparisonJoin(o *object, children []value, delim bool) Node {
	j := &Join{Kind: d.joinKind(o)}
	o.ignore("mark_index")
	if o.get("predicate") != nil {
		d.refuse("predicate besides the conditions is not supported")
	}
	dups := o.list("duplicate_eliminated_columns")
	flipped := o.flag("delim_flipped", false)
	if delim {
		d.delimInputs(j, children, dups, flipped)
	} else {
		if len(dups) > 0 {
			d.refuse("duplicate-eliminated columns without a delim join")
		}
		j.Left, j.Right = d.node(&children[0]), d.node(&children[1])
	}
	d.conditions(o, j)
	// DuckDB keeps groups only when one condition is left besides the correlated ones. A correlated
	// EXISTS has none left and needs no groups: its conditions are never NULL.
	if keys := len(o.list("mark_types")); j.Kind == Mark && keys+1 == len(j.Conds) {
		j.MarkKeys = keys
	}
	return d.joinOutput(o, newJoin(j))
}

func (d *decoder) conditions(o *object, j *Join) {
	left, right := inputScope(j.Left), inputScope(j.Right)
	list := o.list("conditions")
	for i := range list {
		c := d.object(&list[i], "join condition")
		cond := JoinCond{
			Op:    d.compareOp(c.text("comparison")),
			Left:  d.expr(c.need("left"), left),
			Right: d.expr(c.need("right"), right),
		}
		c.done()
		d.sameType("join condition", cond.Left.Type(), cond.Right.Type())
		j.Conds = append(j.Conds, cond)
	}
	if len(j.Conds) == 0 {
		d.refuse("no condition")
	}
}

// delimInputs decodes the inputs of a duplicate-eliminated join: first the side the distinct
// rows are taken from, then the other side, whose DelimGets read them. A DelimGet belongs to
// the innermost join on whose other side it is, as in DuckDB's physical plan.
func (d *decoder) delimInputs(j *Join, children []value, dups []value, flipped bool) {
	d.lastID++
	j.Delim = &Delim{ID: d.lastID, Flipped: flipped}
	from, to := &j.Left, &j.Right
	fromValue, toValue := &children[0], &children[1]
	if flipped {
		from, to = to, from
		fromValue, toValue = toValue, fromValue
	}
	*from = d.node(fromValue)
	s := inputScope(*from)
	j.Delim.Columns = d.exprs(dups, s)
	ds := &delimScope{id: j.Delim.ID}
	for _, e := range j.Delim.Columns {
		ds.cols = append(ds.cols, Column{Name: columnName(e, s.cols), Type: e.Type()})
	}
	d.delims = append(d.delims, ds)
	*to = d.node(toValue)
	d.delims = d.delims[:len(d.delims)-1]
	if !ds.used {
		j.Delim = nil
	}
}

func (d *decoder) delimGet(o *object) Node {
	o.ignore("table_index")
	types := d.types(o.list("chunk_types"))
	if len(d.delims) == 0 {
		d.refuse("outside a delim join")
	}
	ds := d.delims[len(d.delims)-1]
	ds.used = true
	if len(types) != len(ds.cols) {
		d.refuse("%d columns of %d", len(types), len(ds.cols))
	}
	for i, t := range types {
		if t != ds.cols[i].Type {
			d.refuse("column %d is read as %s, which is %s", i, t, ds.cols[i].Type)
		}
	}
	return &DelimGet{ID: ds.id, Cols: ds.cols}
}

// joinOutput applies the projection maps of a join's sides.
func (d *decoder) joinOutput(o *object, j *Join) Node {
	nl, nr := len(j.Left.Columns()), len(j.Right.Columns())
	left := orAll(o.positions("left_projection_map", nl), nl)
	right := orAll(o.positions("right_projection_map", nr), nr)
	switch j.Kind {
	case Semi, Anti:
		return pick(j, left)
	case RightSemi, RightAnti:
		return pick(j, right)
	case Mark:
		return pick(j, append(left, nl))
	}
	return pick(j, append(left, shift(right, nl)...))
}

// orAll returns the positions, or all n when there is none.
func orAll(at []int, n int) []int {
	for i := 0; len(at) < n && (i > 0 || len(at) == 0); i++ {
		at = append(at, i)
	}
	return at
}

func shift(at []int, by int) []int {
	out := make([]int, len(at))
	for i, p := range at {
		out[i] = p + by
	}
	return out
}

// anyJoin decodes a join on an arbitrary condition. The condition refers to
// the output of the join, to which semi and anti joins add the right columns; in the
// result it refers to left columns then right columns.
func (d *decoder) anyJoin(o *object, children []value) Node {
	j := &Join{Kind: d.joinKind(o), Left: d.node(&children[0]), Right: d.node(&children[1])}
	o.ignore("mark_index")
	nl, nr := len(j.Left.Columns()), len(j.Right.Columns())
	left := orAll(o.positions("left_projection_map", nl), nl)
	right := orAll(o.positions("right_projection_map", nr), nr)
	switch j.Kind {
	case Semi, Anti:
		right = orAll(nil, nr)
	case RightSemi, RightAnti, Mark:
		d.refuse("%s join on an arbitrary condition is not supported", j.Kind)
	}
	s := scope{at: append(left, shift(right, nl)...)}
	both := append(slices.Clip(j.Left.Columns()), j.Right.Columns()...)
	for _, i := range s.at {
		s.cols = append(s.cols, both[i])
	}
	j.Residual = d.expr(o.need("condition"), s)
	d.booleans("condition", []Expr{j.Residual})
	return d.joinOutput(o, newJoin(j))
}
