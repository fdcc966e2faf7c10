package querytest

import (
	"fmt"
	"math/big"
)

// kind is a type of SQL without its parameters.
type kind uint8

const (
	boolean kind = iota
	tinyint
	smallint
	integer
	bigint
	utinyint
	usmallint
	uinteger
	ubigint
	hugeint
	decimal
	float
	double
	varchar
	date
	timestamp

	// What is read, compared and grouped by, and no more.
	clock
	timestampS
	timestampMS
	timestampNS
	timestampTZ
	uuid
	uhugeint
	blob
	enum
)

var kindNames = [...]string{
	boolean: "BOOLEAN", tinyint: "TINYINT", smallint: "SMALLINT", integer: "INTEGER", bigint: "BIGINT",
	utinyint: "UTINYINT", usmallint: "USMALLINT", uinteger: "UINTEGER", ubigint: "UBIGINT", hugeint: "HUGEINT",
	decimal: "DECIMAL", float: "FLOAT", double: "DOUBLE", varchar: "VARCHAR", date: "DATE", timestamp: "TIMESTAMP",
	clock: "TIME", timestampS: "TIMESTAMP_S", timestampMS: "TIMESTAMP_MS", timestampNS: "TIMESTAMP_NS", timestampTZ: "TIMESTAMPTZ",
	uuid: "UUID", uhugeint: "UHUGEINT", blob: "BLOB", enum: "ENUM('key1', 'a', 'z', 'b', 'é')",
}

// sqlType is a type. Width and scale are a DECIMAL's.
type sqlType struct {
	kind         kind
	width, scale int
}

func of(k kind) sqlType { return sqlType{kind: k} }

func (t sqlType) String() string {
	if t.kind == decimal {
		return fmt.Sprintf("DECIMAL(%d,%d)", t.width, t.scale)
	}
	return kindNames[t.kind]
}

func (t sqlType) integral() bool { return t.kind >= tinyint && t.kind <= hugeint }

func (t sqlType) floating() bool { return t.kind == float || t.kind == double }

func (t sqlType) numeric() bool { return t.kind >= tinyint && t.kind <= double }

// bits returns the bits of the numbers of an integer type, and whether they have a sign.
func (t sqlType) bits() (n uint, signed bool) {
	switch t.kind {
	case tinyint, smallint, integer, bigint:
		return 8 << (t.kind - tinyint), true
	case utinyint, usmallint, uinteger, ubigint:
		return 8 << (t.kind - utinyint), false
	}
	return 128, true
}

// bounds returns the least and the greatest number of an integer type, or the greatest
// unscaled number of a DECIMAL and its opposite.
func (t sqlType) bounds() (lo, hi *big.Int) {
	one := big.NewInt(1)
	if t.kind == decimal {
		hi = new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(t.width)), nil)
		hi.Sub(hi, one)
		return new(big.Int).Neg(hi), hi
	}
	n, signed := t.bits()
	if !signed {
		return new(big.Int), hi2(n)
	}
	hi = hi2(n - 1)
	return new(big.Int).Sub(new(big.Int).Neg(hi), one), hi
}

// hi2 returns 2^n - 1.
func hi2(n uint) *big.Int {
	x := new(big.Int).Lsh(big.NewInt(1), n)
	return x.Sub(x, big.NewInt(1))
}

// class groups types that compare with each other.
func (t sqlType) class() kind {
	if t.numeric() {
		return integer
	}
	return t.kind
}

// columnType returns a type for a column.
func (d *dice) columnType() sqlType {
	switch d.weighted(5, 22, 8, 18, 12, 16, 10, 9, 6) {
	case 0:
		return of(boolean)
	case 1:
		return of(pick(d, integer, integer, bigint, bigint, smallint, tinyint))
	case 2:
		return of(pick(d, utinyint, usmallint, uinteger, ubigint, hugeint))
	case 3:
		return d.decimalType()
	case 4:
		return of(pick(d, double, double, double, float))
	case 5:
		return of(varchar)
	case 6:
		return of(date)
	case 8:
		return of(pick(d, clock, timestampS, timestampMS, timestampNS, timestampTZ, uuid, uhugeint, blob, enum, enum))
	}
	return of(timestamp)
}

// decimalType returns a DECIMAL of one of the four storage sizes.
func (d *dice) decimalType() sqlType {
	width := pick(d, d.between(1, 4), d.between(5, 9), d.between(10, 18), 15, d.between(19, 38), 38)
	return sqlType{decimal, width, pick(d, 0, min(1, width), min(2, width), min(2, width), width/2, width)}
}
