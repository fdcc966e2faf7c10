package plan

import (
	"encoding/hex"
	"fmt"
	"math/big"
	"strings"
)

// writer turns a decoded plan back into SQL, by nothing but the meaning that node.go and
// expr.go state: one common table expression an operator, with columns c0, c1, ... It is the
// other half of the round-trip test.
type writer struct {
	defs   []string
	delims map[int]string // name of the distinct keys of a delim join
	ctes   map[int]string
}

func toSQL(p *Plan) string {
	w := &writer{delims: map[int]string{}, ctes: map[int]string{}}
	root := w.node(p.Root)
	return "WITH " + strings.Join(w.defs, ",\n") + "\nSELECT * FROM " + root
}

// define adds a definition and returns its name.
func (w *writer) define(cols int, body string) string {
	name := fmt.Sprintf("n%d", len(w.defs))
	w.defs = append(w.defs, fmt.Sprintf("%s(%s) AS MATERIALIZED (%s)", name, columns("", cols), body))
	return name
}

func columns(prefix string, n int) string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("%sc%d", prefix, i)
	}
	return strings.Join(names, ", ")
}

type refs func(i int) string

func from(prefix string) refs { return func(i int) string { return fmt.Sprintf("%sc%d", prefix, i) } }

func sqlList(es []Expr, r refs) string {
	parts := make([]string, len(es))
	for i, e := range es {
		parts[i] = sqlExpr(e, r)
	}
	return strings.Join(parts, ", ")
}

func conditions(es []Expr, r refs) string {
	parts := make([]string, len(es))
	for i, e := range es {
		parts[i] = "(" + sqlExpr(e, r) + ")"
	}
	return strings.Join(parts, " AND ")
}

func (w *writer) node(n Node) string {
	k := len(n.Columns())
	self := from("")
	switch n := n.(type) {
	case *Scan:
		r := func(i int) string { return quoteName(n.Cols[i].Name) }
		out := make([]string, len(n.Output))
		for i, o := range n.Output {
			out[i] = r(o)
		}
		body := fmt.Sprintf("SELECT %s FROM %s.%s.%s", strings.Join(out, ", "), quoteName(n.Table.Catalog), quoteName(n.Table.Schema), quoteName(n.Table.Name))
		if len(n.Filters) > 0 {
			body += " WHERE " + conditions(n.Filters, r)
		}
		return w.define(k, body)
	case *TableFunction:
		args := make([]Expr, len(n.Args))
		for i, a := range n.Args {
			args[i] = a
		}
		return w.define(k, "SELECT * FROM "+n.Name+"("+sqlList(args, nil)+")")
	case *Values:
		var rows []string
		for _, r := range n.Rows {
			rows = append(rows, "("+sqlList(r, nil)+")")
		}
		return w.define(k, "VALUES "+strings.Join(rows, ", "))
	case *DummyScan:
		return w.define(1, "SELECT 1")
	case *EmptyResult:
		var out []string
		for _, c := range n.Cols {
			out = append(out, "CAST(NULL AS "+c.Type.String()+")")
		}
		return w.define(k, "SELECT "+strings.Join(out, ", ")+" WHERE false")
	case *DelimGet:
		return w.delims[n.ID]
	case *CTERef:
		return w.ctes[n.ID]
	case *Filter:
		return w.define(k, "SELECT * FROM "+w.node(n.Input)+" WHERE "+conditions(n.Conds, self))
	case *Project:
		return w.define(k, "SELECT "+sqlList(n.Exprs, self)+" FROM "+w.node(n.Input))
	case *Join:
		return w.join(n)
	case *Aggregate:
		return w.aggregate(n)
	case *Distinct:
		in := w.node(n.Input)
		if n.On == nil {
			return w.define(k, "SELECT DISTINCT * FROM "+in)
		}
		body := "SELECT DISTINCT ON (" + sqlList(n.On, self) + ") * FROM " + in
		if len(n.Order) > 0 {
			body += " ORDER BY " + sqlKeys(n.Order, self)
		}
		return w.define(k, body)
	case *OrderBy:
		return w.define(k, "SELECT * FROM "+w.node(n.Input)+" ORDER BY "+sqlKeys(n.Keys, self))
	case *TopN:
		return w.define(k, fmt.Sprintf("SELECT * FROM %s ORDER BY %s LIMIT %d OFFSET %d", w.node(n.Input), sqlKeys(n.Keys, self), n.Limit, n.Offset))
	case *Limit:
		body := fmt.Sprintf("SELECT * FROM %s", w.node(n.Input))
		if n.Count >= 0 {
			body += fmt.Sprintf(" LIMIT %d", n.Count)
		}
		return w.define(k, body+fmt.Sprintf(" OFFSET %d", n.Offset))
	case *Window:
		in := w.node(n.Input)
		out := []string{"*"}
		for _, f := range n.Funcs {
			out = append(out, sqlWindow(f))
		}
		return w.define(k, "SELECT "+strings.Join(out, ", ")+" FROM "+in)
	case *SetOp:
		var parts []string
		for _, c := range n.Inputs {
			parts = append(parts, "SELECT * FROM "+w.node(c))
		}
		word := " " + n.Kind.String() + " "
		if n.All {
			word += "ALL "
		}
		return w.define(k, strings.Join(parts, word))
	case *CTE:
		w.ctes[n.ID] = w.node(n.Def)
		return w.node(n.Body)
	}
	panic(fmt.Sprintf("unknown node %T", n))
}

