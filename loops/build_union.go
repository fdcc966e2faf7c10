package loops

import "github.com/reffine-db/reffine/ir"

// union: a stage a part, each adding to the rows of those before. Neighbouring parts that are
// values without loops or conditions share one.
func (b *builder) union(name string, u *ir.Union) {
	first := len(b.nest.Stages)
	for i := 0; i < len(u.Parts); i++ {
		if s := (&Rows{}); b.row(s, u.Parts[i]) {
			for i+1 < len(u.Parts) && b.row(s, u.Parts[i+1]) {
				i++
			}
			b.begin(name)
			b.end(s)
			continue
		}
		f, ok := u.Parts[i].(*ir.Forall)
		if !ok {
			f = &ir.Forall{Body: u.Parts[i]}
		}
		b.emit(name, f)
	}
	for _, st := range b.nest.Stages[first : len(b.nest.Stages)-1] {
		st.More = true
	}
}

// row adds a part of a union that is one row of scalars to s, or returns false.
func (b *builder) row(s *Rows, part ir.Expr) bool {
	if f, ok := part.(*ir.Forall); ok && len(f.Iters) == 0 && f.Pred == nil {
		part = f.Body
	}
	rec, ok := part.(*ir.Record)
	if !ok {
		return false
	}
	var row []ir.Expr
	for _, x := range rec.Elems {
		if hasNested(x) {
			return false
		}
		row = append(row, b.scalar(x))
	}
	s.Names, s.Rows = rec.Names, append(s.Rows, row)
	return true
}
