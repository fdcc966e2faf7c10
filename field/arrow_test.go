package field

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
)

// arrowValue returns value i of an array as a value of type t.
func arrowValue(t ir.Type, a arrow.Array, i int) ir.Value {
	if a.IsNull(i) {
		return ir.NullOf(t)
	}
	n := int64(0)
	switch a := a.(type) {
	case *array.Boolean:
		return ir.BoolValue(a.Value(i))
	case *array.Int8:
		n = int64(a.Value(i))
	case *array.Int16:
		n = int64(a.Value(i))
	case *array.Int32:
		n = int64(a.Value(i))
	case *array.Int64:
		n = a.Value(i)
	case *array.Uint8:
		n = int64(a.Value(i))
	case *array.Uint16:
		n = int64(a.Value(i))
	case *array.Uint32:
		n = int64(a.Value(i))
	case *array.Date32:
		n = int64(a.Value(i))
	case *array.Timestamp:
		n = int64(a.Value(i))
	case *array.Uint64:
		return ir.WideValue(t, int128.OfUint(a.Value(i)))
	case *array.Decimal128:
		return ir.WideValue(t, int128.Int{Hi: a.Value(i).HighBits(), Lo: a.Value(i).LowBits()})
	case *array.Float32:
		return ir.FloatValue(t, float64(a.Value(i)))
	case *array.Float64:
		return ir.FloatValue(t, a.Value(i))
	case *array.String:
		return ir.StringValue(a.Value(i))
	case *array.LargeString:
		return ir.StringValue(a.Value(i))
	case *array.Dictionary:
		return ir.StringValue(a.Dictionary().(*array.String).Value(a.GetValueIndex(i)))
	default:
		panic(fmt.Sprintf("array of %s", a.DataType()))
	}
	return ir.IntValue(t, n)
}

func TestArrow(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 10))
	types := []ir.Type{ir.Of(ir.Bool), ir.Of(ir.Int8), ir.Of(ir.Int16), ir.Of(ir.Int32), ir.Of(ir.Int64), ir.Of(ir.UInt8), ir.Of(ir.UInt16),
		ir.Of(ir.UInt32), ir.Of(ir.UInt64), ir.Of(ir.Int128), ir.DecimalOf(9, 2), ir.DecimalOf(30, 4), ir.Of(ir.Float32),
		ir.Of(ir.Float64), ir.Of(ir.Varchar), ir.Of(ir.Date), ir.Of(ir.Timestamp)}
	bound := map[ir.Kind]int64{ir.Int8: 100, ir.UInt8: 200, ir.Int16: 30_000, ir.UInt16: 60_000, ir.Int32: 1 << 30, ir.UInt32: 1 << 31, ir.Date: 1 << 20}
	for n := range 20 * len(types) {
		v := randomVector(rnd, types[n%len(types)], 1+rnd.IntN(3000))
		if b := bound[v.Type.Kind]; b > 0 {
			for i := range v.Int {
				v.Int[i] = (v.Int[i]%b + b) % b
			}
		}
		if v.Type.Kind == ir.Float32 {
			for i, f := range v.Float {
				v.Float[i] = float64(float32(f))
			}
		}
		c := columnOf(t, v)
		a, _ := c.Arrow()
		if a.Len() != c.Len || a.NullN() != c.NullCount {
			t.Fatalf("%s: %d values, %d null", c, a.Len(), a.NullN())
		}
		for i := range c.Len {
			if got := arrowValue(c.Type, a, i); !got.Equal(c.Value(i)) {
				t.Fatalf("%s as %s: value %d is %+v, want %+v", c, a.DataType(), i, got, c.Value(i))
			}
		}
		a.Release()
	}
}

// TestArrowSharesMemory checks that no copy is made where layouts agree.
func TestArrowSharesMemory(t *testing.T) {
	wide := func(i int) int64 { return int64(i) << 40 / 7 }
	text := &Vector{Name: "c", Type: ir.Of(ir.Varchar)}
	for i := range 1000 {
		text.Append(ir.StringValue(fmt.Sprint("text ", i)))
	}
	for _, c := range []struct {
		v    *Vector
		own  func(*Column) unsafe.Pointer
		same bool
	}{
		{makeInts(ir.Of(ir.Int64), 1000, wide, nil), func(c *Column) unsafe.Pointer { return unsafe.Pointer(&c.I64[0]) }, true},
		{makeInts(ir.Of(ir.Timestamp), 1000, wide, nil), func(c *Column) unsafe.Pointer { return unsafe.Pointer(&c.I64[0]) }, true},
		{makeInts(ir.Of(ir.UInt8), 1000, func(i int) int64 { return int64(i) % 256 }, nil), func(c *Column) unsafe.Pointer { return unsafe.Pointer(&c.U8[0]) }, true},
		{makeInts(ir.Of(ir.Int32), 1000, func(i int) int64 { return int64(i) << 20 }, nil), func(c *Column) unsafe.Pointer { return unsafe.Pointer(&c.U16[0]) }, false},
		{&Vector{Name: "c", Type: ir.Of(ir.Float64), Float: []float64{1, 2}}, func(c *Column) unsafe.Pointer { return unsafe.Pointer(&c.F64[0]) }, true},
		{text, func(c *Column) unsafe.Pointer { return unsafe.Pointer(&c.Text[0]) }, true},
	} {
		col := columnOf(t, c.v)
		a, shared := col.Arrow()
		bufs := a.Data().Buffers()
		values := bufs[len(bufs)-1].Bytes()
		if shared != c.same || (unsafe.Pointer(&values[0]) == c.own(col)) != c.same {
			t.Errorf("%s as %s: shared is %v", col, a.DataType(), shared)
		}
	}
}
