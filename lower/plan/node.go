package plan

// Plan is one decoded query.
type Plan struct {
	Root Node

	// Params are the parameters of the query that occur in the plan, numbered
	// ones first in numeric order, then named ones by name. One that the
	// optimizer removed is missing.
	Params []Param

	// Tables are the tables the plan reads, in order of their first scan, each once.
	Tables []Table

	// Volatile names, sorted and each once, the functions in the plan whose value
	// may differ between two runs over the same data. Not empty: the result
	// must not be cached, nor may calls be merged, duplicated or reordered. Functions the
	// optimizer has folded away (now, current_date, current_setting) cannot be seen here; see
	// Unstable.
	Volatile []string
}

// Columns returns the output schema of the plan. Names are what the plan happens to
// carry and may differ from the statement's result names.
func (p *Plan) Columns() []Column { return p.Root.Columns() }

// Table names a table.
type Table struct{ Catalog, Schema, Name string }

// Column is one column of a node's output. Name serves printing and debugging: it may be empty
// or occur twice. Columns are referred to by position only.
type Column struct {
	Name string
	Type Type
}

// Node is an operator of the plan. The set is sealed: Scan, TableFunction, Values, DummyScan,
// EmptyResult, DelimGet, CTERef, Filter, Project, Join, Aggregate, Distinct, OrderBy, TopN,
// Limit, Window, SetOp and CTE, each by pointer.
//
// A ColumnRef in an operator's expressions is a position in the output of its input; exceptions
// are stated at Scan and Join. DuckDB's projection maps do not show: where the plan has
// one, a Project of plain references is put on top of the operator.
type Node interface {
	// Columns returns the output schema, in order. The caller must not change it.
	Columns() []Column
	node()
}

// Scan reads a table of DuckDB.
//
// Cols are the columns read; Filters refer to positions in Cols, all must be true for
// a row to pass. Output lists positions in Cols and is the node's output: columns read only for
// filters are not in it.
//
// Filters that are only hints (zone maps, IN lists kept above the scan, bounds
// that a join or top-N finds while it runs) are left out: the operators they derive from are
// in the plan and do the whole work.
type Scan struct {
	Table   Table
	Cols    []ScanColumn
	Output  []int
	Filters []Expr

	out []Column
}

// ScanColumn is a column read by a Scan or TableFunction.
type ScanColumn struct {
	Column
	Kind  ScanColumnKind
	Index int // position in the table's columns when Kind is TableColumn
}

// ScanColumnKind tells stored columns from virtual ones.
type ScanColumnKind uint8

const (
	// TableColumn is a column of the table.
	TableColumn ScanColumnKind = iota
	// RowID is DuckDB's row identifier, a BIGINT. It is also what DuckDB scans when
	// only the number of rows counts.
	RowID
	// NoColumn is a BOOLEAN nobody reads: only the number of rows counts.
	NoColumn
)

// TableFunction calls a table function other than a scan of a DuckDB table. Cols, Output and
// Filters are as in Scan, Index counts the function's result columns.
type TableFunction struct {
	Name    string
	Args    []*Const
	Named   []NamedArg // sorted by name
	Cols    []ScanColumn
	Output  []int
	Filters []Expr

	out []Column
}

// NamedArg is a named argument of a table function.
type NamedArg struct {
	Name  string
	Value *Const
}

// Values is a table of constant rows, or of expressions without column references. Every
// row has as many expressions as Cols, of the same types.
type Values struct {
	Cols []Column
	Rows [][]Expr
}

// DummyScan is one row with one INTEGER column nobody reads.
type DummyScan struct{}

// EmptyResult has no rows.
type EmptyResult struct{ Cols []Column }

// DelimGet reads the distinct rows of the Delim.Columns of the enclosing Join whose
// Delim has the same ID: output column i is Delim.Columns[i].
type DelimGet struct {
	ID   int
	Cols []Column
}

// CTERef reads the result of the enclosing CTE with the same ID.
type CTERef struct {
	ID   int
	Name string
	Cols []Column
}

