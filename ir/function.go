package ir

import "strings"

// signature is what a function takes and gives, a letter an operand:
//
//	s varchar   i integer   f double   r float or double   x number
//	d date or timestamp   D date, timestamp or time   - anything
//
// The result is one of s, b (bool), l (int64), w (int32), y (int8), f (double), t
// (timestamp), a (date), or = for the type of the first operand, of which decimals lose
// digits behind the point. A last operand with a star may come any number of times.
type signature struct {
	name   string
	params string
	result byte
	fails  bool // some values are errors
	null   bool // NULL also for operands that are not
}

var signatures = map[Op]signature{
	AddMicros:     {"add_micros", "di", 't', true, false},
	DatePart:      {"date_part", "sD", 'l', true, true},
	DateTrunc:     {"date_trunc", "sd", 't', true, false},
	DateDiff:      {"date_diff", "sDD", 'l', true, true},
	MicrosBetween: {"micros_between", "dd", 'l', true, false},
	LastDay:       {"last_day", "d", 'a', true, true},
	MakeDate:      {"make_date", "iii", 'a', true, false},
	DayName:       {"dayname", "d", 's', false, true},
	MonthName:     {"monthname", "d", 's', false, true},
	Epoch:         {"epoch", "D", 'f', false, true},
	Strftime:      {"strftime", "ds", 's', true, false},

	Trim: {"trim", "ss", 's', false, false}, LTrim: {"ltrim", "ss", 's', false, false}, RTrim: {"rtrim", "ss", 's', false, false},
	ByteLength: {"strlen", "s", 'l', false, false},
	Replace:    {"replace", "sss", 's', false, false},
	Position:   {"position", "ss", 'l', false, false},
	Left:       {"left", "si", 's', true, false}, Right: {"right", "si", 's', true, false},
	LPad: {"lpad", "sis", 's', true, false}, RPad: {"rpad", "sis", 's', true, false},
	Reverse:      {"reverse", "s", 's', true, false},
	Repeat:       {"repeat", "si", 's', true, false},
	CodePoint:    {"unicode", "s", 'w', false, false},
	Chr:          {"chr", "i", 's', true, false},
	Translate:    {"translate", "sss", 's', false, false},
	SplitExtract: {"split_extract", "ssi", 's', false, true},
	MD5:          {"md5", "s", 's', false, false},
	ConcatWS:     {"concat_ws", "ss*", 's', false, false},
	Glob:         {"glob", "ss", 'b', true, false},

	RegexpMatches: {"regexp_matches", "sss", 'b', false, false},
	RegexpFull:    {"regexp_full_match", "sss", 'b', false, false},
	RegexpReplace: {"regexp_replace", "ssss", 's', false, false},
	RegexpExtract: {"regexp_extract", "ssis", 's', false, false},

	Sign:  {"sign", "x", 'y', false, false},
	Floor: {"floor", "x", '=', false, false}, Ceil: {"ceil", "x", '=', false, false}, Trunc: {"trunc", "x", '=', false, false},
	Round: {"round", "x", '=', false, false}, RoundTo: {"round_to", "xi", '=', true, false},
	Sqrt: {"sqrt", "f", 'f', true, false}, Cbrt: {"cbrt", "f", 'f', false, false}, Exp: {"exp", "f", 'f', false, false},
	Ln: {"ln", "f", 'f', true, false}, Log10: {"log10", "f", 'f', true, false}, Log2: {"log2", "f", 'f', true, false},
	LogOf: {"log", "ff", 'f', true, false}, Pow: {"pow", "ff", 'f', false, false},
	Sin: {"sin", "f", 'f', true, false}, Cos: {"cos", "f", 'f', true, false}, Tan: {"tan", "f", 'f', true, false},
	Asin: {"asin", "f", 'f', true, false}, Acos: {"acos", "f", 'f', true, false}, Atan: {"atan", "f", 'f', false, false},
	Atan2: {"atan2", "ff", 'f', false, false}, Degrees: {"degrees", "f", 'f', false, false}, Radians: {"radians", "f", 'f', false, false},
	IsNaN: {"isnan", "r", 'b', false, false}, IsInf: {"isinf", "r", 'b', false, false}, IsFinite: {"isfinite", "r", 'b', false, false},

	BitAnd: {"bits_and", "ii", '=', false, false}, BitOr: {"bits_or", "ii", '=', false, false}, BitXor: {"bits_xor", "ii", '=', false, false},
	BitNot: {"bits_not", "i", '=', false, false}, ShiftLeft: {"shift_left", "ii", '=', true, false}, ShiftRight: {"shift_right", "ii", '=', false, false},
	BitCount: {"bit_count", "i", 'y', false, false},
}

// withFunctions adds the functions to the operators.
func withFunctions(ops [numOps]opSpec) [numOps]opSpec {
	for op, s := range signatures {
		n := len(s.params)
		if strings.HasSuffix(s.params, "*") {
			n = -1
		}
		ops[op] = opSpec{name: s.name, arity: n}
	}
	return ops
}

// Function reports whether o is a function: an operator that is defined by its values alone and
// knows no special form.
func (o Op) Function() bool { return o >= AddMicros && o < numOps }

// Fallible reports whether o is a function of which some values are errors.
func (o Op) Fallible() bool { return signatures[o].fails }

// inferFunction is Infer for functions.
func inferFunction(op Op, args []Type) (Type, bool) {
	s := signatures[op]
	params := s.params
	if last := len(params) - 1; params[last] == '*' {
		params = params[:last] + strings.Repeat(params[last-1:last], len(args)-last)
	}
	null := s.null
	for i, a := range args {
		if !takes(params[i], a) {
			return Type{}, false
		}
		null = null || a.Null && (op != ConcatWS || i == 0)
	}
	return s.gives(args[0]).WithNull(null), true
}

// takes reports whether a parameter takes operands of type a.
func takes(param byte, a Type) bool {
	switch param {
	case 's':
		return a.Kind == Varchar
	case 'i':
		return a.Integer()
	case 'f':
		return a.Kind == Float64
	case 'r':
		return a.Float()
	case 'x':
		return a.Numeric()
	case 'd':
		return a.Kind == Date || a.Kind == Timestamp
	case 'D':
		return a.Kind == Date || a.Kind == Timestamp || a.Kind == Time
	}
	return true
}

// gives returns the result type where the first operand is of type first.
func (s signature) gives(first Type) Type {
	switch s.result {
	case '=':
		if first.Kind == Decimal {
			return DecimalOf(first.Width, 0)
		}
		return first
	case 's':
		return Of(Varchar)
	case 'b':
		return Of(Bool)
	case 'w':
		return Of(Int32)
	case 'y':
		return Of(Int8)
	case 'f':
		return Of(Float64)
	case 't':
		return Of(Timestamp)
	case 'a':
		return Of(Date)
	}
	return Of(Int64)
}
