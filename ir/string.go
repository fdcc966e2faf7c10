package ir

// String returns the literal.
func (e *Const) String() string { return String(e) }

// String returns the iterator's name.
func (e *Iter) String() string { return String(e) }

// String returns the symbol's name.
func (e *Sym) String() string { return String(e) }

// String returns F[a, b].
func (e *Access) String() string { return String(e) }

// String returns F[lo:hi].
func (e *Range) String() string { return String(e) }

// String returns X.name.
func (e *Attr) String() string { return String(e) }

// String returns X != null.
func (e *Exists) String() string { return String(e) }

// String returns x op y or op(x).
func (e *Call) String() string { return String(e) }

// String returns cast(x as type).
func (e *Cast) String() string { return String(e) }

// String returns case when c then x else y end.
func (e *Case) String() string { return String(e) }

// String returns x in (a, b).
func (e *In) String() string { return String(e) }

// String returns fn(F).
func (e *Reduce) String() string { return String(e) }

// String returns {a: x, b: y}.
func (e *Record) String() string { return String(e) }

// String returns forall i : predicate { value }.
func (e *Forall) String() string { return String(e) }
