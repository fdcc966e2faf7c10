package eval

import (
	"testing"

	"github.com/reffine-db/reffine/internal/int128"
)

func TestQuoRem(t *testing.T) {
	var vals []int128.Int
	for _, hi := range []int64{0, -1, 1, 5, -7, 1<<63 - 1, -1 << 63} {
		for _, lo := range []uint64{0, 1, 2, 999, 1 << 63, 1<<64 - 1, 1<<64 - 1000} {
			vals = append(vals, int128.Int{Hi: hi, Lo: lo})
		}
	}
	least := int128.Int{Hi: -1 << 63}
	for _, a := range vals {
		for _, b := range vals {
			if b.IsZero() || a == least && b == int128.Of(-1) {
				continue
			}
			q, r := quoRem(a, b)
			if wq, wr := a.QuoRem(b); q != wq || r != wr {
				t.Fatalf("%v / %v = %v, %v, want %v, %v", a, b, q, r, wq, wr)
			}
		}
	}
}
