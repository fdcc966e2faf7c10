package ir

// Expr is an expression of Field IR: a sealed sum, see the types below. Nodes
// are immutable once built and may be shared. Type is the scalar type of the
// expression's value; for field-valued expressions (partial and range access,
// Forall, Attr over a field) it is the zero Type.
type Expr interface {
	Type() Type
	expr()
}

// Const is a scalar constant: 10, 0.05:decimal(4,2), "US", date "1994-01-01", null:date.
type Const struct{ Val Value }

// Iter is a reference to an iterator bound by an enclosing Forall.
type Iter struct {
	Name string
	T    Type
}

// Sym is a symbolic constant, the same for a whole run: the bounds start and end
// of a parallel slice (int64), SQL parameters ("$1"; the $ is part of the name).
type Sym struct {
	Name string
	T    Type
}

// Access is F[a, b]: with as many arguments as F has coordinates it denotes the
// value at that coordinate (a record, read through Attr, or the unnamed
// scalar); with fewer it denotes a sub-field over the remaining coordinates.
type Access struct {
	Field string
	Args  []Expr
	T     Type // type of the unnamed scalar value; zero for records and sub-fields
}

// Range is F[lo:hi], the slice lo < t <= hi of F's first coordinate.
type Range struct {
	Field  string
	Lo, Hi Expr
}

// Attr is X.name. X is an Access to a record; over a field-valued X it denotes
// the field of that attribute.
type Attr struct {
	X    Expr
	Name string
	T    Type // zero when X is field-valued
}

// Exists is X != null: there is a value (for a sub-field: at least one) at X.
// X is an Access, a Range or a Forall. Its type is a non-nullable bool.
type Exists struct{ X Expr }

// Call applies a scalar operator; T is the result type, which for arithmetic is
// DuckDB's (package lower decides, Infer reproduces the usual rule).
type Call struct {
	Op   Op
	Args []Expr
	T    Type
}

// Cast converts X to T with DuckDB's rounding; a value that does not fit is a
// run-time error, or NULL when Try is set.
type Cast struct {
	X   Expr
	T   Type
	Try bool
}

// Case is CASE WHEN ... ELSE. Conditions that are NULL count as false.
type Case struct {
	Whens []When
	Else  Expr
	T     Type
}

// When is one branch of a Case.
type When struct{ Cond, Then Expr }

// In is X in (list) in three-valued logic; the elements are constants or
// symbols of X's type.
type In struct {
	X    Expr
	List []Expr
}

// Reduce is ⊕(f, F) (paper section 3.1): the reduction Fn over the values of
// the field-valued expression Over, in coordinate order. Distinct reduces over
// the set of values. SQL NULL values are skipped by every reduction but
// CountAll, First and Only. Over an empty field (or only NULLs) the result is
// NULL, and 0 for the counts.
type Reduce struct {
	Fn       Reduction
	Distinct bool
	Over     Expr
	T        Type
}

// Record is { a: x, b: y }, the value of a field with attributes.
type Record struct {
	Names []string
	Elems []Expr
}

// Forall is an operator as an expression: the field with value Body at every
// coordinate of Iters for which Pred holds.
//
//	forall i, j : L[i] != null & R[j] != null & R[j].k = L[i].k { {a: L[i].a, b: R[j].b} }
//
// An Iterator with a non-nil Outer ranges over the coordinates that satisfy
// Outer for the iterators before it, and takes the single value φ when there are
// none, in which case every access through it is φ and its attributes are NULL (a
// left outer join). Outer is written `j outer (cond)`.
type Forall struct {
	Iters []Iterator
	Pred  Expr // a bool; true when nil
	Body  Expr
}

// Iterator is one coordinate bound by a Forall.
type Iterator struct {
	Name  string
	T     Type
	Outer Expr
}

// Union is A ++ B, the disjoint union of row sets: the rows of the first part in their order, then
// those of the second, and so on. A part is an operator with records as values, or one
// record, and all parts have the same attributes. It is only the right-hand side of a Def with
// Row: its one coordinate is the number of the row.
//
//	u[r] = forall i : t[i] != null { {a: t[i].x} } ++ forall j : s[j] != null { {a: s[j].y} } ++ {a: 3}
type Union struct{ Parts []Expr }

func (*Const) expr()  {}
func (*Iter) expr()   {}
func (*Sym) expr()    {}
func (*Access) expr() {}
func (*Range) expr()  {}
func (*Attr) expr()   {}
func (*Exists) expr() {}
func (*Call) expr()   {}
func (*Cast) expr()   {}
func (*Case) expr()   {}
func (*In) expr()     {}
func (*Reduce) expr() {}
func (*Record) expr() {}
func (*Forall) expr() {}
func (*Union) expr()  {}

// Type returns the constant's type, nullable exactly when it is NULL.
func (e *Const) Type() Type { return e.Val.Type }

// Type returns the coordinate's type.
func (e *Iter) Type() Type { return e.T }

// Type returns the symbol's type.
func (e *Sym) Type() Type { return e.T }

// Type returns the scalar's type, zero for records and sub-fields.
func (e *Access) Type() Type { return e.T }

// Type returns the zero type: a range is field-valued.
func (e *Range) Type() Type { return Type{} }

// Type returns the attribute's type, zero over a field.
func (e *Attr) Type() Type { return e.T }

// Type returns bool.
func (e *Exists) Type() Type { return Of(Bool) }

// Type returns the result type.
func (e *Call) Type() Type { return e.T }

// Type returns the target type.
func (e *Cast) Type() Type { return e.T }

// Type returns the common type of the branches.
func (e *Case) Type() Type { return e.T }

// Type returns bool, nullable when X or an element may be NULL.
func (e *In) Type() Type {
	null := e.X.Type().Null
	for _, x := range e.List {
		null = null || x.Type().Null
	}
	return Of(Bool).WithNull(null)
}

// Type returns the reduction's result type.
func (e *Reduce) Type() Type { return e.T }

// Type returns the zero type: a record is not a scalar.
func (e *Record) Type() Type { return Type{} }

// Type returns the zero type: an operator is field-valued.
func (e *Forall) Type() Type { return Type{} }

// Type returns the zero type: a union is field-valued.
func (e *Union) Type() Type { return Type{} }
