package eval

import (
	"math"
	"strings"

	"github.com/reffine-db/reffine/ir"
)

// unsure reports that the engine may make something of a value that cast could not convert, so that
// TRY_CAST is not certain to be NULL.
func unsure(v ir.Value, from, t ir.Type) bool {
	switch {
	case from.Kind == ir.Varchar:
		return !hopeless(v.Str, t)
	case from.Float() && t.Integer():
		// The engine tests the range before it rounds: the last half wraps around.
		if f := v.Float; !math.IsNaN(f) && !math.IsInf(f, 0) {
			all := Range(t)
			return f >= all.Lo.Float64() && f < all.Hi.Float64()+1
		}
	}
	return false
}

// hopeless reports strings that are no spelling of a value of type t, however unusual.
func hopeless(s string, t ir.Type) bool {
	const blanks = " \t\n\v\f\r"
	whole := s
	if s = strings.Trim(s, blanks); s == "" {
		return true
	}
	head := func(set string) bool { return strings.IndexByte(set, s[0]) >= 0 }
	switch {
	case t.Kind == ir.Bool:
		return !head("tTfF01yYnNoO")
	case t.Kind == ir.Date || t.Kind == ir.Timestamp:
		return !head("0123456789+-iIeE")
	case !head("0123456789+-."):
		return !t.Float() || !head("iInN")
	case len(s) > 1 && strings.IndexByte("xXbB", s[1]) >= 0, strings.IndexByte("+-", s[0]) >= 0 && len(s) > 1 && s[1] > '9':
		return false
	}
	for i := range len(s) {
		if strings.IndexByte("0123456789eE_+-."+blanks, s[i]) < 0 {
			return true
		}
	}
	// Digits alone are only too many.
	return digits(strings.TrimPrefix(whole, "-")) && (t.Integer() || t.Kind == ir.Decimal)
}
