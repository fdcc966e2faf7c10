package eval

import (
	"github.com/reffine-db/reffine/ir"
)

// functions are what ir.Op.Function operators compute from values that are not NULL. The operands
// have the types of the operator's signature.
var functions = map[ir.Op]func(args []ir.Value, t ir.Type) (ir.Value, error){
	ir.AddMicros: addMicros, ir.DatePart: partOf, ir.DateTrunc: truncDate, ir.DateDiff: diffDates, ir.MicrosBetween: microsBetween, ir.LastDay: lastDay,
	ir.MakeDate: makeDate, ir.DayName: dayName, ir.MonthName: monthName, ir.Epoch: epoch, ir.Strftime: strftime,

	ir.Trim: trim(true, true), ir.LTrim: trim(true, false), ir.RTrim: trim(false, true),
	ir.ByteLength: byteLength, ir.Replace: replace, ir.Position: position, ir.Left: left, ir.Right: right,
	ir.LPad: pad(true), ir.RPad: pad(false), ir.Reverse: reverse, ir.Repeat: repeat, ir.CodePoint: codePoint, ir.Chr: chr,
	ir.Translate: translate, ir.SplitExtract: splitExtract, ir.MD5: md5Text, ir.Glob: glob,
	ir.RegexpMatches: regexpMatches, ir.RegexpFull: regexpFull, ir.RegexpReplace: regexpReplace, ir.RegexpExtract: regexpExtract,

	ir.Sign: signOf, ir.RoundTo: roundTo, ir.Floor: whole(Floor), ir.Ceil: whole(Ceil), ir.Trunc: whole(Trunc), ir.Round: whole(HalfAway),
	ir.IsNaN: testFloat(isNaN), ir.IsInf: testFloat(isInf), ir.IsFinite: testFloat(isFinite),
	ir.BitAnd: bitwise(ir.BitAnd), ir.BitOr: bitwise(ir.BitOr), ir.BitXor: bitwise(ir.BitXor), ir.BitNot: bitNot,
	ir.ShiftLeft: shiftLeft, ir.ShiftRight: shiftRight, ir.BitCount: bitCount,
}

// FunctionOf returns what a function computes from operands that are not NULL, nil where op is none
// of strict functions of values.
func FunctionOf(op ir.Op) func(args []ir.Value, t ir.Type) (ir.Value, error) { return functions[op] }

// applyFunction applies a function to operands that are not NULL.
func applyFunction(op ir.Op, args []ir.Value, t ir.Type) (ir.Value, error) {
	if f, ok := functions[op]; ok {
		return f(args, t)
	}
	return applyFloat(op, args, t)
}

// failure is the error of a function on some values.
func failure(op ir.Op, why string) (ir.Value, error) {
	return ir.Value{}, &Error{op.String(), why}
}

// concatWS joins the strings that are not NULL with the separator; NULL when that is.
func concatWS(args []ir.Value, t ir.Type) ir.Value {
	if !args[0].Valid {
		return ir.NullOf(t)
	}
	var b []byte
	first := true
	for _, a := range args[1:] {
		if !a.Valid {
			continue
		}
		if !first {
			b = append(b, args[0].Str...)
		}
		b, first = append(b, a.Str...), false
	}
	return ir.StringValue(string(b))
}
