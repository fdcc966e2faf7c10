package simd

import "golang.org/x/sys/cpu"

var (
	best  = detect()
	level = initial()
)

func detect() Level {
	x := &cpu.X86
	switch {
	case !(x.HasAVX2 && x.HasBMI1 && x.HasBMI2 && x.HasPOPCNT):
		return Portable
	case !(x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL):
		return AVX2
	case !(x.HasAVX512VBMI && x.HasAVX512VBMI2 && x.HasAVX512VPOPCNTDQ):
		return AVX2
	}
	return AVX512
}

// Use makes a level the active one, at most Best, and returns the one before. It is
// for tests and tools: no kernel may run meanwhile.
func Use(l Level) Level {
	before := level
	level = min(l, best)
	return before
}