func (w *writer) join(n *Join) string {
	left, right := w.joinInputs(n)
	nl, nr := len(n.Left.Columns()), len(n.Right.Columns())
	both := func(i int) string {
		if i < nl {
			return fmt.Sprintf("l.c%d", i)
		}
		return fmt.Sprintf("r.c%d", i-nl)
	}
	var conds []string
	for _, c := range n.Conds {
		conds = append(conds, fmt.Sprintf("((%s) %s (%s))", sqlExpr(c.Left, from("l.")), c.Op, sqlExpr(c.Right, from("r."))))
	}
	if n.Residual != nil {
		conds = append(conds, "("+sqlExpr(n.Residual, both)+")")
	}
	if len(conds) == 0 {
		conds = append(conds, "true")
	}
	cond := strings.Join(conds, " AND ")
	k := len(n.Columns())
	outer := func(word string) string {
		return w.define(k, fmt.Sprintf("SELECT %s, %s FROM %s l %s JOIN %s r ON %s", columns("l.", nl), columns("r.", nr), left, word, right, cond))
	}
	exists := func(word, from, alias, of, inner string) string {
		return w.define(k, fmt.Sprintf("SELECT %s.* FROM %s %s WHERE %s (SELECT 1 FROM %s %s WHERE %s)", alias, from, alias, word, of, inner, cond))
	}
	switch n.Kind {
	case Inner:
		return outer("INNER")
	case LeftOuter, Single:
		return outer("LEFT")
	case RightOuter:
		return outer("RIGHT")
	case FullOuter:
		return outer("FULL")
	case Semi:
		return exists("EXISTS", left, "l", right, "r")
	case Anti:
		return exists("NOT EXISTS", left, "l", right, "r")
	case RightSemi:
		return exists("EXISTS", right, "r", left, "l")
	case RightAnti:
		return exists("NOT EXISTS", right, "r", left, "l")
	default:
		return w.define(k, fmt.Sprintf("SELECT l.*, %s FROM %s l", sqlMark(n, right, conds), left))
	}
}

// sqlMark writes the rule stated at Join.
func sqlMark(n *Join, right string, conds []string) string {
	group := "SELECT 1 FROM " + right + " r WHERE " + strings.Join(append([]string{"true"}, conds[:n.MarkKeys]...), " AND ")
	leftNull, rightNull := "false", "false"
	for _, c := range n.Conds[n.MarkKeys:] {
		if c.Op != NotDistinctFrom {
			leftNull += " OR (" + sqlExpr(c.Left, from("l.")) + ") IS NULL"
			rightNull += " OR (" + sqlExpr(c.Right, from("r.")) + ") IS NULL"
		}
	}
	match := strings.Join(conds[n.MarkKeys:], " AND ")
	return fmt.Sprintf("CASE WHEN NOT EXISTS (%[1]s) THEN false WHEN %[2]s THEN NULL WHEN EXISTS (%[1]s AND (%[3]s)) THEN true WHEN EXISTS (%[1]s AND (%[4]s)) THEN NULL ELSE false END",
		group, leftNull, match, rightNull)
}

