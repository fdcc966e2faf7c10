package libm

/*
#cgo !darwin LDFLAGS: -lm
#include <math.h>
#include <stdint.h>

#define EACH1(name, f) \
	static void name(double *dst, const double *a, int64_t n) { for (int64_t i = 0; i < n; i++) dst[i] = f(a[i]); }
#define EACH2(name, f) \
	static void name(double *dst, const double *a, const double *b, int64_t n) { for (int64_t i = 0; i < n; i++) dst[i] = f(a[i], b[i]); }

EACH1(each_cbrt, cbrt)
EACH1(each_exp, exp)
EACH1(each_log, log)
EACH1(each_log10, log10)
EACH1(each_log2, log2)
EACH1(each_sin, sin)
EACH1(each_cos, cos)
EACH1(each_tan, tan)
EACH1(each_asin, asin)
EACH1(each_acos, acos)
EACH1(each_atan, atan)
EACH2(each_pow, pow)
EACH2(each_atan2, atan2)
*/
import "C"
import "unsafe"

func unary(dst, a []float64, f func(dst, a *C.double, n C.int64_t)) {
	if n := min(len(dst), len(a)); n > 0 {
		f((*C.double)(unsafe.SliceData(dst)), (*C.double)(unsafe.SliceData(a)), C.int64_t(n))
	}
}

func binary(dst, a, b []float64, f func(dst, a, b *C.double, n C.int64_t)) {
	if n := min(len(dst), len(a), len(b)); n > 0 {
		f((*C.double)(unsafe.SliceData(dst)), (*C.double)(unsafe.SliceData(a)), (*C.double)(unsafe.SliceData(b)), C.int64_t(n))
	}
}

// Cbrt sets dst[i] to the cube root of a[i], for as many as both have. The others are alike.
func Cbrt(dst, a []float64) {
	unary(dst, a, func(d, a *C.double, n C.int64_t) { C.each_cbrt(d, a, n) })
}

// Exp is e to the power of a.
func Exp(dst, a []float64) {
	unary(dst, a, func(d, a *C.double, n C.int64_t) { C.each_exp(d, a, n) })
}

// Log is the natural logarithm.
func Log(dst, a []float64) {
	unary(dst, a, func(d, a *C.double, n C.int64_t) { C.each_log(d, a, n) })
}

// Log10 is the logarithm to base 10.
func Log10(dst, a []float64) {
	unary(dst, a, func(d, a *C.double, n C.int64_t) { C.each_log10(d, a, n) })
}

// Log2 is the logarithm to base 2.
func Log2(dst, a []float64) {
	unary(dst, a, func(d, a *C.double, n C.int64_t) { C.each_log2(d, a, n) })
}

// Sin is the sine of a, in radians.
func Sin(dst, a []float64) {
	unary(dst, a, func(d, a *C.double, n C.int64_t) { C.each_sin(d, a, n) })
}

// Cos is the cosine.
func Cos(dst, a []float64) {
	unary(dst, a, func(d, a *C.double, n C.int64_t) { C.each_cos(d, a, n) })
}

// Tan is the tangent.
func Tan(dst, a []float64) {
	unary(dst, a, func(d, a *C.double, n C.int64_t) { C.each_tan(d, a, n) })
}

// Asin is the inverse of the sine.
func Asin(dst, a []float64) {
	unary(dst, a, func(d, a *C.double, n C.int64_t) { C.each_asin(d, a, n) })
}

// Acos is the inverse of the cosine.
func Acos(dst, a []float64) {
	unary(dst, a, func(d, a *C.double, n C.int64_t) { C.each_acos(d, a, n) })
}

// Atan is the inverse of the tangent.
func Atan(dst, a []float64) {
	unary(dst, a, func(d, a *C.double, n C.int64_t) { C.each_atan(d, a, n) })
}

// Pow sets dst[i] to a[i] to the power of b[i].
func Pow(dst, a, b []float64) {
	binary(dst, a, b, func(d, a, b *C.double, n C.int64_t) { C.each_pow(d, a, b, n) })
}

// Atan2 is the angle of the point (b, a).
func Atan2(dst, a, b []float64) {
	binary(dst, a, b, func(d, a, b *C.double, n C.int64_t) { C.each_atan2(d, a, b, n) })
}
