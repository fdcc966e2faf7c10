package querytest

import (
	"fmt"
	"math/big"
)

// kin is what columns of several tables have in common to be joined by: a type, and few values of it, with
// ends of its range, and zeros and NaN of floats, among them.
type kin struct {
	typ    sqlType
	values []string
	rough  bool
}

// keyType returns a type to join by.
func (d *dice) keyType() sqlType {
	switch d.below(6) {
	case 0, 1:
		return of(pick(d, double, double, float))
	case 2:
		return of(pick(d, ubigint, hugeint, uhugeint, uuid))
	case 3:
		return sqlType{decimal, d.between(19, 38), d.between(0, 6)}
	case 4:
		return of(pick(d, varchar, varchar, blob, timestampNS, timestampTZ, clock, enum))
	}
	return d.columnType()
}

// kins returns up to three.
func (d *dice) kins() (out []kin) {
	for range pick(d, 0, 1, 1, 2, 3) {
		k := kin{typ: d.keyType()}
		rows := d.between(2, 12)
		gen, rough := d.values(k.typ, rows)
		more, rougher := d.values(k.typ, rows)
		k.rough = rough || rougher
		for i := range rows {
			k.values = append(k.values, gen(i), more(i))
		}
		out = append(out, k)
	}
	return out
}

// largeKin is kin of tables that DuckDB makes: a value for each number below distinct.
type largeKin struct {
	typ      sqlType
	distinct int
	rough    bool
	value    func(number string) string
}

// largeKins returns up to two with few rows a value in tables of so many rows.
func (d *dice) largeKins(rows int) (out []largeKin) {
	for range pick(d, 0, 1, 1, 2) {
		k := largeKin{typ: d.keyType(), distinct: pick(d, rows, rows, rows/3, 2*rows)}
		k.value, k.rough = d.numbered(k.typ)
		out = append(out, k)
	}
	return out
}

// numbered returns an expression with a value for each number, and whether these are rough. Types of few
// values repeat them, at a distance.
func (d *dice) numbered(t sqlType) (value func(number string) string, rough bool) {
	switch {
	case t.floating():
		by := pick(d, "1", "0.37", "1e10", "-0.125")
		return func(n string) string {
			return fmt.Sprintf("(SELECT CASE x %% 5000 WHEN 7 THEN 'NaN'::DOUBLE WHEN 8 THEN -0.0::DOUBLE WHEN 9 THEN 0.0::DOUBLE WHEN 10 THEN 'inf'::DOUBLE ELSE x * %s::DOUBLE END FROM (SELECT %s AS x))", by, n)
		}, false
	case t.integral() || t.kind == decimal:
		lo, hi := t.bounds()
		from := pick(d, big.NewInt(0), hi, lo)
		if t.kind != decimal && from.BitLen() > 31 {
			sign := map[int]string{1: "-", -1: "+"}[from.Sign()]
			return func(n string) string { return fmt.Sprintf("'%s'::%s %s (%s)::%[2]s", from, t, sign, n) }, true
		}
		most := new(big.Int).Rsh(hi, 1)
		return func(n string) string {
			if most.IsInt64() {
				n = fmt.Sprintf("(%s %% %d)", n, most.Int64()+1)
			}
			if t.scale > 0 {
				return fmt.Sprintf("left(lpad((%s)::VARCHAR, 50, '0'), %d) || '.' || right(lpad((%[1]s)::VARCHAR, 50, '0'), %d)", n, 50-t.scale, t.scale)
			}
			return n
		}, false
	}
	texts := map[kind]string{
		boolean: "%s %% 2 = 0", varchar: "'key' || %s", date: "DATE '1970-01-01' + (%s %% 900000)::INTEGER", timestamp: "make_timestamp(%s * 1000003)",
		clock: "TIME '00:00:00' + INTERVAL (%s) MICROSECOND", timestampS: "make_timestamp(%s * 1000000)", timestampMS: "make_timestamp(%s * 1000)",
		timestampNS: "make_timestamp_ns(%s)", timestampTZ: "to_timestamp(%s)", uuid: "'00000000-0000-4000-8000-' || lpad((%s)::VARCHAR, 12, '0')",
		uhugeint: "'340282366920938463463374607431760000000'::UHUGEINT + (%s)::UHUGEINT", blob: "('key' || %s)::BLOB",
		enum: "['key1', 'a', 'z', 'b', 'é'][1 + %s %% 5]",
	}
	return func(n string) string { return fmt.Sprintf(texts[t.kind], n) }, false
}
