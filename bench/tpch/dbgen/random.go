package dbgen

// Every column of the benchmark draws from its own multiplicative congruential generator,
// x' = multiplier·x mod modulus, started from a published seed.
const (
	multiplier = 16807
	modulus    = 1<<31 - 1
)

// mulMod returns a·b modulo the Mersenne prime 2^31-1, for a and b below it.
func mulMod(a, b uint64) uint64 {
	p := a * b
	p = p&modulus + p>>31
	if p >= modulus {
		p -= modulus
	}
	return p
}

// advance returns the state n draws after state x.
func advance(x uint64, n int64) uint64 {
	for m := uint64(multiplier); n > 0; n >>= 1 {
		if n&1 != 0 {
			x = mulMod(x, m)
		}
		m = mulMod(m, m)
	}
	return x
}

// scaled maps a state to the range from 0 to span. The division and the product are rounded to
// float64 exactly as the reference generator rounds them; a reciprocal would differ in rare rows.
func scaled(x uint64, span int64) int64 {
	return int64(float64(x) / float64(modulus) * float64(span))
}

// A stream is the generator of one column. A row owns a fixed number of draws, whether it uses
// them or not, so the state at the start of any row is known without visiting the rows before it.
type stream struct {
	row   uint64 // state before the first draw of the current row
	state uint64 // state after the latest draw
	step  uint64 // factor from one row's start to the next
}

// newStream returns the stream of a column with the given seed and draws per row, positioned at
// the start of row (counted from 0).
func newStream(seed uint64, draws, row int64) stream {
	at := advance(seed, draws*row)
	return stream{row: at, state: at, step: advance(1, draws)}
}

// between draws a number in [low, high].
func (s *stream) between(low, high int64) int64 {
	return low + s.scaled(high-low+1)
}

// scaled draws a number between 0 and span, span excluded.
func (s *stream) scaled(span int64) int64 {
	s.state = mulMod(s.state, multiplier)
	return scaled(s.state, span)
}

// nextRow moves to the start of the next row, whatever the current row has drawn.
func (s *stream) nextRow() {
	s.row = mulMod(s.row, s.step)
	s.state = s.row
}

// nextRows moves all streams of a row at once.
func nextRows(streams ...*stream) {
	for _, s := range streams {
		s.nextRow()
	}
}
