package loops

import "sync"

// firstMorsels is what a limit without an order waits for without an order: when the morsels from the first on that are done have enough
// rows, the others need not be run.
type firstMorsels struct {
	mu     sync.Mutex
	enough int
	rows   []int // by morsel, -1 for one that is not done
	next   int   // the first that is not done
	have   int   // rows of those before
}

// firstMorselsOf returns nil for a sink that wants all rows.
func firstMorselsOf(s sink, morsels int) *firstMorsels {
	e, ok := s.(*emitSink)
	if !ok || e.enough() < 0 {
		return nil
	}
	l := &firstMorsels{enough: e.enough(), rows: make([]int, morsels)}
	for i := range l.rows {
		l.rows[i] = -1
	}
	return l
}

// done takes note of a morsel and reports whether there are enough rows.
func (l *firstMorsels) done(w *worker, morsel int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rows[morsel] = w.sink.(*emitSink).has(morsel)
	for l.next < len(l.rows) && l.rows[l.next] >= 0 {
		l.have += l.rows[l.next]
		l.next++
	}
	return l.have >= l.enough
}
