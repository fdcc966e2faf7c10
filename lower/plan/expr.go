package plan

// Expr is a scalar expression. The set is sealed: ColumnRef, Const, Param, Func, Compare, Conj, Not,
// IsNull, In, Between, Case, Cast and Coalesce, each by pointer.
type Expr interface {
	// Type returns the type of the value. Operands have been cast: DuckDB inserts explicit
	// Casts wherever types differ.
	Type() Type
	expr()
}

// ColumnRef is column Index of the input of the operator that holds the expression.
type ColumnRef struct {
	Index int
	T     Type
}

// Const is a constant. The dynamic type of Value follows from T:
//
//	any type, NULL                              nil
//	BOOLEAN                                     bool
//	TINYINT, SMALLINT, INTEGER, BIGINT          int64
//	UTINYINT, USMALLINT, UINTEGER, UBIGINT      uint64
//	HUGEINT, UHUGEINT                           *big.Int
//	FLOAT, DOUBLE                               float64 (FLOAT exactly widened; NaN and infinities occur)
//	DECIMAL(w, s), w <= 18                      int64, the value times 10^s
//	DECIMAL(w, s), w > 18                       *big.Int, the value times 10^s
//	VARCHAR                                     string
//	ENUM                                        string, one of the labels
//	BLOB                                        []byte
//	DATE                                        int64, days since 1970-01-01
//	TIME, TIME_NS                               int64, micro- or nanoseconds since midnight
//	TIMESTAMP_S, _MS, plain and TZ, _NS         int64, since 1970-01-01 UTC in s, ms, µs, ns
//	INTERVAL                                    IntervalValue
//	UUID                                        [16]byte, big-endian as printed
//
// DATE and TIMESTAMP infinities are DuckDB's: the largest value of the storage type (int32 for
// DATE, int64 for TIMESTAMP), and its negation.
type Const struct {
	Value any
	T     Type
}

// IntervalValue is an INTERVAL: three independent parts.
type IntervalValue struct {
	Months int32
	Days   int32
	Micros int64
}

// Param is a parameter, by its name without the dollar sign: "1", "2", ... for positional ones.
type Param struct {
	ID string
	T  Type
}

// Func calls a scalar function by DuckDB's name; operators are functions too (+, -, *, /, //,
// %, ||, ~~, ...). The types of the arguments select among overloads. The decimal operands of
// + and - have the scale of T; those of * have scales that add up to it.
type Func struct {
	Name string
	Args []Expr
	T    Type

	// Unchecked says that DuckDB has proved that the exact result of this decimal operation
	// fits T. When it is not set the operation fails on overflow.
	Unchecked bool
}

// SplitExtract is the name of a Func that is two in DuckDB: element n of the strings that s is split into by
// a separator, from the last on when n is negative, NULL where there is none.
const SplitExtract = "split_extract"

// CompareOp is a comparison.
type CompareOp uint8

// The comparisons. The first six are NULL when an operand is; the last two are never NULL and
// take NULL as a value.
const (
	Equal CompareOp = iota
	NotEqual
	Less
	LessEqual
	Greater
	GreaterEqual
	DistinctFrom
	NotDistinctFrom
)

var compareNames = [...]string{
	Equal: "=", NotEqual: "<>", Less: "<", LessEqual: "<=", Greater: ">", GreaterEqual: ">=",
	DistinctFrom: "is distinct from", NotDistinctFrom: "is not distinct from",
}

// String returns the operator as in SQL.
func (op CompareOp) String() string { return compareNames[op] }

// Compare compares two operands of the same type. Floats order with NaN greatest and equal to itself.
type Compare struct {
	Op   CompareOp
	L, R Expr
}

// Conj is AND, or OR when Or is set, of two or more operands, three-valued.
type Conj struct {
	Or   bool
	Args []Expr
}

// Not is three-valued negation.
type Not struct{ X Expr }

// IsNull is X IS NULL, or IS NOT NULL when Not is set.
type IsNull struct {
	X   Expr
	Not bool
}

// In is X IN (List...), or NOT IN when Not is set, three-valued.
type In struct {
	X    Expr
	List []Expr
	Not  bool
}

// Between is Lo <= X and X <= Hi, strict on the sides that are not inclusive. Three-valued like
// that conjunction; X is computed once.
type Between struct {
	X, Lo, Hi              Expr
	LoIncluded, HiIncluded bool
}

// Case is the value of the first When whose condition is true, else Else. Later branches are not
// evaluated: an error in them does not show.
type Case struct {
	Whens []When
	Else  Expr
	T     Type
}

// When is a branch of a Case.
type When struct{ Cond, Then Expr }

// Cast converts X to T. A failed conversion is an error, or NULL when Try is set.
type Cast struct {
	X   Expr
	T   Type
	Try bool
}

// Coalesce is the first of Args that is not NULL; the others are not evaluated.
type Coalesce struct {
	Args []Expr
	T    Type
}

func (*ColumnRef) expr() {}
func (*Const) expr()     {}
func (*Param) expr()     {}
func (*Func) expr()      {}
func (*Compare) expr()   {}
func (*Conj) expr()      {}
func (*Not) expr()       {}
func (*IsNull) expr()    {}
func (*In) expr()        {}
func (*Between) expr()   {}
func (*Case) expr()      {}
func (*Cast) expr()      {}
func (*Coalesce) expr()  {}

// Type returns T.
func (e *ColumnRef) Type() Type { return e.T }

// Type returns T.
func (e *Const) Type() Type { return e.T }

// Type returns T.
func (e *Param) Type() Type { return e.T }

// Type returns T.
func (e *Func) Type() Type { return e.T }

// Type returns BOOLEAN.
func (e *Compare) Type() Type { return Type{ID: Boolean} }

// Type returns BOOLEAN.
func (e *Conj) Type() Type { return Type{ID: Boolean} }

// Type returns BOOLEAN.
func (e *Not) Type() Type { return Type{ID: Boolean} }

// Type returns BOOLEAN.
func (e *IsNull) Type() Type { return Type{ID: Boolean} }

// Type returns BOOLEAN.
func (e *In) Type() Type { return Type{ID: Boolean} }

// Type returns BOOLEAN.
func (e *Between) Type() Type { return Type{ID: Boolean} }

// Type returns T.
func (e *Case) Type() Type { return e.T }

// Type returns T.
func (e *Cast) Type() Type { return e.T }

// Type returns T.
func (e *Coalesce) Type() Type { return e.T }
