package parallel

import (
	"strings"
	"sync/atomic"
	"testing"
)

// TestDo checks that each piece is done once, for few and many goroutines.
func TestDo(t *testing.T) {
	for _, n := range []int{0, 1, 5, 1000} {
		for _, threads := range []int{-1, 0, 1, 3, 2000} {
			done := make([]atomic.Int32, n)
			Do(n, threads, func(i int) { done[i].Add(1) })
			for i := range done {
				if got := done[i].Load(); got != 1 {
					t.Fatalf("%d pieces, %d goroutines: piece %d done %d times", n, threads, i, got)
				}
			}
		}
	}
}

// TestPanic checks that a panic of any goroutine is the caller's, after the others have ended.
func TestPanic(t *testing.T) {
	for _, at := range []int{0, 1, 7} {
		var running atomic.Int32
		func() {
			defer func() {
				p, _ := recover().(string)
				if !strings.HasPrefix(p, "piece fails\n") {
					t.Errorf("recovered %q", p)
				}
				if n := running.Load(); n != 0 {
					t.Errorf("%d goroutines still run", n)
				}
			}()
			Do(8, 3, func(i int) {
				running.Add(1)
				defer running.Add(-1)
				if i == at {
					panic("piece fails")
				}
			})
		}()
	}
}
