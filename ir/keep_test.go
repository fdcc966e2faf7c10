package ir

import "testing"

func TestKeepsEquality(t *testing.T) {
	for _, c := range []struct {
		from, to Type
		keeps    bool
	}{
		{Of(Int32), Of(Int32), true},
		{Of(Int32), Of(Int64), true},
		{Of(Int64), Of(Int128), true},
		{Of(Int64), Of(Int32), false},
		{Of(UInt32), Of(Int64), true},
		{Of(UInt32), Of(Int32), false},
		{Of(Int32), Of(UInt64), false},
		{Of(UInt64), Of(Int128), true},
		{Of(Int32), Of(Float64), true},
		{Of(Int64), Of(Float64), false},
		{Of(UInt16), Of(Float32), true},
		{Of(Int32), Of(Float32), false},
		{Of(Float32), Of(Float64), true},
		{Of(Float64), Of(Float32), false},
		{Of(Int32), DecimalOf(10, 0), true},
		{Of(Int32), DecimalOf(9, 0), false},
		{Of(Int32), DecimalOf(12, 2), false},
		{Of(UInt64), DecimalOf(19, 0), false},
		{DecimalOf(9, 2), DecimalOf(18, 2), true},
		{DecimalOf(9, 2), DecimalOf(8, 2), false},
		{DecimalOf(9, 2), DecimalOf(18, 3), false},
		{DecimalOf(9, 0), Of(Int64), false},
		{DecimalOf(9, 2), Of(Float64), false},
		{Of(Varchar), Of(Blob), false},
		{Of(Date), Of(Timestamp), false},
	} {
		x := &Cast{X: &Const{Val: NullOf(c.from)}, T: c.to}
		if have := x.KeepsEquality(); have != c.keeps {
			t.Errorf("%s as %s: %v", c.from, c.to, have)
		}
	}
}
