package phasetest

import (
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/reffine-db/reffine/bench/tpch/queries"
	"github.com/reffine-db/reffine/internal/compile"
)

// file is the state of one file of goldens: its database and its current query.
type file struct {
	session *session
	shared  bool // the database is other files' too
	morsel  int
	script  []string         // statements executed so far
	copies  map[int]*session // with NULLs, by seed

	query   string
	order   []int // what the query promises, when it is a benchmark's
	limit   int
	planned []byte
	phases  []compile.Phase
	refused string // instead of the phases that are missing
}

func (f *file) close() {
	f.drop()
	if f.session != nil {
		f.session.close()
	}
}

// drop closes the copies.
func (f *file) drop() {
	for _, s := range f.copies {
		s.close()
	}
	f.copies = nil
}

// directive runs one and returns what it prints.
func (f *file) directive(t *testing.T, d *datadriven.TestData) string {
	t.Helper()
	switch d.Cmd {
	case "exec":
		f.own(t)
		f.drop()
		f.session.exec(t, d.Input)
		f.script = append(f.script, d.Input)
	case "data":
		f.load(t, d)
	case "query":
		f.setQuery(t, d)
	case "irtext":
		return f.setProgram(t, d.Input)
	case "plan", "ir", "fused", "canonical", "spaces", "loops", "tier":
		text := phaseText(f.phases, d.Cmd)
		if text == "" && f.refused == "" {
			t.Errorf("there is no phase %s", d.Cmd)
		}
		if text == "" {
			return f.refused
		}
		return text
	case "run":
		f.needQuery(t)
		return f.run(t, f.runOptions(t, d))
	case "analyze":
		f.needQuery(t)
		return f.analyze(t, d)
	case "survey":
		return f.survey(t, d.Input)
	default:
		t.Fatalf("unknown directive %s", d.Cmd)
	}
	return ""
}

// own gives the file a database of its own.
func (f *file) own(t *testing.T) {
	if f.shared {
		t.Fatal("exec in a shared database")
	}
	if f.session == nil {
		f.session, f.morsel = newSession(t), 5
	}
}

func (f *file) setQuery(t *testing.T, d *datadriven.TestData) {
	t.Helper()
	if f.session == nil {
		f.own(t)
	}
	f.query, f.order, f.limit = strings.TrimSuffix(strings.TrimSpace(d.Input), ";"), nil, 0
	if d.HasArg("tpch") {
		var number int
		d.ScanArgs(t, "tpch", &number)
		f.setBenchmark(queries.Get(number))
	}
	var err error
	if f.planned, err = f.session.plan(f.query); err != nil {
		t.Fatal(err)
	}
	f.phases, f.refused = f.session.explain(t, f.planned)
}

func (f *file) setBenchmark(q queries.Query) {
	f.query, f.order, f.limit = strings.TrimSuffix(q.SQL, ";"), q.Order, q.Limit
}

// setProgram explains a program in IR text. What it prints is the error, if there is one.
func (f *file) setProgram(t *testing.T, text string) string {
	t.Helper()
	f.query, f.planned, f.refused = "", nil, ""
	var err error
	if f.phases, err = compile.ExplainIR(text); err == nil {
		return ""
	}
	if r := refusal(err); r != "" {
		return r
	}
	if isInternal(err) {
		t.Fatal(describe(err))
	}
	return err.Error() + "\n"
}

func (f *file) needQuery(t *testing.T) {
	t.Helper()
	if f.planned == nil {
		t.Fatal("there is no query")
	}
}

// runOptions are the arguments of run.
type runOptions struct {
	refused, fails bool
	order          []int // columns, from 0
	limit, rows    int
	nulls          []int
}

func (f *file) runOptions(t *testing.T, d *datadriven.TestData) runOptions {
	t.Helper()
	o := runOptions{order: f.order, limit: f.limit, rows: 20}
	for _, a := range d.CmdArgs {
		switch a.Key {
		case "refused":
			o.refused = true
		case "error":
			o.fails = true
		case "order":
			for _, n := range numbers(t, a.Vals) {
				o.order = append(o.order, n-1)
			}
		case "limit":
			o.limit = numbers(t, a.Vals)[0]
		case "rows":
			o.rows = numbers(t, a.Vals)[0]
		case "nulls":
			o.nulls = numbers(t, a.Vals)
		default:
			t.Fatalf("run has no argument %s", a.Key)
		}
	}
	return o
}

func numbers(t *testing.T, texts []string) []int {
	t.Helper()
	var out []int
	for _, s := range texts {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, n)
	}
	if len(out) == 0 {
		t.Fatal("an argument without a number")
	}
	return out
}
