package sidebyside

// A Query is what both engines run, and what its result promises. Rows that are equal in the
// columns of the order may come in any order.
type Query struct {
	Name  string
	SQL   string
	Order []int // result columns (from 0) of ORDER BY, in its order; none means any order of rows
	Limit int   // rows at most; 0 means all
}
