package vector

import (
	"github.com/reffine-db/reffine/internal/int128"
	"github.com/reffine-db/reffine/loops/kernel"
)

// Unite finds a temporary that can have the values of all nodes, which are of one type up to NULL: of
// one frame the values of one of them. move[i] returns those of node i, borrowed until its frame's next
// epoch. The caller sets the temporary's index.
func Unite(nodes []*Node, block int) (t Temp, move []func(f *Frame) *Vec, err error) {
	var valued []*Node // nodes that are not NULL alone
	t.Type = nodes[0].typ.NotNull()
	for _, n := range nodes {
		t.Type.Null = t.Type.Null || n.typ.Null
		if v, ok := n.Const(); !ok || v.Valid {
			valued = append(valued, n)
		}
	}
	if len(valued) == 0 {
		valued = nodes[:1]
	}
	t.Lane, t.Dict = valued[0].lane, valued[0].dict
	for _, n := range valued {
		if n.lane == t.Lane && n.dict == t.Dict {
			continue
		}
		t.Dict = nil
		switch pair := [2]Lane{t.Lane, n.lane}; pair {
		case [2]Lane{Ints, Wides}, [2]Lane{Wides, Ints}:
			t.Lane = Wides
		case [2]Lane{Codes, Codes}, [2]Lane{Codes, Strings}, [2]Lane{Strings, Codes}:
			t.Lane = Strings
		default:
			return t, nil, &Unsupported{"union", "parts of the lanes " + pair[0].String() + " and " + pair[1].String()}
		}
	}
	if t.Lane == Ints || t.Lane == Wides {
		iv := valued[0].iv
		for _, n := range valued[1:] {
			iv = iv.Union(n.iv)
		}
		t.Proved = &iv
	}
	for _, n := range nodes {
		move = append(move, n.moved(t, block))
	}
	return t, move, nil
}

// moved returns the node's values in the lane of a temporary.
func (n *Node) moved(t Temp, block int) func(f *Frame) *Vec {
	if v, ok := n.Const(); ok && !v.Valid {
		null := &Vec{Null: make([]uint8, block), Dict: t.Dict}
		null.grow(t.Lane, block)
		kernel.Fill(null.Null, 1)
		return func(*Frame) *Vec { return null }
	}
	if n.lane == t.Lane && n.dict == t.Dict {
		return n.Eval
	}
	out := &Vec{}
	out.grow(t.Lane, block)
	return func(f *Frame) *Vec {
		v := n.Eval(f)
		out.Null = v.Null
		if t.Lane == Wides {
			for i, x := range v.I[:f.N] {
				out.W[i] = int128.Of(x)
			}
			return out
		}
		for i := range f.N {
			if out.S[i] = ""; !v.IsNull(i) {
				out.S[i] = v.Str(n.lane, i)
			}
		}
		return out
	}
}
