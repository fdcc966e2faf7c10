package vector

import (
	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
)

// Compiler compiles the expressions one worker evaluates on one frame. Equal
// sub-expressions of all of them become one node.
type Compiler struct {
	env    Env
	block  int
	scope  *scope
	tables map[string]*lookup // by key of the expression; shared by scopes
	bare   bool               // no lookups: build every operator
	fails  bool
	made   []*Node // all of them
}

// Free gives back the memory of all nodes, which cannot be evaluated any more. What they returned is
// void.
func (c *Compiler) Free() {
	for _, n := range c.made {
		n.buf.free()
	}
	c.made = nil
}

// CanFail reports whether an expression compiled so far may set Frame.Err.
func (c *Compiler) CanFail() bool { return c.fails }

// NewCompiler returns a compiler for blocks of at most block tuples.
func NewCompiler(env Env, block int) *Compiler {
	c := &Compiler{env: env, block: block, tables: map[string]*lookup{}}
	c.scope = newScope(c)
	return c
}

// Compile is NewCompiler(env, block).Expr(e).
func Compile(e ir.Expr, env Env, block int) (*Node, error) {
	return NewCompiler(env, block).Expr(e)
}

// CompileFilter is NewCompiler(env, block).Filter(conjuncts).
func CompileFilter(conjuncts []ir.Expr, env Env, block int) (*Filter, error) {
	return NewCompiler(env, block).Filter(conjuncts)
}

// Expr compiles e. The error is an *Unsupported or *eval.Unsupported.
func (c *Compiler) Expr(e ir.Expr) (*Node, error) {
	e, err := c.prepare(e)
	if err != nil {
		return nil, err
	}
	return c.scope.build(e)
}

// prepare replaces symbols by their values, folds constants and checks that
// every operation is supported.
func (c *Compiler) prepare(e ir.Expr) (ir.Expr, error) {
	e = ir.Rewrite(e, func(x ir.Expr) ir.Expr {
		if s, ok := x.(*ir.Sym); ok {
			if v, ok := c.env.Sym(s.Name); ok {
				return &ir.Const{Val: v}
			}
		}
		return x
	})
	if err := eval.Check(e); err != nil {
		return nil, err
	}
	return eval.Fold(e), nil
}

// scope is the set of nodes that see one frame: the block's own, or a
// sub-selection of it (see subframe).
type scope struct {
	*Compiler
	nodes map[string]*Node
	slots map[int]bool // slots read by leaves
	temps map[int]Lane // temporaries read by leaves
}

func newScope(c *Compiler) *scope {
	return &scope{Compiler: c, nodes: map[string]*Node{}, slots: map[int]bool{}, temps: map[int]Lane{}}
}

// build returns the node of a prepared expression.
func (s *scope) build(e ir.Expr) (*Node, error) {
	key := ir.Key(e)
	if n, ok := s.nodes[key]; ok {
		return n, nil
	}
	n, err := s.lift(e, key)
	if n == nil && err == nil {
		n, err = s.operator(e)
	}
	if err != nil {
		return nil, err
	}
	s.nodes[key] = n
	s.Compiler.fails = s.Compiler.fails || n.fails
	return n, nil
}

// buildAll builds several expressions.
func (s *scope) buildAll(list []ir.Expr) ([]*Node, error) {
	nodes := make([]*Node, len(list))
	for i, e := range list {
		n, err := s.build(e)
		if err != nil {
			return nil, err
		}
		nodes[i] = n
	}
	return nodes, nil
}

// operator builds the node of e's outermost operation.
func (s *scope) operator(e ir.Expr) (*Node, error) {
	switch e := e.(type) {
	case *ir.Const:
		return s.constant(e.Val), nil
	case *ir.Sym:
		return nil, &Unsupported{"symbol", e.Name + " has no value"}
	case *ir.Iter:
		return s.iterator(e)
	case *ir.Attr, *ir.Access:
		return s.column(e)
	case *ir.Exists:
		return s.exists(e)
	case *ir.Call:
		return s.call(e)
	case *ir.Cast:
		x, err := s.build(e.X)
		if err != nil {
			return nil, err
		}
		return s.cast(x, e)
	case *ir.Case:
		return s.caseOf(e)
	case *ir.In:
		return s.in(e)
	case *ir.Reduce:
		return nil, &Unsupported{"reduce", "a reduction is a step of its own"}
	case *ir.Range, *ir.Record, *ir.Forall:
		return nil, &Unsupported{"expression", "field-valued where a scalar is needed"}
	}
	panic("vector: unknown expression")
}

// call builds the node of an operator.
func (s *scope) call(e *ir.Call) (*Node, error) {
	if e.Op == ir.Coalesce {
		return s.coalesce(e)
	}
	args, err := s.buildAll(e.Args)
	if err != nil {
		return nil, err
	}
	switch e.Op {
	case ir.Add, ir.Sub, ir.Mul, ir.Div, ir.IntDiv, ir.Mod:
		return s.arith(e, args[0], args[1]), nil
	case ir.Neg, ir.Abs:
		return s.sign(e, args[0]), nil
	case ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Gt, ir.Ge:
		return s.compare(e, args[0], args[1]), nil
	case ir.And, ir.Or:
		return s.connect(e.Op, args), nil
	case ir.Not:
		return s.not(args[0]), nil
	case ir.IsNull, ir.IsNotNull:
		return s.isNull(e.Op, args[0]), nil
	case ir.Prefix, ir.Suffix, ir.Contains, ir.Like, ir.NotLike:
		return s.match(e, args[0], args[1]), nil
	case ir.Substring:
		return s.substring(e, args), nil
	case ir.Length:
		return s.length(e, args[0]), nil
	case ir.Year, ir.Month, ir.Day:
		return s.datePart(e, args[0]), nil
	case ir.NotDistinct, ir.Distinct:
		return s.nullSafe(e, args[0], args[1]), nil
	case ir.Least, ir.Greatest:
		return s.extreme(e, args), nil
	case ir.ILike:
		return s.ilike(e, args[0], args[1]), nil
	case ir.Lower, ir.Upper:
		return s.mapCase(e, args[0]), nil
	case ir.Concat:
		return s.concat(e, args[0], args[1]), nil
	case ir.AddMonths, ir.AddDays:
		return s.boxed(e, args), nil
	}
	return s.function(e, args), nil
}