// joinInputs writes the inputs, for a delim join with the distinct keys between them.
func (w *writer) joinInputs(n *Join) (left, right string) {
	if n.Delim == nil {
		return w.node(n.Left), w.node(n.Right)
	}
	keys := func(in string) {
		w.delims[n.Delim.ID] = w.define(len(n.Delim.Columns), "SELECT DISTINCT "+sqlList(n.Delim.Columns, from(""))+" FROM "+in)
	}
	if n.Delim.Flipped {
		right = w.node(n.Right)
		keys(right)
		return w.node(n.Left), right
	}
	left = w.node(n.Left)
	keys(left)
	return left, w.node(n.Right)
}

func (w *writer) aggregate(n *Aggregate) string {
	in := w.node(n.Input)
	var groups, out []string
	for i, g := range n.Groups {
		groups = append(groups, fmt.Sprintf("%s AS g%d", sqlExpr(g, from("")), i))
		out = append(out, fmt.Sprintf("g%d", i))
	}
	for _, a := range n.Aggs {
		out = append(out, sqlAgg(a))
	}
	for _, g := range n.Groupings {
		out = append(out, "GROUPING("+groupNames(g)+")")
	}
	source := in
	if len(groups) > 0 {
		source = "(SELECT *, " + strings.Join(groups, ", ") + " FROM " + in + ")"
	}
	body := "SELECT " + strings.Join(out, ", ") + " FROM " + source
	switch {
	case n.Sets != nil:
		var sets []string
		for _, s := range n.Sets {
			sets = append(sets, "("+groupNames(s)+")")
		}
		body += " GROUP BY GROUPING SETS (" + strings.Join(sets, ", ") + ")"
	case len(groups) > 0:
		all := orAll(nil, len(n.Groups))
		body += " GROUP BY " + groupNames(all)
	}
	return w.define(len(n.Columns()), body)
}

func groupNames(at []int) string {
	names := make([]string, len(at))
	for i, p := range at {
		names[i] = fmt.Sprintf("g%d", p)
	}
	return strings.Join(names, ", ")
}

func sqlAgg(a *Agg) string {
	args := sqlList(a.Args, from(""))
	if a.Name == "count_star" {
		args = "*"
	}
	if a.Separator != "" {
		args += ", " + quoteText(a.Separator)
	}
	if a.Distinct {
		args = "DISTINCT " + args
	}
	if len(a.Order) > 0 {
		args += " ORDER BY " + sqlKeys(a.Order, from(""))
	}
	s := strings.TrimSuffix(a.Name, "_star") + "(" + args + ")"
	if a.Filter != nil {
		s += " FILTER (WHERE " + sqlExpr(a.Filter, from("")) + ")"
	}
	return s
}

func sqlWindow(f *WindowFunc) string {
	a := &Agg{Name: f.Name, Args: f.Args, Distinct: f.Distinct, Order: f.ArgOrder, Filter: f.Filter, Separator: f.Separator}
	if f.Offset != nil {
		a.Args = append(a.Args, f.Offset)
	}
	if f.Default != nil {
		a.Args = append(a.Args, f.Default)
	}
	over := ""
	if len(f.Partition) > 0 {
		over += "PARTITION BY " + sqlList(f.Partition, from(""))
	}
	if len(f.Order) > 0 {
		over += " ORDER BY " + sqlKeys(f.Order, from(""))
	}
	unit := [...]string{FrameRows: "ROWS", FrameRange: "RANGE", FrameGroups: "GROUPS"}
	u := f.End.Unit
	if f.End.Kind == UnboundedFollowing {
		u = f.Start.Unit
	}
	bound := func(b FrameBound) string {
		switch b.Kind {
		case UnboundedPreceding:
			return "UNBOUNDED PRECEDING"
		case UnboundedFollowing:
			return "UNBOUNDED FOLLOWING"
		case CurrentRow:
			return "CURRENT ROW"
		case Preceding:
			return sqlExpr(b.Expr, from("")) + " PRECEDING"
		default:
			return sqlExpr(b.Expr, from("")) + " FOLLOWING"
		}
	}
	exclude := [...]string{ExcludeNothing: "", ExcludeCurrentRow: " EXCLUDE CURRENT ROW", ExcludeGroup: " EXCLUDE GROUP", ExcludeTies: " EXCLUDE TIES"}
	return fmt.Sprintf("%s OVER (%s %s BETWEEN %s AND %s%s)", sqlAgg(a), over, unit[u], bound(f.Start), bound(f.End), exclude[f.Exclude])
}

