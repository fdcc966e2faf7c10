package loops

import (
	"math"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/vector"
)

// vector returns the values of determining key d of the given groups.
func (k *groupKeys) vector(name string, t ir.Type, d int, order []int32) *field.Vector {
	node := k.nodes[d]
	v := &field.Vector{Name: name, Type: t}
	null := func(i int) {
		if v.Null == nil {
			v.Null = make([]bool, len(order))
		}
		v.Null[i] = true
	}
	if col := k.texts[d].col; col != nil {
		v.From, v.Rows = col, picked(k.texts[d].rows, order)
		return v
	}
	if node.Lane() == vector.Codes {
		v.From, v.Rows = node.Dict().Strings(), make([]int32, len(order))
		for i, g := range order {
			x, isNull := k.integer(d, g)
			if v.Rows[i] = int32(x); isNull {
				v.Rows[i] = -1
			}
		}
		return v
	}
	v = newVector(name, t, len(order))
	if k.dense != nil && k.few == nil && !k.direct && len(k.nodes) == 1 && v.Int != nil && !node.Type().Null {
		for i, g := range order {
			v.Int[i] = k.lo[0] + int64(k.words[g])
		}
		return v
	}
	for i, g := range order {
		if node.Lane() == vector.Ints || node.Lane() == vector.Bools {
			x, isNull := k.integer(d, g)
			switch {
			case isNull:
				null(i)
			case v.Wide != nil:
				v.Wide[i] = int128.Of(x)
			default:
				v.Int[i] = x
			}
			continue
		}
		words := k.words[int(g)*k.width:][:k.width]
		if k.layout.isNull(d, words) {
			null(i)
			continue
		}
		switch node.Lane() {
		case vector.Wides:
			if x := k.layout.wide(d, words); v.Wide != nil {
				v.Wide[i] = x
			} else {
				v.Int[i] = int64(x.Lo)
			}
		case vector.Floats:
			v.Float[i] = math.Float64frombits(words[k.layout.keys[d].word])
		case vector.Strings:
			v.Str[i] = k.texts[d].strs[g]
		}
	}
	return v
}
