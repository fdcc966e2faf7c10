package ir

// Op is a scalar operator of a Call.
type Op uint8

// The scalar operators. All but And, Or, IsNull, IsNotNull, NotDistinct,
// Distinct, Coalesce, Least, Greatest and ConcatWS give NULL when an argument is
// NULL. And and Or are three-valued. Least and Greatest skip NULLs, as DuckDB does.
const (
	BadOp Op = iota
	Add      // numbers; date + integer days
	Sub      // numbers; date - integer days, date - date in days
	Mul
	Div    // floating-point division; x / 0 is an infinity or NaN (DuckDB's ieee_floating_point_ops)
	IntDiv // integer division truncated toward zero, plain division of floats; x // 0 is NULL
	Mod    // remainder with the sign of the dividend; x % 0 is NULL, NaN for floats
	Neg
	Eq
	Ne
	Lt
	Le
	Gt
	Ge
	NotDistinct // null-safe equality, <=>
	Distinct
	And
	Or
	Not
	IsNull
	IsNotNull
	Coalesce
	Abs
	Least
	Greatest
	Like      // like(s, pattern constant), no escape
	NotLike   // not like
	ILike     // case-insensitive like
	Prefix    // prefix(s, p)
	Suffix    // suffix(s, p)
	Contains  // contains(s, p)
	Substring // substring(s, from 1-based, length), in characters
	Length    // length in characters
	Lower
	Upper
	Concat    // s || t
	Year      // year(date | timestamp), int64
	Month     // month(date | timestamp), int64
	Day       // day(date | timestamp), int64
	AddMonths // add_months(date, n int64 constant) -> timestamp; date + INTERVAL n MONTH
	AddDays   // add_days(date, n) -> timestamp; date + INTERVAL n DAY

	// The functions: what they take and give is in function.go.
	AddMicros     // add_micros(date | timestamp, n) -> timestamp
	DatePart      // date_part(part, date | timestamp | time), int64; NULL where infinite
	DateTrunc     // date_trunc(part, date | timestamp) -> timestamp
	DateDiff      // date_diff(part, a, b): borders of part crossed from a to b; NULL where infinite
	MicrosBetween // micros_between(a, b): a - b of timestamps
	LastDay       // last_day(date | timestamp) -> date
	MakeDate      // make_date(year, month, day)
	DayName
	MonthName
	Epoch    // epoch(date | timestamp | time): seconds since 1970, double
	Strftime // strftime(date | timestamp, format constant)
	Trim     // trim(s, characters)
	LTrim
	RTrim
	ByteLength // strlen(s)
	Replace    // replace(s, from, to)
	Position   // position(s, part): 1-based, in characters; 0 when not there
	Left       // left(s, n): all but the last -n for a negative n
	Right
	LPad // lpad(s, n, with)
	RPad
	Reverse // of ASCII
	Repeat
	CodePoint // unicode(s): -1 of the empty string
	Chr
	Translate
	SplitExtract // split_extract(s, separator, n): part n of s, from the last on for a negative n; NULL where there is none
	MD5
	ConcatWS      // concat_ws(separator, s, ...): NULL only where the separator is; skips other NULLs
	RegexpMatches // regexp_matches(s, pattern constant, options constant)
	RegexpFull    // regexp_full_match(s, pattern constant, options constant)
	RegexpReplace // regexp_replace(s, pattern constant, rewrite constant, options constant)
	RegexpExtract // regexp_extract(s, pattern constant, group constant, options constant)
	Glob          // glob(s, pattern)
	Sign          // int8
	Floor         // of floats, and of decimals, which lose their scale
	Ceil
	Trunc
	Round
	RoundTo // round(x, digits)
	Sqrt
	Cbrt
	Exp
	Ln
	Log10
	Log2
	LogOf // log(base, x)
	Pow
	Sin
	Cos
	Tan
	Asin
	Acos
	Atan
	Atan2
	Degrees
	Radians
	IsNaN
	IsInf
	IsFinite
	BitAnd
	BitOr
	BitXor
	BitNot
	ShiftLeft
	ShiftRight
	BitCount
	numOps
)

