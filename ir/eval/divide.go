package eval

import (
	"math/bits"

	"github.com/reffine-db/reffine/internal/int128"
)

// quoRem is a.QuoRem(b) without allocation when b fits 64 bits.
func quoRem(a, b int128.Int) (q, r int128.Int) {
	d, ok := b.Int64()
	if !ok || d == -1<<63 {
		return a.QuoRem(b)
	}
	hi, lo := magnitude(a)
	m := uint64(max(d, -d))
	qhi, rest := bits.Div64(0, hi, m)
	qlo, rest := bits.Div64(rest, lo, m)
	q, r = int128.Int{Hi: int64(qhi), Lo: qlo}, int128.OfUint(rest)
	if (a.Hi < 0) != (d < 0) {
		q, _ = q.Neg()
	}
	if a.Hi < 0 {
		r, _ = r.Neg()
	}
	return q, r
}

// magnitude returns |a| as two words.
func magnitude(a int128.Int) (hi, lo uint64) {
	if a.Hi < 0 {
		a, _ = a.Neg()
	}
	return uint64(a.Hi), a.Lo
}
