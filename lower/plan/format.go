package plan

import (
	"fmt"
	"strings"
)

// Format returns the plan as an indented tree, one operator a line, each followed by its
// inputs. It depends on the decoded plan alone.
//
// A column is written by its name when the name is a plain identifier; #i follows when
// the input has the name twice, and a column without such a name is #i alone.
func Format(p *Plan) string {
	var b strings.Builder
	formatNode(&b, p.Root, "", "")
	return b.String()
}

// formatNode writes n after the prefix first and its inputs after the prefix rest.
func formatNode(b *strings.Builder, n Node, first, rest string) {
	b.WriteString(first)
	b.WriteString(line(n))
	b.WriteByte('\n')
	in := inputs(n)
	for i, c := range in {
		if i < len(in)-1 {
			formatNode(b, c, rest+" ├── ", rest+" │   ")
		} else {
			formatNode(b, c, rest+" └── ", rest+"     ")
		}
	}
}

// inputs returns the nodes an operator reads, a CTE's definition first.
func inputs(n Node) []Node {
	switch n := n.(type) {
	case *Scan, *TableFunction, *Values, *DummyScan, *EmptyResult, *DelimGet, *CTERef:
		return nil
	case *Filter:
		return []Node{n.Input}
	case *Project:
		return []Node{n.Input}
	case *Join:
		return []Node{n.Left, n.Right}
	case *Aggregate:
		return []Node{n.Input}
	case *Distinct:
		return []Node{n.Input}
	case *OrderBy:
		return []Node{n.Input}
	case *TopN:
		return []Node{n.Input}
	case *Limit:
		return []Node{n.Input}
	case *Window:
		return []Node{n.Input}
	case *SetOp:
		return n.Inputs
	case *CTE:
		return []Node{n.Def, n.Body}
	default:
		panic(fmt.Sprintf("plan: unknown node %T", n))
	}
}

// line returns the text of one operator.
func line(n Node) string {
	switch n := n.(type) {
	case *Scan:
		return scanLine("scan "+n.Table.Name, n.Cols, n.Output, n.Filters)
	case *TableFunction:
		return scanLine("call "+n.Name+tableArgs(n), n.Cols, n.Output, n.Filters)
	case *Values:
		return "values " + valuesText(n)
	case *DummyScan:
		return "one row"
	case *EmptyResult:
		return "empty"
	case *DelimGet:
		return fmt.Sprintf("delim get #%d%s", n.ID, columnList(n.Cols))
	case *CTERef:
		return fmt.Sprintf("read %s #%d%s", n.Name, n.ID, columnList(n.Cols))
	case *Filter:
		return "filter [" + join(n.Conds, ", ", n.Input.Columns()) + "]"
	case *Project:
		return "project [" + projectText(n) + "]"
	case *Join:
		return joinLine(n)
	case *Aggregate:
		return aggregateLine(n)
	case *Distinct:
		return distinctLine(n)
	case *OrderBy:
		return "order by [" + keysText(n.Keys, n.Input.Columns()) + "]"
	case *TopN:
		s := fmt.Sprintf("top %d [%s]", n.Limit, keysText(n.Keys, n.Input.Columns()))
		if n.Offset > 0 {
			s += fmt.Sprintf(" offset %d", n.Offset)
		}
		return s
	case *Limit:
		return limitLine(n)
	case *Window:
		return windowLine(n)
	case *SetOp:
		if n.All {
			return n.Kind.String() + " all"
		}
		return n.Kind.String()
	case *CTE:
		return fmt.Sprintf("with %s #%d", n.Name, n.ID)
	default:
		panic(fmt.Sprintf("plan: unknown node %T", n))
	}
}

func scanLine(head string, cols []ScanColumn, output []int, filters []Expr) string {
	read := make([]Column, len(cols))
	for i, c := range cols {
		read[i] = c.Column
	}
	out := make([]string, len(output))
	for i, o := range output {
		out[i] = columnText(read, o)
	}
	s := head + " [" + strings.Join(out, ", ") + "]"
	if len(filters) > 0 {
		s += " where [" + join(filters, ", ", read) + "]"
	}
	return s
}

func tableArgs(n *TableFunction) string {
	var args []string
	for _, a := range n.Args {
		args = append(args, exprText(a, nil))
	}
	for _, a := range n.Named {
		args = append(args, a.Name+" := "+exprText(a.Value, nil))
	}
	return "(" + strings.Join(args, ", ") + ")"
}

// maxRows is the number of constant rows written out; of more only the number is.
const maxRows = 16

