package loops

import (
	"slices"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/loops/vector"
)

// emitSink collects rows, a chunk a morsel, so that the result can be put in the order
// of the driving field.
type emitSink struct {
	spec   *Emit
	nodes  []*vector.Node
	chunks []*chunk
	values int64 // emitted so far
}

// maxValues bounds the values one worker may emit: results are held in memory whole, and one
// that large is better streamed by the engine that owns the data.
const maxValues = 1 << 25

type chunk struct {
	ord  int
	cols []*field.Vector
}

func (s *emitSink) open(w *worker) (push, error) {
	for _, e := range s.spec.Elems {
		n, err := w.compiler.Expr(e)
		if err != nil {
			return nil, err
		}
		s.nodes = append(s.nodes, n)
	}
	return func(f *vector.Frame) {
		if s.values += int64(f.N * len(s.nodes)); s.values > maxValues {
			w.err = &Refusal{"RESULT", "too many rows to hold in memory"}
			return
		}
		c := s.current(w.ord)
		for i, n := range s.nodes {
			appendLane(c.cols[i], n, n.Eval(f), f.N)
		}
		w.check(f)
	}, nil
}

func (s *emitSink) current(ord int) *chunk {
	if k := len(s.chunks); k > 0 && s.chunks[k-1].ord == ord {
		return s.chunks[k-1]
	}
	c := &chunk{ord: ord, cols: s.empty()}
	s.chunks = append(s.chunks, c)
	return c
}

func (s *emitSink) empty() []*field.Vector {
	cols := make([]*field.Vector, len(s.nodes))
	for i, n := range s.nodes {
		cols[i] = newVector(s.spec.Names[i], n.Type(), 0)
	}
	return cols
}

func (s *emitSink) merge(other sink) error {
	s.chunks = append(s.chunks, other.(*emitSink).chunks...)
	return nil
}

func (s *emitSink) result() ([]*field.Vector, error) {
	slices.SortStableFunc(s.chunks, func(a, b *chunk) int { return a.ord - b.ord })
	if len(s.chunks) == 1 {
		return s.chunks[0].cols, nil
	}
	out := s.empty()
	for _, c := range s.chunks {
		for i, v := range c.cols {
			appendVector(out[i], v)
		}
	}
	return out, nil
}

// appendLane appends n values of a node to v.
func appendLane(v *field.Vector, node *vector.Node, x *vector.Vec, n int) {
	before := v.Len()
	switch node.Lane() {
	case vector.Ints:
		if wideVector(v.Type) {
			for _, k := range x.I[:n] {
				v.Wide = append(v.Wide, int128.Of(k))
			}
		} else {
			v.Int = append(v.Int, x.I[:n]...)
		}
	case vector.Wides:
		if wideVector(v.Type) {
			v.Wide = append(v.Wide, x.W[:n]...)
		} else {
			for _, k := range x.W[:n] {
				v.Int = append(v.Int, int64(k.Lo))
			}
		}
	case vector.Floats:
		v.Float = append(v.Float, x.F[:n]...)
	case vector.Strings:
		v.Str = append(v.Str, x.S[:n]...)
	case vector.Codes:
		for t, k := range x.I[:n] {
			if x.Null != nil && x.Null[t] != 0 {
				v.Str = append(v.Str, "")
				continue
			}
			v.Str = append(v.Str, x.Dict.Str(int(k)))
		}
	case vector.Bools:
		for _, b := range x.B[:n] {
			v.Int = append(v.Int, int64(b))
		}
	}
	if x.Null != nil && v.Null == nil {
		v.Null = make([]bool, before, before+n)
	}
	if v.Null != nil {
		for t := range n {
			v.Null = append(v.Null, x.Null != nil && x.Null[t] != 0)
		}
	}
}

// appendVector appends w to v.
func appendVector(v, w *field.Vector) {
	if w.Null != nil && v.Null == nil {
		v.Null = make([]bool, v.Len())
	}
	if v.Null != nil {
		if w.Null != nil {
			v.Null = append(v.Null, w.Null...)
		} else {
			v.Null = append(v.Null, make([]bool, w.Len())...)
		}
	}
	v.Int = append(v.Int, w.Int...)
	v.Wide = append(v.Wide, w.Wide...)
	v.Float = append(v.Float, w.Float...)
	v.Str = append(v.Str, w.Str...)
}