// Filter passes rows for which all of Conds are true (not false, not NULL).
type Filter struct {
	Input Node
	Conds []Expr
}

// Project computes Exprs for each row. Names are the output names, empty where there is none.
type Project struct {
	Input Node
	Exprs []Expr
	Names []string

	out []Column
}

// JoinKind is the kind of a join.
type JoinKind uint8

// The kinds of join, and their output. Semi and RightSemi pass a row at most once. Single is
// LeftOuter for a scalar subquery: when a left row has more than one partner DuckDB fails, or takes the
// first under scalar_subquery_error_on_multiple_rows = false.
const (
	Inner      JoinKind = iota // left columns, right columns
	LeftOuter                  // left columns, right columns
	RightOuter                 // left columns, right columns
	FullOuter                  // left columns, right columns
	Single                     // left columns, right columns
	Semi                       // left columns
	Anti                       // left columns
	RightSemi                  // right columns
	RightAnti                  // right columns
	Mark                       // left columns, a BOOLEAN: true, false or NULL
)

var joinKindNames = [...]string{
	Inner: "inner", LeftOuter: "left", RightOuter: "right", FullOuter: "full", Single: "single",
	Semi: "semi", Anti: "anti", RightSemi: "right semi", RightAnti: "right anti", Mark: "mark",
}

// String returns the kind as plans print it.
func (k JoinKind) String() string { return joinKindNames[k] }

// Join pairs rows of Left and Right for which all of Conds and Residual are true.
// No Conds and no Residual is the cross product.
//
// Mark adds what IN needs to know of each left row. Without right rows it is false. Otherwise, by the
// first that applies: NULL when a left operand of Conds is NULL, true when a right row matches, NULL when
// some right row has a NULL operand in Conds, else false; a NULL compared by NotDistinctFrom
// does not count. For several Conds this is less than SQL's row comparison knows: it is what DuckDB
// computes. With MarkKeys = n > 0 (a correlated IN), the first n of Conds only choose, for a
// left row, the right rows that matter, and the rule is applied to those with the one remaining Cond.
type Join struct {
	Kind     JoinKind
	Left     Node
	Right    Node
	Conds    []JoinCond
	Residual Expr // over left columns then right columns; nil when there is none
	MarkKeys int
	Delim    *Delim // nil when no DelimGet reads the distinct keys of this join

	out []Column
}

// JoinCond compares an expression over Left's columns with one over Right's.
type JoinCond struct {
	Op    CompareOp
	Left  Expr
	Right Expr
}

// Delim makes a Join duplicate-eliminated: before the other side runs, the distinct
// rows of Columns (NULLs are equal) are taken from the delim side, and every DelimGet with this ID in the other
// side reads them. The delim side is Left, or Right when Flipped; Columns refer to it.
type Delim struct {
	ID      int
	Flipped bool
	Columns []Expr
}

// DelimInput returns the delim side.
func (n *Join) DelimInput() Node {
	if n.Delim.Flipped {
		return n.Right
	}
	return n.Left
}

// Aggregate groups its input. Output: Groups, Aggs, then one BIGINT per entry of Groupings.
// Without Groups there is exactly one output row per grouping set, also for empty input.
type Aggregate struct {
	Input  Node
	Groups []Expr

	// Sets are the grouping sets, as positions in Groups; a group that is not in
	// the set is NULL in the output. nil means the single set of all groups.
	Sets [][]int

	Aggs []*Agg

	// Groupings are GROUPING(...) calls, as positions in Groups.
	Groupings [][]int

	out []Column
}

// Agg is a call of an aggregate function over the columns of the Aggregate's input.
type Agg struct {
	// Name is DuckDB's name (sum, avg, min, max, count, count_star, first, ...). The
	// variant sum_no_overflow is given as sum with NoOverflow set.
	Name       string
	Args       []Expr
	Distinct   bool
	Filter     Expr // nil when there is none
	Order      []SortKey
	T          Type
	NoOverflow bool   // DuckDB has proved that the sum fits in 64 bits
	Separator  string // of string_agg
}

