// Package kernel is the element-wise inner loops of the compiled tier, one
// generic function per operation and operand shape.
//
// Input: slices of one block (codes of a narrow column, decoded 64-bit lanes,
// positions, selections). Output: a lane, a byte mask or a selection written to a
// slice the caller owns. Nothing here allocates, knows an expression or keeps
// state.
//
//	k := RangeSel(sel, shipdate, 730, 364)          // first conjunct, dense
//	k  = RangeRefine(sel, sel[:k], discount, 5, 2)  // next conjunct
//	MulVV(t, price, disc)
//
// Names are operation, then operand shape: VV is vector-vector, VC
// vector-constant, CV constant-vector; Sel writes the first selection of a block,
// Refine narrows one; Pos reads through positions. A suffix Checked reports
// whether an element left its interval.
//
// Conventions: the first slice parameter decides the length of the loop unless
// said otherwise, all others are at least as long; destinations may alias
// operands element by element; byte masks hold 0 or 1; selections are ascending
// tuple indexes of the block. The element operation is always written in the loop:
// passing it as a func value or a type-parameter method costs a factor of three.
package kernel

// Code is the element type of a narrow column.
type Code interface{ uint8 | uint16 | uint32 }

// Word is the element type of an integer column at rest.
type Word interface {
	uint8 | uint16 | uint32 | int64
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func b2u(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}
