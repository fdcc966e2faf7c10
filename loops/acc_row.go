package loops

import (
	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/scratch"
	"github.com/reffine-db/reffine/loops/vector"
)

// firstRows keeps, for each group, where an iterator was at the first tuple in the order of the
// driving field. All that a group carries along of that field is read there, in the end, for the
// groups that are left: a string is not touched for each tuple, nor copied from result to result.
type firstRows struct {
	w    *worker
	slot int
	row  []int32
	ord  []int32 // morsel of the row, plus one; 0: none
}

func (a *firstRows) grow(n int) { a.row, a.ord = scratch.Grow(a.row, n), scratch.Grow(a.ord, n) }
func (a *firstRows) free()      { scratch.Free(a.row); scratch.Free(a.ord) }

func (a *firstRows) update(f *vector.Frame, gids []int32) {
	slot, ord := &f.Slots[a.slot], int32(a.w.ord)+1
	for t, g := range gids {
		if a.ord[g] == 0 {
			a.row[g], a.ord[g] = slot.At(t), ord
		}
	}
}

func (a *firstRows) merge(o *firstRows, to []int32) {
	for i, t := range to {
		if o.ord[i] != 0 && (a.ord[t] == 0 || o.ord[i] < a.ord[t]) {
			a.row[t], a.ord[t] = o.row[i], o.ord[i]
		}
	}
}

// rows returns the rows of groups, in that order.
func (a *firstRows) rows(order []int32) []int32 {
	return picked(a.row, order)
}

// carried is a key that is a function of those that determine a group: an attribute of the field in
// rows, or any expression.
type carried struct {
	rows *firstRows
	from *field.Column
	acc  accumulator
}

func picked[T any](s []T, order []int32) []T {
	out := make([]T, len(order))
	for k, i := range order {
		out[k] = s[i]
	}
	return out
}
