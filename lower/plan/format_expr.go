package plan

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Binding strengths of the text forms, weakest first.
const (
	precOr = iota
	precAnd
	precNot
	precCompare
	precOther
	precAdd
	precMultiply
	precUnary
	precPrimary
)

// infix are the functions written between their two arguments.
var infix = map[string]int{
	"+": precAdd, "-": precAdd,
	"*": precMultiply, "/": precMultiply, "//": precMultiply, "%": precMultiply,
	"||": precOther, "~~": precOther, "!~~": precOther, "~~*": precOther, "!~~*": precOther, "~~~": precOther,
	"&": precOther, "|": precOther, "<<": precOther, ">>": precOther, "^": precOther, "**": precOther,
}

// exprText writes an expression over the columns.
func exprText(e Expr, in []Column) string {
	s, _ := exprPrec(e, in)
	return s
}

// operand writes an expression, in parentheses when it binds weaker than least.
func operand(e Expr, in []Column, least int) string {
	s, prec := exprPrec(e, in)
	if prec < least {
		return "(" + s + ")"
	}
	return s
}

func join(es []Expr, sep string, in []Column) string {
	parts := make([]string, len(es))
	for i, e := range es {
		parts[i] = exprText(e, in)
	}
	return strings.Join(parts, sep)
}

func exprPrec(e Expr, in []Column) (string, int) {
	switch e := e.(type) {
	case *ColumnRef:
		return columnText(in, e.Index), precPrimary
	case *Const:
		return constText(e)
	case *Param:
		return "$" + e.ID, precPrimary
	case *Func:
		return funcText(e, in)
	case *Compare:
		return operand(e.L, in, precCompare+1) + " " + e.Op.String() + " " + operand(e.R, in, precCompare+1), precCompare
	case *Conj:
		word, prec := " and ", precAnd
		if e.Or {
			word, prec = " or ", precOr
		}
		parts := make([]string, len(e.Args))
		for i, a := range e.Args {
			parts[i] = operand(a, in, prec+1)
		}
		return strings.Join(parts, word), prec
	case *Not:
		return "not " + operand(e.X, in, precNot), precNot
	case *IsNull:
		if e.Not {
			return operand(e.X, in, precCompare+1) + " is not null", precCompare
		}
		return operand(e.X, in, precCompare+1) + " is null", precCompare
	case *In:
		word := " in ("
		if e.Not {
			word = " not in ("
		}
		return operand(e.X, in, precCompare+1) + word + join(e.List, ", ", in) + ")", precCompare
	case *Between:
		return betweenText(e, in)
	case *Case:
		var b strings.Builder
		b.WriteString("case")
		for _, w := range e.Whens {
			b.WriteString(" when " + exprText(w.Cond, in) + " then " + exprText(w.Then, in))
		}
		b.WriteString(" else " + exprText(e.Else, in) + " end")
		return b.String(), precPrimary
	case *Cast:
		word := "cast("
		if e.Try {
			word = "try_cast("
		}
		return word + exprText(e.X, in) + " as " + e.T.String() + ")", precPrimary
	case *Coalesce:
		return "coalesce(" + join(e.Args, ", ", in) + ")", precPrimary
	default:
		panic(fmt.Sprintf("plan: unknown expression %T", e))
	}
}

func funcText(e *Func, in []Column) (string, int) {
	prec, ok := infix[e.Name]
	switch {
	case ok && len(e.Args) == 2:
		return operand(e.Args[0], in, prec) + " " + e.Name + " " + operand(e.Args[1], in, prec+1), prec
	case e.Name == "-" && len(e.Args) == 1:
		return "-" + operand(e.Args[0], in, precPrimary), precUnary
	default:
		return e.Name + "(" + join(e.Args, ", ", in) + ")", precPrimary
	}
}

// betweenText writes the inclusive form as BETWEEN and the others as a chain.
func betweenText(e *Between, in []Column) (string, int) {
	x, lo, hi := operand(e.X, in, precCompare+1), operand(e.Lo, in, precCompare+1), operand(e.Hi, in, precCompare+1)
	if e.LoIncluded && e.HiIncluded {
		return x + " between " + lo + " and " + hi, precCompare
	}
	op := map[bool]string{true: " <= ", false: " < "}
	return lo + op[e.LoIncluded] + x + op[e.HiIncluded] + hi, precCompare
}

