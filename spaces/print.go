package spaces

import (
	"strconv"
	"strings"

	"github.com/reffine-db/reffine/ir"
)

// Describe returns the space on one line with its capabilities:
//
//	filter(coord(lineitem.i), lineitem[i].l_quantity < 24)  ordered unique
func Describe(s Space) string {
	if c := s.Caps().String(); c != "" {
		return s.String() + "  " + c
	}
	return s.String()
}

// Tree returns the space with one node a line, bases indented under what wraps them, each
// co-iteration and leaf with its capabilities and the coordinates it expects:
//
//	filter partsupp[pk].qty > 0
//	  lbound start
//	    inter merge  ordered unique ~100
//	      coord part.pk  ordered unique ~100
//	      coord partsupp.pk  ordered unique ~400
func Tree(s Space) string {
	var b strings.Builder
	writeTree(&b, s, 0)
	return b.String()
}

func writeTree(b *strings.Builder, s Space, depth int) {
	b.WriteString(strings.Repeat("  ", depth) + label(s))
	list := bases(s)
	if len(list) != 1 {
		c := s.Caps()
		b.WriteString("  " + c.String() + " ~" + countText(c.Count))
	}
	b.WriteByte('\n')
	for _, base := range list {
		writeTree(b, base, depth+1)
	}
}

func countText(n float64) string {
	if n < 10 {
		return strconv.FormatFloat(n, 'g', 2, 64)
	}
	return strconv.FormatFloat(n, 'f', 0, 64)
}

// label returns the node's own line.
func label(s Space) string {
	switch s := s.(type) {
	case *LBound:
		return "lbound " + roundedText("ceil", s.Lo)
	case *UBound:
		return "ubound " + roundedText("floor", s.Hi)
	case *Shifted:
		return "shifted " + s.By.String()
	case *Filter:
		return "filter " + ir.String(s.Pred)
	case *Inter:
		return "inter " + s.Method.String()
	case *Union:
		return "union"
	case *Universal, *Constant, *Coord:
		head, rest, _ := strings.Cut(strings.TrimSuffix(s.String(), ")"), "(")
		return head + " " + rest
	}
	panic("spaces: unknown space")
}

// String returns the capabilities that hold: "ordered unique full locate".
func (c Caps) String() string {
	var words []string
	for _, w := range []struct {
		has  bool
		name string
	}{{c.Ordered, "ordered"}, {c.Unique, "unique"}, {c.Full, "full"}, {c.Locate, "locate"}} {
		if w.has {
			words = append(words, w.name)
		}
	}
	return strings.Join(words, " ")
}

// nameText writes the name of a field or attribute as IR text does.
func nameText(s string) string { return ir.String(&ir.Iter{Name: s}) }
