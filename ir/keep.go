package ir

// KeepsEquality reports a cast that no value fails and whose results are equal exactly where the values
// are: integers and decimals of one scale in more digits, integers that a float holds exactly, FLOAT as DOUBLE.
func (c *Cast) KeepsEquality() bool {
	from, to := c.X.Type(), c.T
	switch {
	case from.Same(to), from.Kind == Float32 && to.Kind == Float64:
		return true
	case from.Kind == Decimal && to.Kind == Decimal:
		return from.Scale == to.Scale && from.Width <= to.Width
	case !from.Integer():
		return false
	}
	bits := integerBits[from.Kind]
	switch {
	case to.Integer():
		wider := bits <= integerBits[to.Kind]
		if from.Unsigned() != to.Unsigned() {
			wider = from.Unsigned() && bits < integerBits[to.Kind]
		}
		return wider
	case to.Kind == Float64:
		return bits <= 32
	case to.Kind == Float32:
		return bits <= 16
	case to.Kind == Decimal:
		return to.Scale == 0 && integerDigits[from.Kind] <= to.Width
	}
	return false
}

// The bits of integers, and the most digits that one has.
var (
	integerBits   = map[Kind]int{Int8: 8, UInt8: 8, Int16: 16, UInt16: 16, Int32: 32, UInt32: 32, Int64: 64, UInt64: 64, Int128: 128}
	integerDigits = map[Kind]uint8{Int8: 3, UInt8: 3, Int16: 5, UInt16: 5, Int32: 10, UInt32: 10, Int64: 19, UInt64: 20, Int128: 39}
)
