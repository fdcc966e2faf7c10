package loops

import (
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/spaces"
)

// Nest is a compiled program as loops: stages that run one after the other, each a
// loop nest with a sink, and the output stage. It is what explain prints,
// what the interpreter walks and what the closures are compiled from.
type Nest struct {
	Stages  []*Stage
	Program *ir.Program // canonical form the nest was built from
	Out     ir.Output
	Notes   []string // choices worth showing
}

// Stage is one parallel loop nest. Its result is the field Name: rows in a table
// for Emit, Rows and Scatter, a single row for Fold. With More set they are the first rows
// of the field, and the next stage adds to them.
//
// With Parts, its Steps and its Sink run at each coordinate of each of them, one part after the other: a
// union that is not stored. The sink of a part is a Give.
type Stage struct {
	Name  string
	More  bool
	Cut   *ir.Cut // of all rows of the field, nil for all as they come
	Parts []*Stage
	Steps []Step
	Sink  Sink
	Temps []Temp // values that parts give and Let steps compute, in order
}

// Temp is a scalar bound by a part or by a Let step; expressions refer to it as an iterator of that name.
type Temp struct {
	Name string
	T    ir.Type
}

// Step is one level of a nest: a loop that binds an iterator, or something done at
// each coordinate. It is a sealed sum of *Scan, *Lookup, *Cross, *Band, *Walk, *Span, *Filter,
// *Outer, *Probe and *Let.
type Step interface{ step() }

// Scan drives a nest: It runs over the positions [start, end) of Field, handed out
// as morsels.
type Scan struct {
	It, Field string
	Space     spaces.Space
}

// Lookup binds It to the positions of Field whose attributes equal a key: at most one
// when Unique (a locate), else a segment (a sub-field of the reordering).
type Lookup struct {
	It, Field string
	Key       spaces.Key
	Unique    bool
	Space     spaces.Space
}

// Cross binds It to every position of Field.
type Cross struct {
	It, Field string
	Space     spaces.Space
}

// Band binds It to the positions of Field at which an attribute is between limits: a range of the
// positions of Field's ordering by it.
type Band struct {
	It, Field string
	Of        *spaces.Band
	Space     spaces.Space
}

// Walk binds It to the coordinates of any other space through its six properties.
type Walk struct {
	It    string
	Space spaces.Space
}

// Span binds It to the integers from the greatest of Lo, which is not negative, up to and without the least of Hi. Where one
// of them is NULL there are none.
type Span struct {
	It     string
	Lo, Hi []ir.Expr
	Space  spaces.Space
}

// Filter keeps the coordinates at which all conditions are true.
type Filter struct{ Conds []ir.Expr }

// Outer runs Body, whose first step binds It; where it finds nothing, It is φ.
type Outer struct {
	It   string
	Body []Step
}

// Probe keeps the coordinates at which Body finds something (or, with Anti, nothing).
type Probe struct {
	Anti bool
	Body []Step
}

// Let reduces Value over Body at each coordinate and binds the results to Names. A
// Let without Reds binds the existence of a coordinate of Body (a bool) to Names[0].
type Let struct {
	Names []string
	Reds  []Reduction
	Body  []Step
}

// Reduction is one reduction of a sink or a Let: Fn over Arg (nil for count_all).
type Reduction struct {
	Fn       ir.Reduction
	Distinct bool
	Arg      ir.Expr
	T        ir.Type
}

func (*Scan) step()   {}
func (*Lookup) step() {}
func (*Cross) step()  {}
func (*Band) step()   {}
func (*Walk) step()   {}
func (*Span) step()   {}
func (*Filter) step() {}
func (*Outer) step()  {}
func (*Probe) step()  {}
func (*Let) step()    {}

// Sink consumes the coordinates of a nest. It is a sealed sum of *Emit, *Rows, *Scatter, *Fold and *Give.
type Sink interface{ sink() }

// Emit appends a row of values.
type Emit struct {
	Names []string
	Elems []ir.Expr
}

// Rows are the rows of a nest without steps: values that depend on no coordinate.
type Rows struct {
	Names []string
	Rows  [][]ir.Expr
}

// Scatter reduces by key: each coordinate adds to the group of its keys. Keys after
// the first Determining ones are functions of those and only carried along.
type Scatter struct {
	Keys        []Key
	Determining []int // positions in Keys that identify the group
	Run         bool  // the determining key is sorted along the driving loop: groups are runs
	Names       []string
	Reds        []Reduction
}

// Key is one key coordinate of a Scatter.
type Key struct {
	Name string
	X    ir.Expr
}

// Fold reduces everything to one row.
type Fold struct {
	Names []string
	Reds  []Reduction
}

// Give binds Names, temporaries of the stage that this one is a part of, to the values of Elems.
type Give struct {
	Names []string
	Elems []ir.Expr
}

func (*Emit) sink()    {}
func (*Rows) sink()    {}
func (*Scatter) sink() {}
func (*Fold) sink()    {}
func (*Give) sink()    {}