// opInfo is the single table of operators: text name, arity and, for infix
// operators, precedence (higher binds tighter).
var opInfo = withFunctions([numOps]opSpec{
	Add: {"+", 2, 6}, Sub: {"-", 2, 6}, Mul: {"*", 2, 7}, Div: {"/", 2, 7}, IntDiv: {"//", 2, 7}, Mod: {"%", 2, 7},
	Neg: {"neg", 1, 0},
	Eq:  {"=", 2, 5}, Ne: {"<>", 2, 5}, Lt: {"<", 2, 5}, Le: {"<=", 2, 5}, Gt: {">", 2, 5}, Ge: {">=", 2, 5},
	NotDistinct: {"<=>", 2, 5}, Distinct: {"is_distinct", 2, 0},
	And: {"&", -1, 3}, Or: {"|", -1, 2}, Not: {"not", 1, 0},
	IsNull: {"is_null", 1, 0}, IsNotNull: {"is_not_null", 1, 0}, Coalesce: {"coalesce", -1, 0},
	Abs: {"abs", 1, 0}, Least: {"least", -1, 0}, Greatest: {"greatest", -1, 0},
	Like: {"like", 2, 0}, NotLike: {"not_like", 2, 0}, ILike: {"ilike", 2, 0},
	Prefix: {"prefix", 2, 0}, Suffix: {"suffix", 2, 0}, Contains: {"contains", 2, 0},
	Substring: {"substring", 3, 0}, Length: {"length", 1, 0}, Lower: {"lower", 1, 0}, Upper: {"upper", 1, 0}, Concat: {"concat", 2, 0},
	Year: {"year", 1, 0}, Month: {"month", 1, 0}, Day: {"day", 1, 0},
	AddMonths: {"add_months", 2, 0}, AddDays: {"add_days", 2, 0},
})

type opSpec struct {
	name  string
	arity int // -1: two or more
	prec  int // 0: written as a call
}

// String returns the operator's spelling in IR text.
func (o Op) String() string {
	if o >= numOps {
		return "bad_op"
	}
	return opInfo[o].name
}

// OpByName returns the operator with the given spelling, infix ones included.
func OpByName(name string) (Op, bool) {
	o, ok := opsByName[name]
	return o, ok
}

var opsByName = func() map[string]Op {
	m := map[string]Op{}
	for o := BadOp + 1; o < numOps; o++ {
		m[opInfo[o].name] = o
	}
	return m
}()

// Comparison reports whether o is one of = <> < <= > >=.
func (o Op) Comparison() bool { return o >= Eq && o <= Ge }

// Reduction names a built-in reduction function (paper section 3.1).
type Reduction uint8

// The reductions. Each has init, acc and merge; the window sums also deacc.
const (
	BadReduction  Reduction = iota
	Sum                     // integers to int128, decimals to decimal(38, s), floats to double
	SumNoOverflow           // sum that DuckDB takes to fit 64 bits, and adds up in them: another total is an error
	Count                   // values that are not NULL
	CountAll                // coordinates
	Min
	Max
	Avg   // double
	First // value at the first coordinate, NULL included
	Any   // first value that is not NULL
	Only  // value at the only coordinate, NULL included; a run-time error when there are several
	WSum  // moving-window sum with deacc
	Last  // value at the last coordinate, NULL included

	// NULLs aside:
	BitAndAll
	BitOrAll
	BitXorAll
	VarSamp // the variance of a sample, NULL of less than two values
	VarPop
	StddevSamp // its square root, likewise
	StddevPop
	Product // of doubles
	numReductions
)

var reductionNames = [numReductions]string{
	Sum: "sum", SumNoOverflow: "sum_no_overflow", Count: "count", CountAll: "count_all", Min: "min", Max: "max", Avg: "avg",
	First: "first", Any: "any", Only: "only", WSum: "wsum", Last: "last", BitAndAll: "bit_and", BitOrAll: "bit_or", BitXorAll: "bit_xor",
	VarSamp: "var_samp", VarPop: "var_pop", StddevSamp: "stddev_samp", StddevPop: "stddev_pop", Product: "product",
}

// String returns the reduction's name in IR text.
func (r Reduction) String() string {
	if r >= numReductions {
		return "bad_reduction"
	}
	return reductionNames[r]
}

// Moment reports whether r is a variance or a standard deviation.
func (r Reduction) Moment() bool { return r >= VarSamp && r <= StddevPop }

// Repeats reports whether the result depends on how often a value occurs, so that it is another one of
// distinct values.
func (r Reduction) Repeats() bool {
	switch r {
	case Sum, SumNoOverflow, Count, Avg, WSum, BitXorAll, Product:
		return true
	}
	return r.Moment()
}

// ReductionByName returns the reduction with the given name.
func ReductionByName(name string) (Reduction, bool) {
	for r, n := range reductionNames {
		if n == name && n != "" {
			return Reduction(r), true
		}
	}
	return BadReduction, false
}
