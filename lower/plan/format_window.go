package plan

import "strings"

func windowLine(n *Window) string {
	in := n.Input.Columns()
	parts := make([]string, len(n.Funcs))
	for i, f := range n.Funcs {
		parts[i] = windowText(f, in)
	}
	return "window [" + strings.Join(parts, ", ") + "]"
}

func windowText(f *WindowFunc, in []Column) string {
	a := &Agg{Name: f.Name, Args: f.Args, Distinct: f.Distinct, Order: f.ArgOrder, Filter: f.Filter, Separator: f.Separator}
	if f.Offset != nil {
		a.Args = append(append([]Expr(nil), a.Args...), f.Offset)
	}
	if f.Default != nil {
		a.Args = append(append([]Expr(nil), a.Args...), f.Default)
	}
	s := aggText(a, in)
	if f.IgnoreNulls {
		s += " ignore nulls"
	}
	var over []string
	if len(f.Partition) > 0 {
		over = append(over, "partition by "+join(f.Partition, ", ", in))
	}
	if len(f.Order) > 0 {
		over = append(over, "order by "+keysText(f.Order, in))
	}
	over = append(over, "between "+boundText(f.Start, in)+" and "+boundText(f.End, in))
	switch f.Exclude {
	case ExcludeCurrentRow:
		over = append(over, "exclude current row")
	case ExcludeGroup:
		over = append(over, "exclude group")
	case ExcludeTies:
		over = append(over, "exclude ties")
	}
	return s + " over (" + strings.Join(over, " ") + ")"
}

func boundText(b FrameBound, in []Column) string {
	unit := [...]string{FrameRows: "row", FrameRange: "range", FrameGroups: "group"}[b.Unit]
	switch b.Kind {
	case UnboundedPreceding:
		return "unbounded preceding"
	case UnboundedFollowing:
		return "unbounded following"
	case CurrentRow:
		return "current " + unit
	case Preceding:
		return unit + " " + exprText(b.Expr, in) + " preceding"
	default:
		return unit + " " + exprText(b.Expr, in) + " following"
	}
}
