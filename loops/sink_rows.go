package loops

import (
	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/ir/eval"
)

// constantRows computes the rows of a nest without steps, in both tiers alike.
func (r *run) constantRows(s *Rows) ([]*field.Vector, error) {
	in := &interpreter{run: r}
	cols := make([]*field.Vector, len(s.Names))
	for i, name := range s.Names {
		cols[i] = newVector(name, s.Rows[0][i].Type(), 0)
		for _, row := range s.Rows {
			v, err := eval.Scalar(row[i], in)
			if err != nil {
				return nil, err
			}
			cols[i].Append(v)
		}
	}
	return cols, nil
}
