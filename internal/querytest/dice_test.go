package querytest

import "math/rand/v2"

// dice makes all random choices of a case. The first ones come from data, a byte each, so that a
// fuzzer can steer them; the others from a generator.
type dice struct {
	data []byte
	rng  *rand.Rand
}

func newDice(seed uint64, data []byte) *dice {
	return &dice{data, rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))}
}

// below returns a number in [0, k).
func (d *dice) below(k int) int {
	if len(d.data) > 0 && k <= 256 {
		b := d.data[0]
		d.data = d.data[1:]
		return int(b) % k
	}
	return d.rng.IntN(k)
}

// between returns a number in [lo, hi].
func (d *dice) between(lo, hi int) int { return lo + d.below(hi-lo+1) }

// chance is true in percent of 100 cases.
func (d *dice) chance(percent int) bool { return d.below(100) < percent }

// pick returns one of the choices.
func pick[T any](d *dice, choices ...T) T { return choices[d.below(len(choices))] }

// weighted returns the position of a weight, in proportion to the weights.
func (d *dice) weighted(weights ...int) int {
	sum := 0
	for _, w := range weights {
		sum += w
	}
	n := d.below(sum)
	for i, w := range weights {
		if n < w {
			return i
		}
		n -= w
	}
	panic("querytest: no weights")
}

// shuffle permutes a slice.
func shuffle[T any](d *dice, s []T) {
	for i := len(s) - 1; i > 0; i-- {
		j := d.below(i + 1)
		s[i], s[j] = s[j], s[i]
	}
}
