package plan

import (
	"fmt"
	"slices"
	"strconv"
)

// decoder holds what is known while one plan is decoded. Its methods fail by panicking
// with *Unsupported, which Decode turns into an error.
type decoder struct {
	op       string // the operator being decoded, for refusals
	params   map[string]Type
	volatile map[string]bool
	tables   []Table
	delims   []*delimScope
	ctes     []*CTE          // definitions in scope, innermost last
	cteIndex map[*CTE]uint64 // DuckDB's table index of each
	lastID   int             // of CTEs and delim joins
}

// refuse ends the decoding.
func (d *decoder) refuse(format string, args ...any) {
	panic(&Unsupported{Operator: d.op, Reason: fmt.Sprintf(format, args...)})
}

// object reads the attributes of one object and remembers which have been asked for, so that
// none is overlooked: done refuses the rest.
type object struct {
	d    *decoder
	what string // for refusals
	v    *value
	read uint64 // bit i: attribute i, one of maxKeys, has been asked for
}

func (d *decoder) object(v *value, what string) *object {
	if v.kind != kindObject {
		d.refuse("%s: expected an object, found a %s", what, kindNames[v.kind])
	}
	return &object{d: d, what: what, v: v}
}

// get returns the attribute, nil when it is absent.
func (o *object) get(key string) *value {
	for i, k := range o.v.keys {
		if k == key {
			o.read |= 1 << i
			return &o.v.items[i]
		}
	}
	return nil
}

// need returns an attribute that is always written.
func (o *object) need(key string) *value {
	v := o.get(key)
	if v == nil {
		o.d.refuse("%s: no attribute %s", o.what, key)
	}
	return v
}

func (o *object) wrong(key, want string, v *value) {
	o.d.refuse("%s: attribute %s: expected a %s, found a %s", o.what, key, want, kindNames[v.kind])
}

// text returns a string attribute that is always written.
func (o *object) text(key string) string {
	v := o.need(key)
	if v.kind != kindText {
		o.wrong(key, "string", v)
	}
	return v.text
}

// textOr returns a string attribute, or def when it is absent.
func (o *object) textOr(key, def string) string {
	v := o.get(key)
	if v == nil {
		return def
	}
	if v.kind != kindText {
		o.wrong(key, "string", v)
	}
	return v.text
}

// flag returns a boolean attribute, or def when it is absent.
func (o *object) flag(key string, def bool) bool {
	v := o.get(key)
	if v == nil {
		return def
	}
	if v.kind != kindBool {
		o.wrong(key, "boolean", v)
	}
	return v.text == "true"
}

// count returns an unsigned attribute, 0 when it is absent.
func (o *object) count(key string) uint64 {
	v := o.get(key)
	if v == nil {
		return 0
	}
	return o.d.count(v, o.what+": attribute "+key)
}

func (d *decoder) count(v *value, what string) uint64 {
	if v.kind != kindNumber {
		d.refuse("%s: expected a number, found a %s", what, kindNames[v.kind])
	}
	n, err := strconv.ParseUint(v.text, 10, 64)
	if err != nil {
		d.refuse("%s: %s is not a position", what, v.text)
	}
	return n
}

// list returns the elements of a list attribute, none when it is absent.
func (o *object) list(key string) []value {
	v := o.get(key)
	if v == nil {
		return nil
	}
	if v.kind != kindList {
		o.wrong(key, "list", v)
	}
	return v.items
}

// writtenList is list for an attribute that is written even when it is empty. Its absence shows
// that the plan was written with skip_empty, which drops the list elements that have only
// default values (a column with index 0, an empty grouping set): such a plan cannot be read.
func (o *object) writtenList(key string) []value {
	if o.get(key) == nil {
		o.d.refuse("no attribute %s: the plan must be written with skip_empty := false", key)
	}
	return o.list(key)
}

// positions returns a list of positions below n.
func (o *object) positions(key string, n int) []int {
	return o.d.positions(o.list(key), n, o.what+": attribute "+key)
}

func (d *decoder) positions(list []value, n int, what string) []int {
	out := make([]int, len(list))
	for i := range list {
		out[i] = d.position(&list[i], n, what)
	}
	return out
}

func (d *decoder) position(v *value, n int, what string) int {
	p := d.count(v, what)
	if p >= uint64(n) {
		d.refuse("%s: position %d of %d", what, p, n)
	}
	return int(p)
}

// ignore marks attributes that do not matter.
func (o *object) ignore(keys ...string) {
	for i, k := range o.v.keys {
		if slices.Contains(keys, k) {
			o.read |= 1 << i
		}
	}
}

// done refuses attributes nobody has asked for.
func (o *object) done() {
	for i, k := range o.v.keys {
		if o.read>>i&1 == 0 {
			o.d.refuse("%s: unknown attribute %s", o.what, k)
		}
	}
}

// scope says what a column reference means: reference i is cols[i], at position at[i] of the
// input; at nil means i itself.
type scope struct {
	cols []Column
	at   []int
}

func inputScope(n Node) scope { return scope{cols: n.Columns()} }
