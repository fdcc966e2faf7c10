package eval

import (
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
)

// Error is a run-time error of an expression, one the engine raises too: an
// overflow, a cast of a value that does not fit. It is also raised for the few
// values whose treatment by the engine is not reproduced (an unusual spelling of a
// number in a string, say): the engine must then be asked.
type Error struct{ Op, Msg string }

// Error implements error.
func (e *Error) Error() string { return "eval: " + e.Op + ": " + e.Msg }

// Unsupported is Check's refusal of an expression.
type Unsupported struct{ Op, Reason string }

// Error implements error.
func (e *Unsupported) Error() string { return "eval: " + e.Op + ": " + e.Reason }

func overflow(op string, t ir.Type) error {
	return &Error{op, "overflow of " + t.NotNull().String()}
}

// Range returns the least and greatest value of an integer-represented type, and the 128-bit
// extremes for other types.
func Range(t ir.Type) int128.Interval {
	switch t.Kind {
	case ir.Bool:
		return int128.Between(0, 1)
	case ir.Int8:
		return int128.Between(-1<<7, 1<<7-1)
	case ir.Int16:
		return int128.Between(-1<<15, 1<<15-1)
	case ir.Int32, ir.Date:
		return int128.Between(-1<<31, 1<<31-1)
	case ir.Int64, ir.Timestamp, ir.TimestampS, ir.TimestampMS, ir.TimestampNS, ir.TimestampTZ:
		return int128.Between(-1<<63, 1<<63-1)
	case ir.Time:
		return int128.Between(0, dayMicros)
	case ir.Enum:
		return int128.Between(0, int64(len(t.Labels())-1))
	case ir.UInt8:
		return int128.Between(0, 1<<8-1)
	case ir.UInt16:
		return int128.Between(0, 1<<16-1)
	case ir.UInt32:
		return int128.Between(0, 1<<32-1)
	case ir.UInt64:
		return int128.Interval{Hi: int128.OfUint(1<<64 - 1)}
	case ir.Decimal:
		hi, _ := int128.Pow10(int(t.Width)).Sub(int128.Of(1))
		lo, _ := hi.Neg()
		return int128.Interval{Lo: lo, Hi: hi}
	}
	return int128.Interval{Lo: int128.Int{Hi: -1 << 63}, Hi: int128.Int{Hi: 1<<63 - 1, Lo: 1<<64 - 1}}
}

// inRange reports that v is a value of t.
func inRange(v int128.Int, t ir.Type) bool {
	return Range(t).Has(v)
}
