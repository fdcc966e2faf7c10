package plan

// Window computes Funcs over partitions of its input. Output: the input's columns, then one
// column a function.
type Window struct {
	Input Node
	Funcs []*WindowFunc

	out []Column
}

// WindowFunc is a window function. Its expressions are over the columns of the Window's input.
type WindowFunc struct {
	// Name is an aggregate's name, as in Agg, when Aggregate is set, else one of row_number, rank, dense_rank,
	// ntile, percent_rank, cume_dist, first_value, last_value, nth_value, lead, lag, fill.
	Name        string
	Aggregate   bool
	Args        []Expr
	Partition   []Expr
	Order       []SortKey
	ArgOrder    []SortKey // order of the arguments within the frame
	Filter      Expr      // nil when there is none
	Start       FrameBound
	End         FrameBound
	Exclude     FrameExclude
	Offset      Expr // of lead and lag; nil means 1
	Default     Expr // of lead and lag; nil means NULL
	IgnoreNulls bool
	Distinct    bool
	T           Type
	Separator   string // of string_agg
}

// FrameUnit is what a frame bound counts.
type FrameUnit uint8

// The units of a frame bound.
const (
	FrameRows FrameUnit = iota
	FrameRange
	FrameGroups
)

// FrameKind is the kind of a frame bound.
type FrameKind uint8

// The kinds of frame bound.
const (
	UnboundedPreceding FrameKind = iota
	UnboundedFollowing
	CurrentRow
	Preceding
	Following
)

// FrameBound is one end of a frame. Expr is set for Preceding and Following: a number of
// rows or groups, and for FrameRange the boundary's value itself (the order key minus or
// plus the distance), not the distance.
type FrameBound struct {
	Kind FrameKind
	Unit FrameUnit // without meaning for the unbounded kinds
	Expr Expr
}

// FrameExclude says which rows are taken out of a frame.
type FrameExclude uint8

// The exclusions.
const (
	ExcludeNothing FrameExclude = iota
	ExcludeCurrentRow
	ExcludeGroup
	ExcludeTies
)