func sqlKeys(keys []SortKey, r refs) string {
	parts := make([]string, len(keys))
	for i, k := range keys {
		parts[i] = sqlExpr(k.Expr, r) + map[bool]string{true: " DESC", false: " ASC"}[k.Desc] + map[bool]string{true: " NULLS FIRST", false: " NULLS LAST"}[k.NullsFirst]
	}
	return strings.Join(parts, ", ")
}

func quoteName(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

func sqlExpr(e Expr, r refs) string {
	not := func(b bool) string { return map[bool]string{true: "NOT ", false: ""}[b] }
	switch e := e.(type) {
	case *ColumnRef:
		return r(e.Index)
	case *Const:
		return sqlConst(e)
	case *Func:
		if _, ok := infix[e.Name]; ok && len(e.Args) == 2 {
			return "(" + sqlExpr(e.Args[0], r) + " " + e.Name + " " + sqlExpr(e.Args[1], r) + ")"
		}
		if e.Name == "-" {
			return "(- " + sqlExpr(e.Args[0], r) + ")"
		}
		if e.Name == SplitExtract {
			return "string_split(" + sqlList(e.Args[:2], r) + ")[" + sqlExpr(e.Args[2], r) + "]"
		}
		return quoteName(e.Name) + "(" + sqlList(e.Args, r) + ")"
	case *Compare:
		return fmt.Sprintf("((%s) %s (%s))", sqlExpr(e.L, r), e.Op, sqlExpr(e.R, r))
	case *Conj:
		word := map[bool]string{true: " OR ", false: " AND "}[e.Or]
		parts := make([]string, len(e.Args))
		for i, a := range e.Args {
			parts[i] = "(" + sqlExpr(a, r) + ")"
		}
		return "(" + strings.Join(parts, word) + ")"
	case *Not:
		return "(NOT (" + sqlExpr(e.X, r) + "))"
	case *IsNull:
		return "((" + sqlExpr(e.X, r) + ") IS " + not(e.Not) + "NULL)"
	case *In:
		return "((" + sqlExpr(e.X, r) + ") " + not(e.Not) + "IN (" + sqlList(e.List, r) + "))"
	case *Between:
		op := map[bool]string{true: "<=", false: "<"}
		x := sqlExpr(e.X, r)
		return fmt.Sprintf("((%s) %s (%s) AND (%s) %s (%s))", sqlExpr(e.Lo, r), op[e.LoIncluded], x, x, op[e.HiIncluded], sqlExpr(e.Hi, r))
	case *Case:
		s := "(CASE"
		for _, w := range e.Whens {
			s += " WHEN " + sqlExpr(w.Cond, r) + " THEN " + sqlExpr(w.Then, r)
		}
		return s + " ELSE " + sqlExpr(e.Else, r) + " END)"
	case *Cast:
		return map[bool]string{true: "TRY_CAST(", false: "CAST("}[e.Try] + sqlExpr(e.X, r) + " AS " + e.T.String() + ")"
	case *Coalesce:
		return "coalesce(" + sqlList(e.Args, r) + ")"
	}
	panic(fmt.Sprintf("unknown expression %T", e))
}

func sqlConst(c *Const) string {
	cast := func(text string) string { return "CAST(" + quoteText(text) + " AS " + c.T.String() + ")" }
	switch v := c.Value.(type) {
	case nil:
		if c.T.ID == Null {
			return "NULL"
		}
		return "CAST(NULL AS " + c.T.String() + ")"
	case bool:
		return fmt.Sprint(v)
	case int64:
		text := intText(v, c.T)
		if i := strings.IndexByte(text, '\''); i >= 0 {
			text = strings.Trim(text[i:], "'")
		}
		return cast(text)
	case *big.Int:
		return cast(pointed(v.String(), int(c.T.Scale)))
	case float64:
		return cast(strings.TrimPrefix(fmt.Sprint(v), "+"))
	case []byte:
		s := ""
		for _, b := range v {
			s += `\x` + hex.EncodeToString([]byte{b})
		}
		return "'" + s + "'::BLOB"
	case [16]byte:
		return cast(hex.EncodeToString(v[:]))
	case IntervalValue:
		return fmt.Sprintf("(to_months(%d) + to_days(%d) + to_microseconds(%d))", v.Months, v.Days, v.Micros)
	case string:
		return cast(v)
	default:
		return cast(fmt.Sprint(v))
	}
}
