package spaces

import (
	"sort"
	"strconv"
	"strings"

	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
)

// Affine is the quotient of a sum by a positive integer,
//
//	(Coef1·X1 + … + Coefn·Xn + Const) / Div
//
// over the integers, exactly: a bound, a constant or an offset of a space (the
// "weighted sum of symbolic constants plus a bias" of paper section 3.3). The Xi
// are integer expressions free of the space's iterator, distinct, in text order,
// with coefficients other than zero; the coefficients, Const and Div have no
// common divisor. The zero value is 0 once read through div.
type Affine struct {
	Terms []Term
	Const int64
	Div   int64 // 0 counts as 1
}

// Term is one weighted atom of an Affine.
type Term struct {
	Coef int64
	X    ir.Expr
	text string
}

// Number returns the constant n.
func Number(n int64) Affine { return Affine{Const: n, Div: 1} }

// symbol returns x as an atom.
func symbol(x ir.Expr) Affine {
	return Affine{Terms: []Term{{Coef: 1, X: x, text: ir.String(x)}}, Div: 1}
}

func (a Affine) div() int64 { return max(a.Div, 1) }

// IsNumber reports whether a is a constant integer, and which.
func (a Affine) IsNumber() (int64, bool) { return a.Const, len(a.Terms) == 0 && a.div() == 1 }

// Floor evaluates a rounded toward -∞, with int giving the value of each atom and
// whether it is not NULL. Values beyond the coordinates are returned as NegInf or
// PosInf. ok is false when an atom is NULL: then no comparison with a holds.
func (a Affine) Floor(int func(ir.Expr) (int64, bool)) (v int64, ok bool) {
	q, r, ok := a.eval(int)
	if ok && r.Sign() < 0 {
		q, ok = q.Add(int128.Of(-1))
	}
	return clamp(q), ok
}

// Ceil is Floor rounding toward +∞.
func (a Affine) Ceil(int func(ir.Expr) (int64, bool)) (v int64, ok bool) {
	q, r, ok := a.eval(int)
	if ok && r.Sign() > 0 {
		q, ok = q.Add(int128.Of(1))
	}
	return clamp(q), ok
}

// Exact is Floor for a value that must be an integer: ok is also false when Div
// does not divide the sum.
func (a Affine) Exact(int func(ir.Expr) (int64, bool)) (v int64, ok bool) {
	q, r, ok := a.eval(int)
	return clamp(q), ok && r.IsZero()
}

// eval returns quotient (toward zero) and remainder of the exact sum. A sum that
// leaves 128 bits, which takes at least four terms of the largest
// magnitudes, counts as NULL.
func (a Affine) eval(int func(ir.Expr) (int64, bool)) (q, r int128.Int, ok bool) {
	sum := int128.Of(a.Const)
	for _, t := range a.Terms {
		v, ok := int(t.X)
		if !ok {
			return q, r, false
		}
		p, ok1 := int128.Of(t.Coef).Mul(int128.Of(v))
		s, ok2 := sum.Add(p)
		if !ok1 || !ok2 {
			return q, r, false
		}
		sum = s
	}
	q, r = sum.QuoRem(int128.Of(a.div()))
	return q, r, true
}

// combine returns x·a + y·b for undivided a and b; ok is false on overflow.
func combine(x int64, a Affine, y int64, b Affine) (sum Affine, ok bool) {
	c1, ok1 := mul64(x, a.Const)
	c2, ok2 := mul64(y, b.Const)
	c, ok3 := add64(c1, c2)
	if !ok1 || !ok2 || !ok3 || a.div() != 1 || b.div() != 1 {
		return Affine{}, false
	}
	sum = Affine{Const: c, Div: 1}
	i, j := 0, 0
	for i < len(a.Terms) || j < len(b.Terms) {
		var t Term
		var k1, k2 int64
		switch {
		case j == len(b.Terms) || i < len(a.Terms) && a.Terms[i].text < b.Terms[j].text:
			t, k1 = a.Terms[i], a.Terms[i].Coef
			i++
		case i == len(a.Terms) || b.Terms[j].text < a.Terms[i].text:
			t, k2 = b.Terms[j], b.Terms[j].Coef
			j++
		default:
			t, k1, k2 = a.Terms[i], a.Terms[i].Coef, b.Terms[j].Coef
			i++
			j++
		}
		p1, ok1 := mul64(x, k1)
		p2, ok2 := mul64(y, k2)
		k, ok3 := add64(p1, p2)
		if !ok1 || !ok2 || !ok3 {
			return Affine{}, false
		}
		if t.Coef = k; k != 0 {
			sum.Terms = append(sum.Terms, t)
		}
	}
	return sum, true
}

// plus returns a + n; ok is false on overflow. A divided form is shifted exactly.
func (a Affine) plus(n int64) (Affine, bool) {
	k, ok1 := mul64(n, a.div())
	c, ok2 := add64(a.Const, k)
	a.Const = c
	return a, ok1 && ok2
}

// less returns a - b; ok is false on overflow or when b is divided.
func (a Affine) less(b Affine) (Affine, bool) {
	d := a.div()
	b, ok1 := combine(d, b, 0, Number(0))
	a.Div = 1
	num, ok2 := combine(1, a, -1, b)
	return num.quotient(d), ok1 && ok2
}

// quotient returns a/d in lowest terms, d positive, for an undivided a.
func (a Affine) quotient(d int64) Affine {
	g := gcd(d, a.Const)
	for _, t := range a.Terms {
		g = gcd(g, t.Coef)
	}
	q := Affine{Const: a.Const / g, Div: d / g}
	for _, t := range a.Terms {
		t.Coef /= g
		q.Terms = append(q.Terms, t)
	}
	return q
}

