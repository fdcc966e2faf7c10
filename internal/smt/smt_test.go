package smt

import (
	"errors"
	"fmt"
	"math/rand"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// The machine may be busy: only the tests of the limits keep to it.
func TestMain(m *testing.M) {
	defer SetTimeLimit(time.Minute)()
	m.Run()
}

// needZ3 reports whether libz3 is there. Tests that ask questions log its absence and
// check that everything says so instead.
func needZ3(t *testing.T) bool {
	t.Helper()
	version, err := Available()
	if err == nil {
		t.Logf("libz3 %s", version)
		return true
	}
	t.Logf("without libz3: %v", err)
	if _, _, err := Check(Bool(true)); err == nil {
		t.Error("Check answers without a library")
	}
	if _, _, err := Optimize(Bool(true), Var("x"), Minimize); err == nil {
		t.Error("Optimize answers without a library")
	}
	return false
}

func TestCheck(t *testing.T) {
	if !needZ3(t) {
		return
	}
	x, y := Var("x"), Var("y")
	for _, c := range []struct {
		f    *Term
		want Result
	}{
		{And(Lt(x, Int(3)), Lt(Int(1), x)), Sat},
		{And(Lt(x, Int(3)), Lt(Int(2), x)), Unsat},
		{Not(Eq(Lt(x, y), Le(x, Add(y, Int(-1))))), Unsat},
		{Not(Eq(Lt(x, y), Le(x, y))), Sat},
		{And(), Sat},
		{Or(), Unsat},
		{Bool(false), Unsat},
		{And(Eq(Add(), Int(0)), Eq(Mul(), Int(1))), Sat},
		{And(Lt(Mul(x, x), Int(50)), Lt(Int(7), x)), Unsat},
		{Not(Eq(Ite(Lt(x, y), x, y), Sub(Add(x, y), Ite(Lt(x, y), y, x)))), Unsat},
		// A predicate is any set: nothing is known but that it is one.
		{And(Apply("f", x), Not(Apply("f", y)), Eq(x, y)), Unsat},
		{And(Apply("f", x), Not(Apply("g", x))), Sat},
		{And(Lt(Int(-1<<63), x), Lt(x, Int(1<<63-1))), Sat},
	} {
		if r, _, err := Check(c.f); err != nil || r != c.want {
			t.Errorf("%s: %v, %v; want %v", c.f, r, err, c.want)
		}
	}
}

func TestModel(t *testing.T) {
	if !needZ3(t) {
		return
	}
	x, y := Var("x"), Var("y")
	r, m, err := Check(And(Eq(Add(x, y), Int(10)), Eq(Sub(x, y), Int(-4))), y, Var("z"), Add(x, x))
	if err != nil || r != Sat || m[0] != 7 || m[1] != 0 || m[2] != 6 {
		t.Errorf("%v %v %v", r, m, err)
	}
	if _, _, err := Check(Lt(Mul(Int(1<<62), Int(4)), x), x); err == nil || !strings.Contains(err.Error(), "64-bit") {
		t.Errorf("a value beyond 64 bits: %v", err)
	}
	if _, _, err := Check(Bool(true), Bool(true)); err == nil {
		t.Error("a boolean is read as an integer")
	}
	if r, m, err := Check(Eq(x, Int(-1<<63)), x); r != Sat || m[0] != -1<<63 {
		t.Errorf("the smallest integer: %v %v %v", r, m, err)
	}
}

// TestDivision compares the encodings of division with Go's, which truncates.
func TestDivision(t *testing.T) {
	if !needZ3(t) {
		return
	}
	var parts []*Term
	for a := int64(-9); a <= 9; a++ {
		for _, n := range []int64{1, 2, 3, 7, -1, -3} {
			parts = append(parts, Eq(Quo(Int(a), n), Int(a/n)), Eq(Rem(Int(a), n), Int(a%n)))
			if n > 0 {
				floor := a / n
				if a%n < 0 {
					floor--
				}
				parts = append(parts, Eq(Div(Int(a), n), Int(floor)), Eq(Mod(Int(a), n), Int(a-n*floor)))
			}
		}
	}
	if r, _, err := Check(Not(And(parts...))); r != Unsat {
		t.Errorf("%v %v", r, err)
	}
}

func TestOptimize(t *testing.T) {
	if !needZ3(t) {
		return
	}
	x := Var("x")
	in := And(Le(Int(-3), x), Lt(Mul(Int(3), x), Int(20)))
	for _, c := range []struct {
		f, x *Term
		goal Goal
		v    int64
		ok   bool
	}{
		{in, x, Maximize, 6, true},
		{in, x, Minimize, -3, true},
		{in, Sub(Int(1), Mul(Int(2), x)), Maximize, 7, true},
		{Lt(x, Int(5)), x, Maximize, 4, true},
		{Lt(x, Int(5)), x, Minimize, 0, false},
		{And(Lt(Mul(x, x), Int(1_000_000_007)), Not(Eq(x, Int(31622)))), x, Maximize, 31621, true},
		{Or(Eq(x, Int(-1<<40)), Eq(x, Int(1<<40))), x, Maximize, 1 << 40, true},
		{Or(Eq(x, Int(-1<<40)), Eq(x, Int(1<<40))), x, Minimize, -1 << 40, true},
		{Bool(false), x, Minimize, 0, false},
	} {
		if v, ok, err := Optimize(c.f, c.x, c.goal); err != nil || v != c.v || ok != c.ok {
			t.Errorf("%s, %s: %d %v %v", c.f, c.x, v, ok, err)
		}
	}
}

func TestAssume(t *testing.T) {
	if !needZ3(t) {
		return
	}
	p, q := Var("p"), Var("q")
	f := And(Lt(p, q), Lt(q, Int(5)))
	err := Assume(f, func(entails func(*Term) bool) {
		for _, c := range []struct {
			conclusion *Term
			want       bool
		}{{Lt(p, Int(4)), true}, {Lt(p, Int(3)), false}, {Lt(q, p), false}, {Not(Eq(p, q)), true}, {Int(1), false}} {
			if entails(c.conclusion) != c.want {
				t.Errorf("%s: not %v", c.conclusion, c.want)
			}
		}
	})
	if err != nil {
		t.Error(err)
	}
	if err := Assume(p, nil); err == nil {
		t.Error("an integer is assumed")
	}
	withContext(t, func(c *context) {
		c.limit = 10 * time.Millisecond
		err := c.assume(f, func(ask func(*Term, ...*Term) (Result, []int64)) {
			for _, more := range []*Term{hard(), Lt(Int(4), p)} {
				if r, _ := ask(more); r != Unknown {
					t.Errorf("%v after giving up", r)
				}
			}
		})
		if err != nil {
			t.Error(err)
		}
	})
}

func TestTermLimits(t *testing.T) {
	deep, wide := Var("x"), []*Term{}
	for range maxDepth + 1 {
		deep = Add(deep, Int(1))
	}
	for range maxSize {
		wide = append(wide, Var("x"))
	}
	for _, x := range []*Term{deep, Add(wide...)} {
		if _, _, err := Check(Lt(x, Int(0))); !errors.Is(err, ErrTooLarge) {
			t.Errorf("Check: %v", err)
		}
		if _, _, err := Optimize(Bool(true), x, Minimize); !errors.Is(err, ErrTooLarge) {
			t.Errorf("Optimize: %v", err)
		}
	}
	if _, _, err := Check(Int(1)); err == nil {
		t.Error("an integer is no formula")
	}
}

func TestSorts(t *testing.T) {
	for name, f := range map[string]func(){
		"and of integers":   func() { And(Int(1), Int(2)) },
		"sum of booleans":   func() { Add(Bool(true), Int(1)) },
		"mixed equality":    func() { Eq(Int(1), Bool(true)) },
		"mixed ite":         func() { Ite(Bool(true), Int(1), Bool(true)) },
		"division by zero":  func() { Div(Int(1), 0) },
		"quotient by zero":  func() { Quo(Int(1), 0) },
		"predicate of bool": func() { Apply("f", Bool(true)) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

func TestSubstAndString(t *testing.T) {
	x, y := Var("x"), Var("y")
	f := And(Lt(Sub(x, Int(-3)), y), Not(Apply("f", x)), Ite(Le(x, y), Bool(true), Eq(Div(x, 2), Mod(y, 3))))
	const want = "(and (< (- x (- 3)) y) (not (f x)) (ite (<= x y) true (= (div x 2) (mod y 3))))"
	if f.String() != want {
		t.Error(f)
	}
	if s := f.Subst(map[string]*Term{"x": y, "y": Int(0)}).String(); s != strings.NewReplacer("x", "y", "y", "0").Replace(want) {
		t.Error(s)
	}
}

// hard is a formula Z3 does not decide soon, and spends no counted resources on: a sum of
// three cubes.
func hard() *Term {
	x, y, z := Var("x"), Var("y"), Var("z")
	cube := func(a *Term) *Term { return Mul(a, a, a) }
	return And(Eq(Add(cube(x), cube(y), cube(z)), Int(114)), Lt(Int(1), x), Lt(Int(1), y))
}

// pigeonhole puts n+1 pigeons into n holes, a hole each: slow to refute, step by counted step.
func pigeonhole(n int) *Term {
	var parts []*Term
	for i := range n + 1 {
		x := Var(fmt.Sprint("pigeon", i))
		parts = append(parts, Le(Int(1), x), Le(x, Int(int64(n))))
		for j := range i {
			parts = append(parts, Not(Eq(x, Var(fmt.Sprint("pigeon", j)))))
		}
	}
	return And(parts...)
}

// withContext runs f on a fresh context outside the pool.
func withContext(t *testing.T, f func(*context)) {
	t.Helper()
	lib, err := library()
	if err != nil {
		t.Fatal(err)
	}
	c, err := newContext(lib, timeLimit)
	if err != nil {
		t.Fatal(err)
	}
	defer c.close()
	f(c)
}

// unlimited lifts the resource limit, so that only the watchdog ends a check.
func unlimited(c *context) {
	c.setUint("rlimit", 0)
	c.do(c.lib.solverSetParams, c.solver, c.params)
}

// TestInterrupt: a check that does not end is interrupted at the limit, the answer is
// unknown, and the context is not used again.
func TestInterrupt(t *testing.T) {
	if !needZ3(t) {
		return
	}
	withContext(t, func(c *context) {
		unlimited(c)
		c.limit = 30 * time.Millisecond
		start := time.Now()
		r, _, err := c.check(hard(), []*Term{Var("x")})
		if d := time.Since(start); r != Unknown || err != nil || d < c.limit || d > 5*time.Second {
			t.Errorf("%v %v after %v", r, err, d)
		}
		if !c.spoilt {
			t.Error("the context would be used again")
		}
	})
}

// TestPoolDropsSpoilt: the pool hands out no context that was interrupted, and is not
// exhausted by them.
func TestPoolDropsSpoilt(t *testing.T) {
	if !needZ3(t) {
		return
	}
	p := newContexts(1, timeLimit)
	for range 3 {
		err := p.with(func(c *context) error {
			if c.spoilt {
				t.Error("a spoilt context came back")
			}
			unlimited(c)
			c.limit = 10 * time.Millisecond
			_, _, err := c.check(hard(), nil)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(p.idle) != 0 {
		t.Error("a spoilt context is idle")
	}
	boom := errors.New("boom")
	if err := p.with(func(*context) error { return boom }); err != boom || len(p.idle) != 0 {
		t.Error("a failed context is idle")
	}
}

// TestResourceLimit: the resource limit ends a hard question without spoiling its context.
func TestResourceLimit(t *testing.T) {
	if !needZ3(t) {
		return
	}
	withContext(t, func(c *context) {
		c.limit = time.Minute
		if r, _, err := c.check(pigeonhole(9), nil); r != Unknown || err != nil || c.spoilt {
			t.Errorf("%v %v", r, err)
		}
		if r, m, err := c.check(Eq(Var("x"), Int(4)), []*Term{Var("x")}); r != Sat || err != nil || m[0] != 4 {
			t.Errorf("the next question: %v %v %v", r, m, err)
		}
	})
}

// randomQuestion returns a formula in x with a known answer: whether some integer lies between a
// and b, not divisible by three.
func randomQuestion(r *rand.Rand) (*Term, Result) {
	a, b := int64(r.Intn(40)-20), int64(r.Intn(40)-20)
	want := Unsat
	for v := a; v <= b; v++ {
		if v%3 != 0 {
			want = Sat
		}
	}
	x := Var([]string{"x", "y", "long_name"}[r.Intn(3)])
	return And(Le(Int(a), x), Le(x, Int(b)), Not(Eq(Rem(x, 3), Int(0)))), want
}

// TestConcurrent asks from many goroutines, hard questions among easy ones.
func TestConcurrent(t *testing.T) {
	if !needZ3(t) {
		return
	}
	p := newContexts(runtime.GOMAXPROCS(0), time.Minute) // the machine may be busy
	var wg sync.WaitGroup
	for g := range 4 * runtime.GOMAXPROCS(0) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			r := rand.New(rand.NewSource(int64(g)))
			for i := range 100 {
				if g == 0 && i%25 == 0 {
					if r, _, err := p.check(pigeonhole(8), nil); r != Unknown || err != nil {
						t.Errorf("hard: %v %v", r, err)
					}
				}
				f, want := randomQuestion(r)
				if got, _, err := p.check(f, nil); got != want || err != nil {
					t.Errorf("%s: %v %v, want %v", f, got, err, want)
				}
			}
		}()
	}
	wg.Wait()
	if n := len(p.idle); n == 0 || n > runtime.GOMAXPROCS(0) {
		t.Errorf("%d contexts for %d processors", n, runtime.GOMAXPROCS(0))
	}
}

// TestLeak: Z3's memory after ten thousand questions is what it was after a thousand, by the least of
// many readings.
func TestLeak(t *testing.T) {
	if !needZ3(t) {
		return
	}
	p := newContexts(1, time.Minute)
	r := rand.New(rand.NewSource(1))
	ask := func(n int) (least uint64) {
		for i := range n {
			f, want := randomQuestion(r)
			got, _, err := p.check(f, []*Term{Var("x")})
			if got != want || err != nil {
				t.Fatal(f, got, err)
			}
			if i%50 == 0 {
				p.with(func(c *context) error { return c.assume(f, func(func(*Term, ...*Term) (Result, []int64)) {}) })
			}
			if size := estimatedAllocSize(); i > n/2 && (least == 0 || size < least) {
				least = size
			}
		}
		return least
	}
	before := ask(1000)
	after := ask(10_000)
	t.Logf("%d bytes after 1,000 questions, %d after 11,000", before, after)
	if after > before+before/20 {
		t.Errorf("grew from %d to %d bytes", before, after)
	}
}

func TestLoadErrors(t *testing.T) {
	if _, err := load("/nowhere/libz3.so"); err == nil {
		t.Error("a library that is not there")
	}
	// A library that is there and is not Z3.
	for _, path := range []string{"libc.so.6", "/usr/lib/libSystem.B.dylib"} {
		if _, err := load(path); err == nil {
			t.Errorf("%s is taken for Z3", path)
		}
	}
	for _, goos := range []string{"linux", "darwin"} {
		if len(candidates(goos)) < 2 {
			t.Errorf("%s: %v", goos, candidates(goos))
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	if _, err := Available(); err != nil {
		b.Skip(err)
	}
	x, y := Var("x"), Var("y")
	f := Not(Eq(Lt(x, y), Le(x, Add(y, Int(-1)))))
	b.ReportAllocs()
	for b.Loop() {
		if r, _, err := Check(f); r != Unsat {
			b.Fatal(r, err)
		}
	}
}
