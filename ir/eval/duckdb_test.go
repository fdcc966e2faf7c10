package eval_test

import (
	"database/sql"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/reffine-db/reffine/ir"
	"github.com/reffine-db/reffine/ir/eval"
	"github.com/reffine-db/reffine/ir/eval/randexpr"
)

// engine is a DuckDB holding table t with one column of every type and the rows'
// values, the oracle of these tests. Its optimizer is off: it may drop
// computations, and the errors they raise.
type engine struct {
	db   *sql.DB
	cols []randexpr.Column
	rows [][]ir.Value // by row, then column
}

func newEngine(t testing.TB, g *randexpr.Gen, rows int) *engine {
	t.Helper()
	db, err := sql.Open("duckdb", "?threads=1")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	e := newRows(g, rows)
	e.db = db
	defs := "id INTEGER"
	for j, typ := range randexpr.Types {
		defs += ", " + e.cols[j].SQL + " " + randexpr.TypeName(typ)
	}
	e.exec(t, "CREATE TABLE t("+defs+")")
	for i, vals := range e.rows {
		lits := fmt.Sprint(i)
		for j, typ := range randexpr.Types {
			lits += ", " + randexpr.Literal(vals[j], typ)
		}
		e.exec(t, "INSERT INTO t VALUES ("+lits+")")
	}
	e.exec(t, "PRAGMA disable_optimizer")
	return e
}

// newRows makes the values of table t only.
func newRows(g *randexpr.Gen, rows int) *engine {
	e := &engine{}
	for j, typ := range randexpr.Types {
		name := fmt.Sprintf("c%d", j)
		e.cols = append(e.cols, randexpr.Column{IR: &ir.Iter{Name: name, T: typ.Nullable()}, SQL: name})
	}
	for range rows {
		var vals []ir.Value
		for _, typ := range randexpr.Types {
			vals = append(vals, g.Value(typ))
		}
		e.rows = append(e.rows, vals)
	}
	return e
}

func (e *engine) exec(t testing.TB, q string) {
	t.Helper()
	if _, err := e.db.Exec(q); err != nil {
		t.Fatalf("%s: %v", q, err)
	}
}

// query returns the type and the texts of an expression for the rows that
// satisfy a condition, NULL as "NULL".
func (e *engine) query(x, where string) (typ string, texts []string, err error) {
	rows, err := e.db.Query("SELECT typeof(" + x + "), CAST(" + x + " AS VARCHAR) FROM t WHERE " + where + " ORDER BY id")
	if err != nil {
		return "", nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var s sql.NullString
		if err := rows.Scan(&typ, &s); err != nil {
			return "", nil, err
		}
		if !s.Valid {
			s.String = "NULL"
		}
		texts = append(texts, s.String)
	}
	return typ, texts, rows.Err()
}

// rowEnv reads the columns of one row.
type rowEnv struct {
	eval.NoEnv
	e   *engine
	row int
}

func (r rowEnv) Iter(name string) (ir.Value, error) {
	var j int
	fmt.Sscanf(name, "c%d", &j)
	return r.e.rows[r.row][j], nil
}

// text is the form query returns.
func text(v ir.Value, t ir.Type) string {
	if !v.Valid {
		return "NULL"
	}
	return eval.Format(v, t)
}

// sameText compares two texts of values of type t. Floats are compared by value:
// the sign of a NaN differs between processors' operations, and Format may choose
// other digits.
func sameText(a, b string, t ir.Type) bool {
	if a == b || !t.Float() || a == "NULL" || b == "NULL" {
		return a == b
	}
	size := 64
	if t.Kind == ir.Float32 {
		size = 32
	}
	x, err1 := strconv.ParseFloat(strings.TrimPrefix(a, "-"), size)
	y, err2 := strconv.ParseFloat(strings.TrimPrefix(b, "-"), size)
	if err1 != nil || err2 != nil {
		return false
	}
	if math.IsNaN(x) || math.IsNaN(y) {
		return math.IsNaN(x) && math.IsNaN(y)
	}
	return x == y && (a[0] == '-') == (b[0] == '-')
}

