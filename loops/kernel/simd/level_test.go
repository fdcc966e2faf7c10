package simd

import "testing"

func TestInitial(t *testing.T) {
	for value, want := range map[string]Level{
		"":        best,
		"off":     Portable,
		"avx2":    min(AVX2, best),
		"avx512":  min(AVX512, best),
		"unknown": best,
	} {
		t.Setenv("REFFINE_SIMD", value)
		if got := initial(); got != want {
			t.Errorf("REFFINE_SIMD=%s starts at %s, want %s", value, got, want)
		}
	}
}

func TestUse(t *testing.T) {
	start := Active()
	defer Use(start)
	for l := Portable; l <= AVX512; l++ {
		Use(l)
		if got := Active(); got != min(l, Best()) {
			t.Errorf("after Use(%s) the level is %s", l, got)
		}
		if parsed, err := ParseLevel(l.String()); err != nil || parsed != l {
			t.Errorf("%s parses as %s, %v", l, parsed, err)
		}
	}
	if before := Use(start); before != Active() && Best() != Portable && before != Best() {
		t.Errorf("Use returns %s", before)
	}
	if _, err := ParseLevel("AVX2"); err == nil {
		t.Error("AVX2 parses")
	}
	t.Logf("this machine has %s", Best())
}
