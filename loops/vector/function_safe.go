package vector

import (
	"math"
	"unicode/utf8"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
)

// safe reports that an operator that may fail does not for these operands, by their proved bounds.
func safe(op ir.Op, args []*Node) bool {
	switch op {
	case ir.DateTrunc, ir.DateDiff:
		return near(args[1:]...)
	case ir.MicrosBetween:
		return near(args...)
	case ir.DatePart:
		part, ok := args[0].Const()
		return ok && !eval.IsoPart(part.Str) || near(args[1])
	case ir.LastDay, ir.Strftime:
		return near(args[0])
	case ir.AddMonths, ir.AddDays, ir.AddMicros:
		few := map[ir.Op]int64{ir.AddMonths: 1000000, ir.AddDays: 10000000, ir.AddMicros: 1 << 60}[op]
		return near(args[0]) && args[1].iv.Within(Between(-few, few))
	case ir.Left, ir.Right:
		return args[1].iv.Within(Between(-math.MaxUint32, math.MaxUint32))
	case ir.LPad, ir.RPad:
		with, ok := args[2].Const()
		return ok && with.Str != "" && args[1].iv.Within(Between(math.MinInt32, 1<<16))
	case ir.Glob:
		pattern, ok := args[1].Const()
		if !ok {
			return false
		}
		for i := range len(pattern.Str) {
			if pattern.Str[i] >= utf8.RuneSelf {
				return false
			}
		}
		return true
	case ir.RoundTo:
		digits, ok := args[1].Const()
		x := args[0].typ
		return x.Float() || x.Integer() && x.Kind != ir.Int128 || ok && digits.Valid && digits.Int.Sign() >= 0
	}
	return false
}

// near reports dates and timestamps within about 130,000 years of 1970, and times of day.
func near(args ...*Node) bool {
	const days = 50000000
	for _, a := range args {
		limit := Between(-days, days)
		if a.typ.Kind != ir.Date {
			limit = Between(-days*86400*1000000, days*86400*1000000)
		}
		if !a.iv.Within(limit) {
			return false
		}
	}
	return true
}