// Distinct keeps one row for each distinct value of the On expressions (NULLs are equal). On nil
// means all columns. Otherwise the kept row is the first in Order, or any when Order is empty.
type Distinct struct {
	Input Node
	On    []Expr
	Order []SortKey
}

// SortKey is one key of an order.
type SortKey struct {
	Expr       Expr
	Desc       bool
	NullsFirst bool
}

// OrderBy sorts its input.
type OrderBy struct {
	Input Node
	Keys  []SortKey
}

// TopN sorts its input, skips Offset rows and passes the next Limit.
type TopN struct {
	Input  Node
	Keys   []SortKey
	Limit  uint64
	Offset uint64
}

// Limit skips Offset rows and passes the next Count, or all when Count is negative.
type Limit struct {
	Input  Node
	Count  int64
	Offset int64
}

// SetOpKind is the kind of a set operation.
type SetOpKind uint8

// The set operations.
const (
	Union SetOpKind = iota
	Except
	Intersect
)

var setOpNames = [...]string{Union: "union", Except: "except", Intersect: "intersect"}

// String returns the kind as plans print it.
func (k SetOpKind) String() string { return setOpNames[k] }

// SetOp combines inputs of equal column types, by multiset when All is set, else
// without duplicates. Except and Intersect have two inputs.
type SetOp struct {
	Kind   SetOpKind
	All    bool
	Inputs []Node

	out []Column
}

// CTE computes Def once and makes it readable by the CTERefs with its ID, which are in Body
// or in nested definitions there. Output is Body's.
type CTE struct {
	ID   int
	Name string
	Def  Node
	Body Node
}

func (*Scan) node()          {}
func (*TableFunction) node() {}
func (*Values) node()        {}
func (*DummyScan) node()     {}
func (*EmptyResult) node()   {}
func (*DelimGet) node()      {}
func (*CTERef) node()        {}
func (*Filter) node()        {}
func (*Project) node()       {}
func (*Join) node()          {}
func (*Aggregate) node()     {}
func (*Distinct) node()      {}
func (*OrderBy) node()       {}
func (*TopN) node()          {}
func (*Limit) node()         {}
func (*Window) node()        {}
func (*SetOp) node()         {}
func (*CTE) node()           {}

var dummyColumns = []Column{{Type: Type{ID: Integer}}}

// Columns returns Cols at the positions of Output.
func (n *Scan) Columns() []Column { return n.out }

// Columns returns Cols at the positions of Output.
func (n *TableFunction) Columns() []Column { return n.out }

// Columns returns Cols.
func (n *Values) Columns() []Column { return n.Cols }

// Columns returns one INTEGER.
func (n *DummyScan) Columns() []Column { return dummyColumns }

// Columns returns Cols.
func (n *EmptyResult) Columns() []Column { return n.Cols }

// Columns returns Cols.
func (n *DelimGet) Columns() []Column { return n.Cols }

// Columns returns Cols.
func (n *CTERef) Columns() []Column { return n.Cols }

// Columns returns the input's.
func (n *Filter) Columns() []Column { return n.Input.Columns() }

// Columns returns one column an expression.
func (n *Project) Columns() []Column { return n.out }

// Columns returns what the kind says.
func (n *Join) Columns() []Column { return n.out }

// Columns returns groups, aggregates, groupings.
func (n *Aggregate) Columns() []Column { return n.out }

// Columns returns the input's.
func (n *Distinct) Columns() []Column { return n.Input.Columns() }

// Columns returns the input's.
func (n *OrderBy) Columns() []Column { return n.Input.Columns() }

// Columns returns the input's.
func (n *TopN) Columns() []Column { return n.Input.Columns() }

// Columns returns the input's.
func (n *Limit) Columns() []Column { return n.Input.Columns() }

// Columns returns the input's, then one column a function.
func (n *Window) Columns() []Column { return n.out }

// Columns returns the first input's.
func (n *SetOp) Columns() []Column { return n.out }

// Columns returns the body's.
func (n *CTE) Columns() []Column { return n.Body.Columns() }