// columnText writes column i.
func columnText(cols []Column, i int) string {
	if i >= len(cols) || !isIdentifier(cols[i].Name) {
		return "#" + strconv.Itoa(i)
	}
	for k, c := range cols {
		if k != i && c.Name == cols[i].Name {
			return cols[i].Name + "#" + strconv.Itoa(i)
		}
	}
	return cols[i].Name
}

func isIdentifier(s string) bool {
	for i, c := range s {
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

func constText(c *Const) (string, int) {
	s := valueText(c)
	if strings.HasPrefix(s, "-") {
		return s, precUnary
	}
	return s, precPrimary
}

func valueText(c *Const) string {
	switch v := c.Value.(type) {
	case nil:
		return "NULL"
	case bool:
		return strconv.FormatBool(v)
	case int64:
		return intText(v, c.T)
	case uint64:
		return strconv.FormatUint(v, 10)
	case *big.Int:
		return pointed(v.String(), int(c.T.Scale))
	case float64:
		return floatText(v)
	case string:
		return shortText(v)
	case []byte:
		return fmt.Sprintf("blob '%x'", v)
	case [16]byte:
		return fmt.Sprintf("uuid '%x-%x-%x-%x-%x'", v[:4], v[4:6], v[6:8], v[8:10], v[10:])
	case IntervalValue:
		return fmt.Sprintf("interval '%d months %d days %d microseconds'", v.Months, v.Days, v.Micros)
	default:
		panic(fmt.Sprintf("plan: unknown value %T", v))
	}
}

// maxText is the number of characters of a string written out.
const maxText = 60

// shortText quotes s, cut at maxText characters and with control characters escaped.
func shortText(s string) string {
	var b strings.Builder
	n := 0
	for _, r := range s {
		switch {
		case n == maxText:
			return quoteText(b.String()) + "..."
		case unicode.IsControl(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
		n++
	}
	return quoteText(b.String())
}

func intText(v int64, t Type) string {
	const stamp = "2006-01-02 15:04:05.999999999"
	at := func(sec, nsec int64) string { return time.Unix(sec, nsec).UTC().Format(stamp) }
	switch t.ID {
	case Decimal:
		return pointed(strconv.FormatInt(v, 10), int(t.Scale))
	case Date:
		switch v {
		case math.MaxInt32:
			return "date 'infinity'"
		case -math.MaxInt32:
			return "date '-infinity'"
		}
		return "date '" + time.Unix(v*24*60*60, 0).UTC().Format("2006-01-02") + "'"
	case Time:
		return "time '" + time.UnixMicro(v).UTC().Format("15:04:05.999999") + "'"
	case TimestampS:
		return "timestamp_s '" + at(v, 0) + "'"
	case TimestampMS:
		return "timestamp_ms '" + at(v/1e3, v%1e3*1e6) + "'"
	case Timestamp, TimestampTZ, TimestampNS:
		word := map[TypeID]string{Timestamp: "timestamp '", TimestampTZ: "timestamptz '", TimestampNS: "timestamp_ns '"}[t.ID]
		switch {
		case v == math.MaxInt64:
			return word + "infinity'"
		case v == -math.MaxInt64:
			return word + "-infinity'"
		case t.ID == TimestampNS:
			return word + at(v/1e9, v%1e9) + "'"
		}
		return word + at(v/1e6, v%1e6*1e3) + "'"
	default:
		return strconv.FormatInt(v, 10)
	}
}

// pointed puts a decimal point before the last scale digits.
func pointed(digits string, scale int) string {
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	if scale == 0 {
		return sign + digits
	}
	if pad := scale + 1 - len(digits); pad > 0 {
		digits = strings.Repeat("0", pad) + digits
	}
	at := len(digits) - scale
	return sign + digits[:at] + "." + digits[at:]
}

func floatText(v float64) string {
	s := strconv.FormatFloat(v, 'g', -1, 64)
	if strings.Trim(s, "-0123456789") == "" {
		s += ".0"
	}
	return s
}
