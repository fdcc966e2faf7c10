package simd

import (
	"math/rand/v2"
	"testing"
)

// TestAllocations: no kernel allocates.
func TestAllocations(t *testing.T) {
	defer Use(Active())
	all, selective := benches(1000, 50)
	for l := Portable; l <= Best(); l++ {
		Use(l)
		for _, k := range append(all, selective...) {
			if n := testing.AllocsPerRun(3, k.run); n > 0 {
				t.Errorf("%s at %s allocates %v times", k.name, l, n)
			}
		}
	}
}

// TestPanics: what is too short, or outside, is a panic at every level.
func TestPanics(t *testing.T) {
	defer Use(Active())
	r := rand.New(rand.NewPCG(5, 6))
	n := 200
	u8, u16, u32, i64 := ints[uint8](r, n), ints[uint16](r, n), ints[uint32](r, n), ints[int64](r, n)
	bits, lanes, gid := make([]uint64, Words(n)), make([]int64, n), make([]uint8, n)
	for i := range bits {
		bits[i] = 1<<64 - 1
	}
	at := func(p int32) []int32 {
		pos := make([]int32, n)
		pos[n/2+3] = p
		return pos
	}
	outside := make([]uint8, n)
	outside[n-1] = 7
	for name, run := range map[string]func(){
		"bits short":         func() { RangeU8(bits[:Words(n)-1:Words(n)-1], u8, 1, 2) },
		"columns differ":     func() { LtI64(bits, i64, i64[:n-1:n-1]) },
		"words differ":       func() { And(bits, bits, bits[:1:1]) },
		"lanes short":        func() { WidenU16(lanes[:n-1:n-1], u16, 1, 1) },
		"sum differs":        func() { AddVV(lanes, i64, i64[:n-1:n-1]) },
		"selection short":    func() { SumSelU32(u32, bits[:1:1]) },
		"compressed short":   func() { CompressI64(lanes[:n-1:n-1], i64, bits) },
		"positions short":    func() { Positions(make([]int32, 64*Words(n)-1), bits, 0) },
		"hashes short":       func() { HashI64(make([]uint64, n-1), i64) },
		"position len u8":    func() { GatherU8(lanes, u8, at(int32(n)), 0, 1) },
		"position len u16":   func() { GatherU16(lanes, u16, at(int32(n)), 0, 1) },
		"position len u32":   func() { GatherU32(lanes, u32, at(int32(n)), 0, 1) },
		"position len i64":   func() { GatherI64(lanes, i64, at(int32(n)), 0, 1) },
		"negative position":  func() { GatherI64(lanes, i64, at(-1), 0, 1) },
		"position of none":   func() { GatherU8(lanes, nil, at(0), 0, 1) },
		"group of 3 outside": func() { SumGroupsI64(make([]int64, 3), outside, i64) },
		"group of 7 outside": func() { SumGroupsI64(make([]int64, 7), outside, i64) },
		"no groups":          func() { SumGroupsI64(nil, gid, i64) },
		"counted outside":    func() { CountGroups(make([]int64, 7), outside) },
		"groups short":       func() { SumGroupsI64(make([]int64, 3), gid[:n-1:n-1], i64) },
	} {
		for l := Portable; l <= Best(); l++ {
			Use(l)
			if !panics(run) {
				t.Errorf("%s at %s: no panic", name, l)
			}
		}
	}
}

func panics(run func()) (yes bool) {
	defer func() { yes = recover() != nil }()
	run()
	return
}
