package loops

import (
	"strings"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/loops/vector"
)

// rowsPerKey is the rows per key up to which keys are numbered: fewer keys are found in a table that stays in the
// cache.
const rowsPerKey = 64

// numberedKey is columns of a table.
type numberedKey struct {
	table *field.Table
	names string
}

// numbering returns the numbering of the keys that nodes read, and the slot they are read at. It is nil where
// keys are not attributes of a stored table that drives the stage, where the stage leaves rows out, which a
// numbering would have to know, and where there are few keys.
func (w *worker) numbering(nodes ...*vector.Node) (x *field.Numbering, slot int) {
	if _, scans := drivingScan(w.stage); len(nodes) == 0 || !scans || len(w.stage.Steps) > 1 {
		return nil, 0
	}
	var names []string
	keys := int64(1)
	for _, n := range nodes {
		col, at, ok := n.Leaf()
		if !ok {
			return nil, 0
		}
		slot = at
		if t := w.fields[at]; !t.Stored() || t.Column(col.Name) != col {
			return nil, 0
		}
		names = append(names, col.Name)
		if col.Storage == field.Str && col.Dict == nil {
			keys = int64(col.Len) // else it would have a dictionary
		} else if keys < int64(col.Len) {
			keys *= max(1, col.Distinct())
		}
	}
	t := w.fields[slot]
	if t.Rows < w.run.opt.Morsel || w.tuples < int64(t.Rows)/2 || keys < int64(t.Rows)/rowsPerKey {
		return nil, 0
	}
	key := numberedKey{t, strings.Join(names, "\x00")}
	x, decided := w.run.numbering[key]
	if !decided {
		if made, err := t.Numbering(names...); err == nil { // else there is no memory for it
			x = made
		}
		w.run.numbering[key] = x
	}
	if x != nil {
		w.meter.numbered(names, x)
	}
	return x, slot
}