// check compares an expression on every row: values where eval gives one, an
// error of the engine where eval gives an error. An error of the engine where eval
// gives a value is always a failure; spurious says that eval may raise one alone.
func (e *engine) check(t *testing.T, x randexpr.X, spurious bool) (compared, errs int) {
	t.Helper()
	if err := eval.Check(x.IR); err != nil {
		t.Fatalf("%s: %v", x.SQL, err)
	}
	var good []int
	var want []string
	var ids []string
	for i := range e.rows {
		v, err := eval.Scalar(x.IR, rowEnv{e: e, row: i})
		if err == nil {
			good = append(good, i)
			ids = append(ids, fmt.Sprint(i))
			want = append(want, text(v, x.IR.Type()))
			continue
		}
		if _, ok := err.(*eval.Error); !ok {
			t.Fatalf("%s: error %v of type %T", x.SQL, err, err)
		}
		if errs++; errs > 4 || spurious {
			continue
		}
		if _, got, err := e.query(x.SQL, fmt.Sprintf("id = %d", i)); err == nil {
			t.Errorf("%s, row %d: %v, but DuckDB gives %v", x.SQL, i, e.describe(x.IR, i), got)
			return
		}
	}
	if len(good) == 0 {
		return 0, errs
	}
	typ, got, err := e.query(x.SQL, "id IN ("+strings.Join(ids, ", ")+")")
	if err != nil {
		t.Errorf("%s: DuckDB says %v", x.SQL, err)
		return
	}
	if w := randexpr.TypeName(x.Type()); typ != w {
		t.Errorf("%s: DuckDB's type is %s, not %s", x.SQL, typ, w)
		return
	}
	for k := range want {
		if !sameText(got[k], want[k], x.Type()) {
			t.Errorf("%s, row %d: %s, want %s; %s", x.SQL, good[k], want[k], got[k], e.describe(x.IR, good[k]))
			return
		}
	}
	return len(want), errs
}

// describe shows the leaves of a row that an expression reads.
func (e *engine) describe(x ir.Expr, row int) string {
	var b strings.Builder
	ir.Walk(x, func(x ir.Expr) bool {
		if it, ok := x.(*ir.Iter); ok {
			v, _ := rowEnv{e: e, row: row}.Iter(it.Name)
			fmt.Fprintf(&b, "%s=%s ", it.Name, text(v, it.T))
		}
		return true
	})
	return b.String()
}

func TestScalarEqualsDuckDB(t *testing.T) {
	compared, errs := 0, 0
	for seed := range uint64(3) {
		g := &randexpr.Gen{Rand: rand.New(rand.NewPCG(seed, 3))}
		e := newEngine(t, g, 60)
		g.Columns = e.cols
		for range 900 {
			typ := randexpr.Types[g.Rand.IntN(len(randexpr.Types))]
			x := g.Expr(typ, 1+g.Rand.IntN(2))
			if foldsToNull(x.IR) {
				continue
			}
			c, n := e.check(t, x, parsesText(x.IR))
			compared, errs = compared+c, errs+n
		}
	}
	if compared < 10000 || errs < 100 {
		t.Fatalf("only %d values and %d errors compared", compared, errs)
	}
}

// parsesText reports a cast from varchar, which refuses unusual spellings.
func parsesText(x ir.Expr) (found bool) {
	ir.Walk(x, func(x ir.Expr) bool {
		c, ok := x.(*ir.Cast)
		found = found || ok && c.X.Type().Kind == ir.Varchar
		f, ok := x.(*ir.Call)
		found = found || ok && f.Op == ir.Reverse
		return true
	})
	return found
}

// foldsToNull reports a constant sub-expression that is NULL: the binder would
// replace the operators above it, and their errors, by NULL.
func foldsToNull(x ir.Expr) (found bool) {
	ir.Walk(x, func(x ir.Expr) bool {
		if _, ok := x.(*ir.Const); ok {
			return false
		}
		v, err := eval.Scalar(x, eval.NoEnv{})
		found = found || err == nil && !v.Valid
		return true
	})
	return found
}
