package dbgen

import "strconv"

// Dates are days since 1970-01-01; the calendar of the benchmark runs over seven years.
const (
	firstDay    = 8035               // 1992-01-01
	lastDay     = firstDay + 2556    // 1998-12-31
	currentDay  = firstDay + 1263    // 1995-06-17, the benchmark's "today"
	lastOrdered = lastDay - 121 - 30 // shipping and receipt still fall into the calendar
)

// An encoder receives the rows of one table, value by value in column order, each row closed by
// end. It keeps no reference to the bytes passed to text.
type encoder interface {
	bigint(v int64)
	integer(v int32)
	money(cents int64)
	units(n int64) // a DECIMAL(15,2) without cents
	date(day int32)
	text(s []byte)
	end()
}

// appendPadded appends v with at least width digits.
func appendPadded(b []byte, v int64, width int) []byte {
	var digits [20]byte
	d := strconv.AppendInt(digits[:0], v, 10)
	for n := len(d); n < width; n++ {
		b = append(b, '0')
	}
	return append(b, d...)
}

// numbered appends a tag and a number of at least nine digits.
func numbered(b []byte, tag string, v int64) []byte {
	return appendPadded(append(b, tag...), v, 9)
}

// phone appends a phone number; its first part tells the nation.
func phone(b []byte, s *stream, nation int64) []byte {
	b = appendPadded(b, 10+nation, 2)
	b = appendPadded(append(b, '-'), s.between(100, 999), 3)
	b = appendPadded(append(b, '-'), s.between(100, 999), 3)
	return appendPadded(append(b, '-'), s.between(1000, 9999), 4)
}

const addressAlphabet = "0123456789abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ,"

// address appends 10 to 40 random characters, five from the bits of each draw. The official
// generator scales the draw by a range that has overflowed to -2^31; DuckDB's by 2^31.
func address(b []byte, s *stream, like Text) []byte {
	span := int64(-1 << 31)
	if like == DuckDB {
		span = -span
	}
	n := s.between(10, 40)
	var bits int64
	for i := range n {
		if i%5 == 0 {
			bits = s.scaled(span)
		}
		b = append(b, addressAlphabet[bits&63])
		bits >>= 6
	}
	return b
}
