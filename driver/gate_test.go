package driver

import (
	"context"
	"testing"
)

func TestGate(t *testing.T) {
	var g gate
	drops := 0
	g.join(t, func() { drops++ })
	check := func(what string, ok bool) {
		t.Helper()
		if !ok {
			t.Error(what)
		}
	}
	enter := func() *lease {
		t.Helper()
		l, no := g.enter(context.Background())
		if no != nil {
			t.Fatalf("no lease: %v", no)
		}
		return l
	}
	refuses := func(reason string) {
		t.Helper()
		l, no := g.enter(context.Background())
		if no == nil {
			l.release()
			t.Fatal("a lease was given")
		}
		expect(t, "reason", no.Reason, reason)
	}

	a, b := enter(), enter()
	check("leases of one version", a.version == b.version && !a.moved())
	b.release()
	check("release ends no context", b.ctx.Err() == nil)

	g.beginWrite()
	check("a write ends leases", a.moved() && context.Cause(a.ctx) == errMoved)
	refuses("a write is in progress")
	g.beginWrite()
	g.endWrite()
	refuses("a write is in progress")
	if _, quiet := g.now(); quiet {
		t.Error("quiet during a write")
	}
	g.endWrite()
	refuses("runs over older data are ending")
	check("held while used", drops == 0)
	waiting := make(chan *lease)
	go func() {
		l, _ := g.enter(context.Background())
		waiting <- l
	}()
	a.release()
	if l := <-waiting; l == nil {
		t.Error("no lease for who waited")
	} else {
		l.release()
	}
	check("dropped when unused", drops == 1)

	c := enter()
	check("a new version", c.version > a.version && !c.moved())
	c.release()
	check("nothing to drop", drops == 1)
	g.beginWrite()
	check("dropped at once when unused", drops == 2)
	g.endWrite()
	d := enter()
	check("versions only grow", d.version > c.version)
	d.release()
	g.part(t)
	g.beginWrite()
	g.endWrite()
	check("parted", drops == 2)

	ctx, cancel := context.WithCancel(context.Background())
	e, _ := g.enter(ctx)
	cancel()
	check("a lease ends with its caller", e.ctx.Err() != nil && context.Cause(e.ctx) != errMoved)
	e.release()
}

func TestPlanCache(t *testing.T) {
	var c planCache
	key := func(n int) planKey { return planKey{version: uint64(n)} }
	if c.get(key(0)) != nil {
		t.Error("a plan from an empty cache")
	}
	for i := range maxPlans {
		c.put(key(i), &decision{no: notNative("test", string(rune(i)))})
	}
	c.get(key(0))
	c.put(key(maxPlans), &decision{})
	if c.len() != maxPlans {
		t.Errorf("%d plans", c.len())
	}
	if c.get(key(0)) == nil || c.get(key(1)) != nil || c.get(key(2)) == nil {
		t.Error("not the longest unused plan was dropped")
	}
	other := &decision{}
	c.put(key(2), other)
	if c.get(key(2)) != other || c.len() != maxPlans {
		t.Error("a plan was not replaced")
	}
	c.clear()
	if c.len() != 0 || c.get(key(2)) != nil {
		t.Error("plans after clear")
	}
	c.put(key(2), other)
	if c.get(key(2)) != other {
		t.Error("no plan after clear and put")
	}
}

func TestStatsBounds(t *testing.T) {
	var s stats
	for i := range maxReasons + 10 {
		s.ranInDuckDB(notNative("test", string(rune(i))))
	}
	s.ranInDuckDB(notNative("test", string(rune(0))))
	for range maxPanics + 3 {
		s.panicked(PanicRecord{Query: "early"})
	}
	s.panicked(PanicRecord{Query: "late"})
	got := s.snapshot()
	if len(got.DuckDB) != maxReasons+1 || got.DuckDB[otherReasons] != 10 || got.DuckDB["test: \x00"] != 2 {
		t.Errorf("%d reasons, %d others", len(got.DuckDB), got.DuckDB[otherReasons])
	}
	if len(got.Panics) != maxPanics || got.Panics[maxPanics-1].Query != "late" || got.Panics[0].At.IsZero() {
		t.Errorf("%d panics, the last %v", len(got.Panics), got.Panics[len(got.Panics)-1])
	}
	got.DuckDB["x"] = 1
	if _, shared := s.snapshot().DuckDB["x"]; shared {
		t.Error("a snapshot is not a copy")
	}
}
