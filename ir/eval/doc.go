// Package eval gives scalar expressions of Field IR their meaning, one value at
// a time: DuckDB's.
//
// Input: an ir.Expr and an Env that knows its leaves. Output: an ir.Value, or an
// *Error where the engine would raise one (overflow, a failed cast). Check says
// beforehand, with an *Unsupported, which expressions this package cannot
// evaluate exactly.
//
//	Scalar(5:int32 // 0:int32)           NULL
//	Scalar(100:int8 + 100:int8)          *Error{"+", "overflow of int8"}
//	Fold(x > 2:int32 + 3:int32)          x > 5:int32
//
// It is the oracle of the compiled tier, the expression evaluator of the
// interpreter, the constant folder, and the evaluator over dictionaries.
//
// Rules that differ from other engines, all held to DuckDB itself by the tests:
// x // 0 and x % 0 on integers and decimals are NULL, but float division follows
// IEEE 754 (x / 0 is an infinity or NaN; the engine's default since 1.2) and // on
// floats is / but NULL for a zero divisor; NaN equals
// itself and is greater than every number; the least and greatest of values ignore
// NULLs; date plus an interval is a timestamp; the parts of an infinite date are
// NULL; casts of decimals and to decimals round half away from zero, casts of
// floats to integers half to even; the digits of a float are not always the shortest that read back.
//
// Functions (ir.Op.Function) are a table from operators to what they compute: function.go, and a file a
// class of them.
//
// Reading order: scalar.go, apply.go, function.go, cast.go, fold.go, check.go.
package eval
