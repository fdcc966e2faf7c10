package loops

import (
	"slices"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/parallel"
	"github.com/reffine-db/reffine/internal/scratch"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/loops/vector"
)

// scatterSink reduces by key: each tuple finds the number of its group by its
// determining keys and adds to it. The other keys are the group's first values, and so are floats,
// for groups do not tell 0.0 from -0.0.
type scatterSink struct {
	spec    *Scatter
	keys    *groupKeys
	numbers *field.Numbering // of the determining keys, which are in columns; nil: they are found themselves
	columns []*field.Column
	carried []carried // by key; none for determining ones, which the group's number gives
	firsts  []*firstRows
	accs    []accumulator // by reduction
	list    []accumulator // states to update
	gids    []int32
}

func (s *scatterSink) open(w *worker) (push, error) {
	var det []*vector.Node
	determining := map[int]bool{}
	for _, k := range s.spec.Determining {
		determining[k] = true
		n, err := w.compiler.Expr(s.spec.Keys[k].X)
		if err != nil {
			return nil, err
		}
		det = append(det, n)
	}
	all := w.accumulators(false)
	all.keys = det
	s.number(w, det)
	s.carried = make([]carried, len(s.spec.Keys))
	for i, k := range s.spec.Keys {
		if determining[i] && !k.X.Type().Float() {
			continue
		}
		n, err := w.compiler.Expr(k.X)
		if err != nil {
			return nil, err
		}
		if col, slot, ok := n.Leaf(); ok {
			s.carried[i] = carried{rows: s.first(w, slot), from: col}
			continue
		}
		a, err := all.add(Reduction{Fn: ir.First, Arg: k.X, T: k.X.Type()})
		if err != nil {
			return nil, err
		}
		s.carried[i].acc = a
	}
	for _, r := range s.spec.Reds {
		a, err := all.add(r)
		if err != nil {
			return nil, err
		}
		s.accs = append(s.accs, a)
	}
	s.list = all.list
	s.gids = w.ints(w.block)
	few := make([]uint8, w.block)
	var masks *groupMasks
	if len(s.firsts) == 0 {
		masks = s.keys.masks(takeMasks(s.list))
	}
	w.takesLive = masks != nil
	return func(f *vector.Frame) {
		if masks != nil {
			masks.update(f)
			return
		}
		gids := s.gids[:f.N]
		before := s.keys.count
		if s.keys.find(f, gids, few) {
			w.few = few[:f.N]
		}
		n := s.keys.count
		if n > before || s.keys.few != nil || s.keys.direct {
			for _, a := range s.firsts {
				a.grow(n)
				a.update(f, gids)
			}
		}
		for _, a := range s.list {
			a.grow(n)
			a.update(f, gids)
		}
		w.few = nil
	}, nil
}

// number finds groups by the number of their keys where these have one, and a number is found faster.
func (s *scatterSink) number(w *worker, keys []*vector.Node) {
	s.keys = newGroupKeys(keys, s.spec.Run, false, w)
	if s.keys.layout == nil || slices.ContainsFunc(keys, func(n *vector.Node) bool { return n.Type().Float() }) {
		return
	}
	x, slot := w.numbering(keys...)
	if x == nil {
		return
	}
	for _, n := range keys {
		col, _, _ := n.Leaf()
		s.columns = append(s.columns, col)
	}
	s.keys.free()
	s.numbers = x
	s.keys = newGroupKeys([]*vector.Node{w.compiler.Column(x.Number, slot)}, x.Number.Sorted, false, w)
}

// first returns the shared first rows of a slot.
func (s *scatterSink) first(w *worker, slot int) *firstRows {
	for _, a := range s.firsts {
		if a.slot == slot {
			return a
		}
	}
	a := &firstRows{w: w, slot: slot}
	s.firsts = append(s.firsts, a)
	return a
}

func (s *scatterSink) merge(others []sink) error {
	if len(others) == 0 {
		return nil
	}
	var keys []*groupKeys
	for _, o := range others {
		keys = append(keys, o.(*scatterSink).keys)
	}
	to := s.keys.merge(keys, nil)
	states := len(s.list) + len(s.firsts) // each is merged on its own
	parallel.Do(states, s.keys.w.run.opt.Threads, func(i int) {
		for j, o := range others {
			o := o.(*scatterSink)
			if i < len(s.list) {
				s.list[i].grow(s.keys.count)
				o.list[i].grow(keys[j].count)
				s.list[i].merge(o.list[i], to[j])
				continue
			}
			a, from := s.firsts[i-len(s.list)], o.firsts[i-len(s.list)]
			a.grow(s.keys.count)
			from.grow(keys[j].count)
			a.merge(from, to[j])
		}
	})
	for j, o := range others {
		o.(*scatterSink).free()
		scratch.Free(to[j])
	}
	return nil
}

// free gives memory back that no result refers to.
func (s *scatterSink) free() {
	s.keys.free()
	freeAll(s.list)
	for _, a := range s.firsts {
		a.free()
	}
}

func (s *scatterSink) result() ([]*field.Vector, error) {
	defer s.free()
	order := s.keys.order()
	defer scratch.Free(order)
	for _, a := range s.list {
		a.grow(s.keys.count)
	}
	var first []int32 // the first row that has the keys of each group
	if s.numbers != nil {
		first = make([]int32, len(order))
		for k, g := range order {
			n, _ := s.keys.integer(0, g)
			first[k] = s.numbers.First[n]
		}
	}
	rows := map[*firstRows][]int32{}
	for _, c := range s.carried {
		if c.rows != nil && rows[c.rows] == nil {
			rows[c.rows] = c.rows.rows(order)
		}
	}
	nkeys := len(s.spec.Keys)
	out, errs := make([]*field.Vector, nkeys+len(s.accs)), make([]error, nkeys+len(s.accs))
	threads := 1
	if len(order) > resultsAlone {
		threads = s.keys.w.run.opt.Threads
	}
	parallel.Do(len(out), threads, func(i int) {
		if i < nkeys {
			out[i], errs[i] = s.key(i, order, rows, first)
			return
		}
		i -= nkeys
		v, err := s.accs[i].vector(s.spec.Names[i], order)
		if errs[nkeys+i] = err; err == nil {
			v.Type = s.spec.Reds[i].T.WithNull(v.Null != nil)
			out[nkeys+i] = v
		}
	})
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// resultsAlone is the number of groups up to which one thread makes the results.
const resultsAlone = 1 << 12

// key returns key i of groups.
func (s *scatterSink) key(i int, order []int32, rows map[*firstRows][]int32, first []int32) (*field.Vector, error) {
	k := s.spec.Keys[i]
	switch c := &s.carried[i]; {
	case c.rows != nil:
		return &field.Vector{Name: k.Name, Type: k.X.Type(), From: c.from, Rows: rows[c.rows]}, nil
	case c.acc != nil:
		return c.acc.vector(k.Name, order)
	}
	at := 0 // among the determining keys
	for j := range i {
		if slices.Contains(s.spec.Determining, j) {
			at++
		}
	}
	if first != nil {
		return &field.Vector{Name: k.Name, Type: k.X.Type(), From: s.columns[at], Rows: first}, nil
	}
	return s.keys.vector(k.Name, k.X.Type(), at, order), nil
}
