package plan

import (
	"math"
	"math/big"
	"strconv"
)

// constant decodes a value with its type.
func (d *decoder) constant(v *value) *Const {
	o := d.object(v, "constant")
	c := &Const{T: d.typ(o.need("type"))}
	null := o.need("is_null")
	if null.kind != kindBool {
		o.wrong("is_null", "boolean", null)
	}
	if null.text == "false" {
		c.Value = d.scalar(o.need("value"), c.T)
	}
	o.done()
	return c
}

// scalar decodes a value that is not NULL.
func (d *decoder) scalar(v *value, t Type) any {
	switch t.ID {
	case Boolean:
		if v.kind != kindBool {
			d.badConstant(v, t)
		}
		return v.text == "true"
	case TinyInt:
		return d.signed(v, t, 8)
	case SmallInt:
		return d.signed(v, t, 16)
	case Integer, Date:
		return d.signed(v, t, 32)
	case BigInt, Time, TimeNS, TimestampS, TimestampMS, Timestamp, TimestampNS, TimestampTZ:
		return d.signed(v, t, 64)
	case UTinyInt:
		return d.unsigned(v, t, 8)
	case USmallInt:
		return d.unsigned(v, t, 16)
	case UInteger:
		return d.unsigned(v, t, 32)
	case UBigInt:
		return d.unsigned(v, t, 64)
	case HugeInt:
		return d.wide(v, t)
	case UHugeInt:
		upper, lower := d.halves(v, t, false)
		return join128(new(big.Int).SetUint64(upper), lower)
	case Decimal:
		if t.Width <= 18 {
			return d.signed(v, t, 64)
		}
		return d.wide(v, t)
	case Float, Double:
		return d.float(v, t)
	case Varchar:
		return d.str(v, t)
	case Blob:
		return d.blob(v, t)
	case Enum:
		labels := t.Labels()
		code := d.unsigned(v, t, 32)
		if code >= uint64(len(labels)) {
			d.badConstant(v, t)
		}
		return labels[code]
	case Interval:
		o := d.object(v, "constant of type INTERVAL")
		i := IntervalValue{Months: int32(d.part(o, "months", 32)), Days: int32(d.part(o, "days", 32)), Micros: d.part(o, "micros", 64)}
		o.done()
		return i
	case UUID:
		return d.uuid(v, t)
	default:
		d.refuse("constants of type %s are not supported", t)
		panic("unreachable")
	}
}

func (d *decoder) badConstant(v *value, t Type) {
	if v.kind == kindNumber {
		d.refuse("constant %s of type %s is not valid", v.text, t)
	}
	d.refuse("constant of type %s is written as a %s", t, kindNames[v.kind])
}

func (d *decoder) signed(v *value, t Type, bits int) int64 {
	if v.kind != kindNumber {
		d.badConstant(v, t)
	}
	n, err := strconv.ParseInt(v.text, 10, bits)
	if err != nil {
		d.badConstant(v, t)
	}
	return n
}

func (d *decoder) unsigned(v *value, t Type, bits int) uint64 {
	if v.kind != kindNumber {
		d.badConstant(v, t)
	}
	n, err := strconv.ParseUint(v.text, 10, bits)
	if err != nil {
		d.badConstant(v, t)
	}
	return n
}

// part decodes a component of an interval, 0 when it is absent.
func (d *decoder) part(o *object, key string, bits int) int64 {
	v := o.get(key)
	if v == nil {
		return 0
	}
	return d.signed(v, Type{ID: Interval}, bits)
}

// halves decodes a 128-bit integer written as two 64-bit ones. The upper one is signed
// unless the type is unsigned; it is returned as its bits.
func (d *decoder) halves(v *value, t Type, signed bool) (upper, lower uint64) {
	o := d.object(v, "constant of type "+t.String())
	if signed {
		upper = uint64(d.signed(o.need("upper"), t, 64))
	} else {
		upper = d.unsigned(o.need("upper"), t, 64)
	}
	lower = d.unsigned(o.need("lower"), t, 64)
	o.done()
	return upper, lower
}

func (d *decoder) wide(v *value, t Type) *big.Int {
	upper, lower := d.halves(v, t, true)
	return join128(big.NewInt(int64(upper)), lower)
}

func join128(upper *big.Int, lower uint64) *big.Int {
	upper.Lsh(upper, 64)
	return upper.Add(upper, new(big.Int).SetUint64(lower))
}

func (d *decoder) float(v *value, t Type) float64 {
	if v.kind != kindNumber {
		d.badConstant(v, t)
	}
	f, err := strconv.ParseFloat(v.text, 64)
	if err != nil {
		d.badConstant(v, t)
	}
	if t.ID == Float && !math.IsNaN(f) && float64(float32(f)) != f {
		d.badConstant(v, t)
	}
	return f
}

func (d *decoder) str(v *value, t Type) string {
	if v.kind != kindText {
		d.badConstant(v, t)
	}
	return v.text
}

// blob decodes DuckDB's text form of bytes: printable ASCII as it is, other
// bytes as \x and two hexadecimal digits.
func (d *decoder) blob(v *value, t Type) []byte {
	s := d.str(v, t)
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] >= 0x80:
			d.refuse("constant of type BLOB is not ASCII")
		case s[i] != '\\':
			out = append(out, s[i])
		default:
			if len(s)-i < 4 || s[i+1] != 'x' {
				d.refuse("constant of type BLOB has a bad escape")
			}
			b, err := strconv.ParseUint(s[i+2:i+4], 16, 8)
			if err != nil {
				d.refuse("constant of type BLOB has a bad escape")
			}
			out = append(out, byte(b))
			i += 3
		}
	}
	return out
}

// uuid decodes a UUID: a 128-bit integer with its top bit flipped so that it orders as signed.
func (d *decoder) uuid(v *value, t Type) [16]byte {
	upper, lower := d.halves(v, t, true)
	upper ^= 1 << 63
	var u [16]byte
	for i := range 8 {
		u[7-i] = byte(upper >> (8 * i))
		u[15-i] = byte(lower >> (8 * i))
	}
	return u
}
