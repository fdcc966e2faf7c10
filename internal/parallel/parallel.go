package parallel

import (
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Do calls f(0), …, f(n-1) on at most threads goroutines, the caller's among them, and waits. When a call
// panics the calls that have not begun are left out, and the panic is raised on the caller's goroutine
// once the others have ended.
func Do(n, threads int, f func(i int)) {
	var next atomic.Int64
	var over atomic.Bool
	var once sync.Once
	var cause any
	work := func() {
		defer func() {
			if p := recover(); p != nil {
				once.Do(func() { cause = fmt.Sprintf("%v\n%s", p, debug.Stack()) })
				over.Store(true)
			}
		}()
		for !over.Load() {
			i := next.Add(1) - 1
			if i >= int64(n) {
				return
			}
			f(int(i))
		}
	}
	var wg sync.WaitGroup
	for range min(threads, n) - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
	if cause != nil {
		panic(cause)
	}
}
