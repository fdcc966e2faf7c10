package loops

import (
	"strings"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
)

// interpSink takes the interpreter's coordinates one by one.
type interpSink interface {
	add(in *interpreter) error
	result() ([]*field.Vector, error)
}

type interpEmit struct {
	spec *Emit
	cols []*field.Vector
}

func (s *interpEmit) columns() []*field.Vector {
	if s.cols == nil {
		for i, n := range s.spec.Names {
			s.cols = append(s.cols, newVector(n, s.spec.Elems[i].Type(), 0))
		}
	}
	return s.cols
}

func (s *interpEmit) add(in *interpreter) error {
	for i, c := range s.columns() {
		v, err := eval.Scalar(s.spec.Elems[i], in)
		if err != nil {
			return err
		}
		c.Append(v)
	}
	return nil
}

func (s *interpEmit) result() ([]*field.Vector, error) { return s.columns(), nil }

type interpFold struct {
	spec   *Fold
	states stateList
}

func (s *interpFold) add(in *interpreter) error { return s.states.add(in) }

func (s *interpFold) result() ([]*field.Vector, error) {
	return s.states.vectors(s.spec.Names, s.spec.Reds)
}

type interpScatter struct {
	spec   *Scatter
	index  map[string]int
	keys   [][]ir.Value
	states []stateList
}

func (s *interpScatter) add(in *interpreter) error {
	vals := make([]ir.Value, len(s.spec.Keys))
	var b strings.Builder
	for i, k := range s.spec.Keys {
		v, err := eval.Scalar(k.X, in)
		if err != nil {
			return err
		}
		keyText(&b, v)
		vals[i] = v
	}
	g, ok := s.index[b.String()]
	if !ok {
		g = len(s.keys)
		s.index[b.String()] = g
		s.keys = append(s.keys, vals)
		s.states = append(s.states, newStates(s.spec.Reds))
	}
	return s.states[g].add(in)
}

func (s *interpScatter) result() ([]*field.Vector, error) {
	var out []*field.Vector
	for i, k := range s.spec.Keys {
		v := newVector(k.Name, k.X.Type(), 0)
		for _, vals := range s.keys {
			v.Append(vals[i])
		}
		out = append(out, v)
	}
	for i, r := range s.spec.Reds {
		v := newVector(s.spec.Names[i], r.T, 0)
		for _, st := range s.states {
			x, err := st[i].value()
			if err != nil {
				return nil, err
			}
			v.Append(x)
		}
		out = append(out, v)
	}
	return out, nil
}

// state is one reduction of one group in boxed values.
type state struct {
	r             Reduction
	n             int64      // tuples (count_all) or values
	sum, negative int128.Int // of values by their sign: no order of them decides on an overflow
	fsum          float64
	v             ir.Value
	some          bool
	bad           bool
	set           map[string]bool // values met, of a distinct reduction
	m             moment
}

type stateList []*state

func newStates(reds []Reduction) stateList {
	var out stateList
	for _, r := range reds {
		s := &state{r: r}
		if r.Distinct && r.Fn.Repeats() {
			s.set = map[string]bool{}
		}
		out = append(out, s)
	}
	return out
}

func (l stateList) add(in *interpreter) error {
	for _, s := range l {
		if err := s.add(in); err != nil {
			return err
		}
	}
	return nil
}

func (l stateList) vectors(names []string, reds []Reduction) ([]*field.Vector, error) {
	var out []*field.Vector
	for i, s := range l {
		x, err := s.value()
		if err != nil {
			return nil, err
		}
		v := newVector(names[i], reds[i].T, 0)
		v.Append(x)
		out = append(out, v)
	}
	return out, nil
}

func (s *state) add(in *interpreter) error {
	if s.r.Fn == ir.CountAll {
		s.n++
		return nil
	}
	v, err := eval.Scalar(s.r.Arg, in)
	if err != nil {
		return err
	}
	s.addValue(v)
	return nil
}

// addValue adds the value of one tuple.
func (s *state) addValue(v ir.Value) {
	if s.r.Fn == ir.First || s.r.Fn == ir.Last || s.r.Fn == ir.Only {
		s.bad = s.bad || s.some && s.r.Fn == ir.Only
		if !s.some || s.r.Fn == ir.Last {
			s.v, s.some = v, true
		}
		return
	}
	if !v.Valid {
		return
	}
	if s.set != nil {
		var b strings.Builder
		keyText(&b, v)
		if s.set[b.String()] {
			return
		}
		s.set[b.String()] = true
	}
	s.n++
	switch s.r.Fn {
	case ir.BitAndAll, ir.BitOrAll, ir.BitXorAll:
		if s.some {
			v.Int = bitOps[s.r.Fn](s.v.Int, v.Int)
		}
		s.v = v
	case ir.Product:
		if !s.some {
			s.fsum = 1
		}
		s.fsum *= v.Float
	case ir.VarSamp, ir.VarPop, ir.StddevSamp, ir.StddevPop:
		s.m.add(v.Float)
	case ir.Sum, ir.SumNoOverflow, ir.Avg:
		if v.Type.Float() {
			s.fsum += v.Float
			break
		}
		sum := &s.sum
		if v.Int.Hi < 0 {
			sum = &s.negative
		}
		var ok bool
		*sum, ok = sum.Add(v.Int)
		s.bad = s.bad || !ok
	case ir.Min:
		if !s.some || eval.Compare(v, s.v) < 0 {
			s.v = v
		}
	case ir.Max:
		if !s.some || eval.Compare(v, s.v) > 0 {
			s.v = v
		}
	case ir.Any:
		if !s.some {
			s.v = v
		}
	}
	s.some = true
}

func (s *state) value() (ir.Value, error) {
	switch s.r.Fn {
	case ir.Count, ir.CountAll:
		return ir.IntValue(ir.Of(ir.Int64), s.n), nil
	}
	if s.bad && s.r.Fn == ir.Only {
		return ir.Value{}, errSeveral
	}
	if s.bad {
		return ir.Value{}, overflowOf(false)
	}
	if !s.some {
		return ir.NullOf(s.r.T), nil
	}
	switch s.r.Fn {
	case ir.Product:
		return ir.FloatValue(s.r.T, s.fsum), nil
	case ir.VarSamp, ir.VarPop, ir.StddevSamp, ir.StddevPop:
		x, null, err := s.m.result(s.r.Fn)
		if err != nil || null {
			return ir.NullOf(s.r.T), err
		}
		return ir.FloatValue(s.r.T, x), nil
	case ir.Sum, ir.SumNoOverflow:
		if s.r.T.Float() {
			return ir.FloatValue(s.r.T, s.fsum), nil
		}
		sum, _ := s.sum.Add(s.negative)
		if _, ok := sum.Int64(); !ok && (s.r.Fn == ir.SumNoOverflow || !wideVector(s.r.T)) {
			return ir.Value{}, overflowOf(true)
		}
		return ir.WideValue(s.r.T, sum), nil
	case ir.Avg:
		if s.r.Arg.Type().Float() {
			return ir.FloatValue(s.r.T, s.fsum/float64(s.n)), nil
		}
		sum, _ := s.sum.Add(s.negative)
		return ir.FloatValue(s.r.T, average(sum, s.n, s.r.Arg.Type())), nil
	}
	v := s.v
	v.Type = s.r.T.WithNull(!v.Valid)
	return v, nil
}
