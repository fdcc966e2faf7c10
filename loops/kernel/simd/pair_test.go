package simd

import "testing"

var pairCases = []kernelCase{
	{"PairU8", func(in *inputs) any { return pairs(in, in.u8, in.v8) }, func(in *inputs) any { return pairsOf(in, in.u8, in.v8) }},
	{"PairU8 of one text", func(in *inputs) any { return pairs(in, in.later(), in.u8) }, func(in *inputs) any { return pairsOf(in, in.later(), in.u8) }},
}

// later is the text without its first bytes.
func (in *inputs) later() []uint8 { return in.u8[min(len(in.u8), 3):] }

func pairs(in *inputs, x, y []uint8) any {
	bits := lend[uint64](in.t, in.arena("bits"), Words(len(x)), in.at)
	a, b := in.bytes()
	PairU8(bits, x, y, a, b)
	return bits
}

func pairsOf(in *inputs, x, y []uint8) any {
	a, b := in.bytes()
	bits := make([]uint64, Words(len(x)))
	for t := range x {
		if x[t] == a && y[t] == b {
			bits[t>>6] |= 1 << (t & 63)
		}
	}
	return bits
}

// bytes are two that occur, if there are any.
func (in *inputs) bytes() (a, b uint8) {
	if in.n == 0 {
		return 0, 0
	}
	return in.u8[in.n/2], in.v8[in.n/2]
}

func BenchmarkPairU8(b *testing.B) {
	text := make([]byte, 1<<16)
	for i := range text {
		text[i] = "of the furiously special requests "[i%34]
	}
	bits := make([]uint64, Words(len(text)))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		PairU8(bits, text[:len(text)-1], text[1:], 'q', 'u')
	}
}
