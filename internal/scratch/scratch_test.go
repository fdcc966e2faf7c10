package scratch

import "testing"

// TestZero checks that what is lent again is zero, whatever was left in it, for all sizes and types.
func TestZero(t *testing.T) {
	for _, n := range []int{0, 1, 100, 1 << 12, 1<<14 + 1, 1 << 16, 1<<18 - 7} {
		for range 3 {
			check(t, Make[uint8](n), n)
			check(t, Make[int32](n), n)
			check(t, Make[uint64](n), n)
			check(t, Make[bool](n), n)
		}
	}
}

func check[T comparable](t *testing.T, s []T, n int) {
	t.Helper()
	var zero T
	if len(s) != n {
		t.Fatalf("%d elements, not %d", len(s), n)
	}
	for i, x := range s {
		if x != zero {
			t.Fatalf("element %d of %d is %v", i, n, x)
		}
	}
	fill(s[:cap(s)])
	Free(s)
}

func fill[T any](s []T) {
	switch s := any(s).(type) {
	case []uint8:
		for i := range s {
			s[i] = 0xff
		}
	case []int32:
		for i := range s {
			s[i] = -1
		}
	case []uint64:
		for i := range s {
			s[i] = 1 << 63
		}
	case []bool:
		for i := range s {
			s[i] = true
		}
	}
}

// TestGrow checks that growing keeps what is there and adds zeros, from nothing on.
func TestGrow(t *testing.T) {
	var s []int64
	for n := 1; n < 1<<17; n = n*3/2 + 1 {
		before := len(s)
		s = Grow(s, n)
		for i, x := range s {
			if i < before && x != int64(i)+1 || i >= before && x != 0 {
				t.Fatalf("element %d of %d is %d", i, n, x)
			}
			s[i] = int64(i) + 1
		}
		s = s[:n*9/10] // the rest is to be zero again
	}
	if s = Grow(s, 5); len(s) < 5 {
		t.Fatalf("%d elements", len(s))
	}
}