func valuesText(n *Values) string {
	if len(n.Rows) > maxRows {
		types := make([]string, len(n.Cols))
		for i, c := range n.Cols {
			types[i] = c.Type.String()
		}
		return fmt.Sprintf("%d rows [%s]", len(n.Rows), strings.Join(types, ", "))
	}
	rows := make([]string, len(n.Rows))
	for i, r := range n.Rows {
		rows[i] = "(" + join(r, ", ", nil) + ")"
	}
	return "[" + strings.Join(rows, ", ") + "]"
}

func columnList(cols []Column) string {
	names := make([]string, len(cols))
	for i := range cols {
		names[i] = columnText(cols, i)
	}
	return " [" + strings.Join(names, ", ") + "]"
}

func projectText(n *Project) string {
	in := n.Input.Columns()
	parts := make([]string, len(n.Exprs))
	for i, e := range n.Exprs {
		parts[i] = exprText(e, in)
		if isIdentifier(n.Names[i]) && n.Names[i] != columnName(e, in) {
			parts[i] += " as " + n.Names[i]
		}
	}
	return strings.Join(parts, ", ")
}

func joinLine(n *Join) string {
	s := n.Kind.String() + " join"
	if len(n.Conds) == 0 && n.Residual == nil {
		s = "cross product"
	}
	left, right := n.Left.Columns(), n.Right.Columns()
	if n.Delim != nil {
		from, side := left, "left"
		if n.Delim.Flipped {
			from, side = right, "right"
		}
		s += fmt.Sprintf(" delim #%d %s [%s]", n.Delim.ID, side, join(n.Delim.Columns, ", ", from))
	}
	if len(n.Conds) > 0 {
		conds := make([]string, len(n.Conds))
		for i, c := range n.Conds {
			conds[i] = operand(c.Left, left, precCompare+1) + " " + c.Op.String() + " " + operand(c.Right, right, precCompare+1)
		}
		s += " [" + strings.Join(conds, ", ") + "]"
	}
	if n.MarkKeys > 0 {
		s += fmt.Sprintf(" keys %d", n.MarkKeys)
	}
	if n.Residual != nil {
		both := append(append([]Column(nil), left...), right...)
		s += " on [" + exprText(n.Residual, both) + "]"
	}
	return s
}

func aggregateLine(n *Aggregate) string {
	in := n.Input.Columns()
	s := "aggregate"
	if len(n.Groups) > 0 {
		s += " by [" + join(n.Groups, ", ", in) + "]"
	}
	if n.Sets != nil {
		s += " sets " + setsText(n.Sets)
	}
	calls := make([]string, len(n.Aggs))
	for i, a := range n.Aggs {
		calls[i] = aggText(a, in)
	}
	if len(calls) > 0 {
		s += " [" + strings.Join(calls, ", ") + "]"
	}
	if len(n.Groupings) > 0 {
		s += " grouping " + setsText(n.Groupings)
	}
	return s
}

// setsText writes sets of positions.
func setsText(sets [][]int) string {
	parts := make([]string, len(sets))
	for i, set := range sets {
		at := make([]string, len(set))
		for k, g := range set {
			at[k] = fmt.Sprint(g)
		}
		parts[i] = "(" + strings.Join(at, ", ") + ")"
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func aggText(a *Agg, in []Column) string {
	args := join(a.Args, ", ", in)
	name := a.Name
	if name == "count_star" {
		name, args = "count", "*"
	}
	if a.Separator != "" {
		args += ", " + quoteText(a.Separator)
	}
	if a.Distinct {
		args = "distinct " + args
	}
	if len(a.Order) > 0 {
		args += " order by " + keysText(a.Order, in)
	}
	s := name + "(" + args + ")"
	if a.Filter != nil {
		s += " filter (where " + exprText(a.Filter, in) + ")"
	}
	return s
}

func distinctLine(n *Distinct) string {
	s := "distinct"
	in := n.Input.Columns()
	if n.On != nil {
		s += " on [" + join(n.On, ", ", in) + "]"
	}
	if len(n.Order) > 0 {
		s += " order by [" + keysText(n.Order, in) + "]"
	}
	return s
}

func limitLine(n *Limit) string {
	s := "limit all"
	if n.Count >= 0 {
		s = fmt.Sprintf("limit %d", n.Count)
	}
	if n.Offset > 0 {
		s += fmt.Sprintf(" offset %d", n.Offset)
	}
	return s
}

func keysText(keys []SortKey, in []Column) string {
	parts := make([]string, len(keys))
	for i, k := range keys {
		parts[i] = exprText(k.Expr, in)
		if k.Desc {
			parts[i] += " desc"
		}
		if k.NullsFirst {
			parts[i] += " nulls first"
		}
	}
	return strings.Join(parts, ", ")
}