// neverInteger reports whether a is no integer for any values of its atoms: in lowest terms, a
// divisor that the symbols share is one that the constant lacks.
func (a Affine) neverInteger() bool {
	g := a.div()
	for _, t := range a.Terms {
		g = gcd(g, t.Coef)
	}
	return g > 1
}

// roundConst returns the same rounding of a with Const reduced as far as integers
// allow: when all coefficients are divisible by Div, so is what the rounded constant
// stands for. up rounds toward +∞.
func (a Affine) roundConst(up bool) Affine {
	d := a.div()
	for _, t := range a.Terms {
		if t.Coef%d != 0 {
			return a
		}
	}
	q := Affine{Const: floorDiv(a.Const, d), Div: 1}
	if up && a.Const%d != 0 {
		q.Const++
	}
	for _, t := range a.Terms {
		t.Coef /= d
		q.Terms = append(q.Terms, t)
	}
	return q
}

// sameTerms reports whether a and b differ in their constant only, which is when
// they can be compared without knowing the symbols.
func (a Affine) sameTerms(b Affine) bool {
	if a.div() != b.div() || len(a.Terms) != len(b.Terms) {
		return false
	}
	for i, t := range a.Terms {
		if u := b.Terms[i]; t.Coef != u.Coef || t.text != u.text {
			return false
		}
	}
	return true
}

// has reports whether x is an atom of a.
func (a Affine) has(x ir.Expr) bool {
	text := ir.String(x)
	for _, t := range a.Terms {
		if t.text == text {
			return true
		}
	}
	return false
}

// nullable reports whether a may be NULL.
func (a Affine) nullable() bool {
	for _, t := range a.Terms {
		if mayBeNull(t.X) {
			return true
		}
	}
	return false
}

// String returns "2·a - b + 5" in IR text, "(end - 1) / 2" when divided.
func (a Affine) String() string {
	var b strings.Builder
	terms := append([]Term{}, a.Terms...)
	// A positive term first reads best; ties stay in text order.
	sort.SliceStable(terms, func(i, j int) bool { return terms[i].Coef > 0 && terms[j].Coef < 0 })
	for i, t := range terms {
		k := t.Coef
		switch {
		case i == 0 && k < 0:
			b.WriteString("-")
		case i > 0 && k < 0:
			b.WriteString(" - ")
		case i > 0:
			b.WriteString(" + ")
		}
		if k != 1 && k != -1 {
			b.WriteString(strings.TrimPrefix(strconv.FormatInt(k, 10), "-") + " * ")
		}
		b.WriteString(atomText(t))
	}
	switch {
	case len(terms) == 0:
		b.WriteString(strconv.FormatInt(a.Const, 10))
	case a.Const > 0:
		b.WriteString(" + " + strconv.FormatInt(a.Const, 10))
	case a.Const < 0:
		b.WriteString(" - " + strings.TrimPrefix(strconv.FormatInt(a.Const, 10), "-"))
	}
	if a.div() == 1 {
		return b.String()
	}
	if len(terms) == 0 || len(terms) == 1 && a.Const == 0 && terms[0].Coef == 1 {
		return b.String() + " / " + strconv.FormatInt(a.Div, 10)
	}
	return "(" + b.String() + ") / " + strconv.FormatInt(a.Div, 10)
}

// atomText parenthesizes an operator atom so that the sum reads unambiguously.
func atomText(t Term) string {
	if c, ok := t.X.(*ir.Call); ok && c.Op.String() != "" && strings.Contains(t.text, " "+c.Op.String()+" ") {
		return "(" + t.text + ")"
	}
	return t.text
}

// expr returns the undivided sum as an IR expression comparable with an iterator of
// type t: 64-bit integers, or t itself when that is a date or timestamp.
func (a Affine) expr(t ir.Type) ir.Expr {
	if t.Integer() {
		t = ir.Of(ir.Int64)
	}
	num := func(n int64) ir.Expr { return &ir.Const{Val: ir.IntValue(ir.Of(ir.Int64), n)} }
	if len(a.Terms) == 0 {
		return &ir.Const{Val: ir.IntValue(t, a.Const)}
	}
	var sum ir.Expr
	add := func(negative bool, x ir.Expr) {
		if sum == nil {
			sum = x
			return
		}
		op := ir.Add
		if negative {
			op = ir.Sub
		}
		sum = &ir.Call{Op: op, Args: []ir.Expr{sum, x}, T: t.WithNull(sum.Type().Null || x.Type().Null)}
	}
	for _, term := range a.Terms {
		x, k := term.X, term.Coef
		negative := sum != nil && k < 0 && k != NegInf
		if negative {
			k = -k
		}
		if k != 1 {
			x = &ir.Call{Op: ir.Mul, Args: []ir.Expr{num(k), x}, T: t.WithNull(x.Type().Null)}
		}
		add(negative, x)
	}
	switch {
	case a.Const < 0 && a.Const != NegInf:
		add(true, num(-a.Const))
	case a.Const != 0:
		add(false, num(a.Const))
	}
	return sum
}

// compare returns the IR predicate `it op a`, undivided: Div·it op num.
func (a Affine) compare(it ir.Iterator, op ir.Op) ir.Expr {
	var x ir.Expr = &ir.Iter{Name: it.Name, T: it.T}
	if d := a.div(); d != 1 {
		num := ir.Of(ir.Int64)
		x = &ir.Call{Op: ir.Mul, Args: []ir.Expr{&ir.Const{Val: ir.IntValue(num, d)}, x}, T: num}
	}
	y := a.expr(it.T.NotNull())
	return &ir.Call{Op: op, Args: []ir.Expr{x, y}, T: ir.Of(ir.Bool).WithNull(y.Type().Null)}
}
