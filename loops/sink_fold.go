package loops

import (
	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/loops/kernel/simd"
	"github.com/reffine-db/reffine/loops/vector"
)

// foldSink reduces all tuples to one row.
type foldSink struct {
	spec *Fold
	accs []accumulator // by reduction
	list []accumulator // states to update
}

func (s *foldSink) open(w *worker) (push, error) {
	all := w.accumulators(true)
	all.single = true
	for _, r := range s.spec.Reds {
		a, err := all.add(r)
		if err != nil {
			return nil, err
		}
		s.accs = append(s.accs, a)
	}
	s.list = all.list
	for _, a := range s.list {
		a.grow(1)
	}
	masks := takeMasks(s.list)
	w.takesLive = masks != nil
	return func(f *vector.Frame) {
		if f.Live != nil {
			n := simd.Count(f.Live)
			for _, a := range masks {
				a.updateMasked(f, f.Live, n, 0)
			}
			return
		}
		for _, a := range s.list {
			a.updateAll(f)
		}
	}, nil
}

var groupZero = []int32{0}

func (s *foldSink) merge(others []sink) error {
	for _, o := range others {
		for i, a := range s.list {
			a.merge(o.(*foldSink).list[i], groupZero)
		}
	}
	return nil
}

func (s *foldSink) result() ([]*field.Vector, error) {
	var out []*field.Vector
	for i, a := range s.accs {
		v, err := a.vector(s.spec.Names[i], groupZero)
		if err != nil {
			return nil, err
		}
		v.Type = s.spec.Reds[i].T.WithNull(v.Null != nil)
		out = append(out, v)
	}
	freeAll(s.list)
	return out, nil
}
