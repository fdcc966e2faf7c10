package plan

// Inputs returns the direct inputs of a node, left to right.
func Inputs(n Node) []Node {
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
	}
	panic("plan: unknown node")
}

// Walk calls f for every node of the tree, inputs after their operator.
func Walk(n Node, f func(Node)) {
	f(n)
	for _, in := range Inputs(n) {
		Walk(in, f)
	}
}
