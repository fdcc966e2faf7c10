package ir

// Program is a sequence of definitions over inputs, and what to return. A
// definition refers to inputs and to definitions before it.
type Program struct {
	Inputs []*Input
	Params []*Sym
	Defs   []*Def
	Out    Output
}

// Input is a field given from outside: a table in the engine's row order
// (coordinate: row number), a stream, a graph. Table is the qualified name the
// loader resolves, empty for fields that only exist in tests; Attrs[i].Name is
// the column's name.
type Input struct {
	Name  string
	Table string
	Type  FieldType
	Rows  int64 // coordinates present; -1 when unknown
}

// Def names a field-valued or scalar expression: a Forall, a Record of
// Reduces (a 0-d field), a Reduce or a Union.
//
// With Row set the field is materialized and read by position: its coordinates
// are numbered in the order they are produced, and to readers it is a field over the
// row number, not over the iterators of X. In text: m[r] = forall k : ...
//
// With Cut set, which takes Row, the rows are put in an order and some of them are kept; those are
// numbered. In text: m[r] = forall k : ... order by a desc limit 10
type Def struct {
	Name string
	X    Expr
	Row  string
	Cut  *Cut
}

// With returns the definition with another right-hand side.
func (d *Def) With(x Expr) *Def { return &Def{d.Name, x, d.Row, d.Cut} }

// Cut is the order of the rows of a field, those that are equal in the order they come in, and which
// of them are kept.
type Cut struct {
	Order  []OrderKey
	Limit  int64 // rows at most; -1 for all
	Offset int64
}

// Output is the last stage: which definition is returned, in what order, how
// many rows and which of its attributes as result columns.
type Output struct {
	Field   string
	Columns []OutputColumn
	Order   []OrderKey
	Limit   int64 // rows at most; -1 for all
	Offset  int64
}

// OutputColumn is a result column: attribute Attr of the output field under the
// user-visible Name.
type OutputColumn struct {
	Name string
	Attr string
}

// OrderKey is one key of the output order, an attribute of the output field.
type OrderKey struct {
	Attr       string
	Desc       bool
	NullsFirst bool
}

// Input returns the input with the given name, or nil.
func (p *Program) Input(name string) *Input {
	for _, in := range p.Inputs {
		if in.Name == name {
			return in
		}
	}
	return nil
}

// Def returns the definition with the given name, or nil.
func (p *Program) Def(name string) *Def {
	for _, d := range p.Defs {
		if d.Name == name {
			return d
		}
	}
	return nil
}

// FieldType returns the type of the input or definition with the given name
// and whether there is one. The coordinates of a definition are the iterators of
// its Forall (none for a scalar or a Record), or its Row; its attributes those of
// the body.
func (p *Program) FieldType(name string) (FieldType, bool) {
	return p.fieldType(name, len(p.Defs))
}

// fieldType is FieldType looking only at inputs and the first n definitions.
func (p *Program) fieldType(name string, n int) (FieldType, bool) {
	if in := p.Input(name); in != nil {
		return in.Type, true
	}
	for i, d := range p.Defs[:n] {
		if d.Name == name {
			return d.shape(func(name string) (FieldType, bool) { return p.fieldType(name, i) }), true
		}
	}
	return FieldType{}, false
}
