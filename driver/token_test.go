package driver

import (
	"strings"
	"testing"

	"github.com/duckdb/duckdb-go/v2"
	"github.com/duckdb/duckdb-go/v2/mapping"
)

func TestTokenize(t *testing.T) {
	names := map[tokenKind]string{tokenWord: "w", tokenQuoted: "q", tokenString: "s", tokenNumber: "n", tokenParameter: "p", tokenPunct: ""}
	for text, want := range map[string]string{
		"":                        "",
		" \t\r\n\f":               "",
		"SELECT a1, $b FROM t$x;": "w:SELECT w:a1 , p:$b w:FROM w:t$x ;",
		"a -- b\nc":               "w:a w:c",
		"a -- b":                  "w:a",
		"a--b\rc":                 "w:a w:c",
		"a /* b /* c */ d */ e":   "w:a w:e",
		"1--2\n+3":                "n:1 + n:3",
		"a/*;*/b":                 "w:a w:b",
		"'it''s' ';--' x":         "s:'it''s' s:';--' w:x",
		`"a""b;" x`:               `q:"a""b;" w:x`,
		`E'a\'; b' x`:             `s:E'a\'; b' w:x`,
		`e'\\' x`:                 `s:e'\\' w:x`,
		`'\' x`:                   `s:'\' w:x`,
		"type'a'":                 "w:type s:'a'",
		"$$a;b$$ x":               "s:$$a;b$$ w:x",
		"$t$a$$b$t$ x":            "s:$t$a$$b$t$ w:x",
		"$1 $23 $name ? ?4":       "p:$1 p:$23 p:$name p:? p:?4",
		"$1$2":                    "p:$1 p:$2",
		"1e5 0x1F 1.5 .5 1_000":   "n:1e5 n:0x1F n:1.5 . n:5 n:1_000",
		"a.b::int[1:2]":           "w:a . w:b : : w:int [ n:1 : n:2 ]",
		"straße = 'é'":            "w:straße = s:'é'",
		"$ a":                     "$ w:a",
		"x'ab' b'01'":             "w:x s:'ab' w:b s:'01'",
	} {
		tokens, ok := tokenize(text)
		var got []string
		for _, tok := range tokens {
			piece := text[tok.start:tok.end]
			if name := names[tok.kind]; name != "" {
				piece = name + ":" + piece
			}
			got = append(got, piece)
		}
		if s := strings.Join(got, " "); !ok || s != want {
			t.Errorf("%q: got %s, want %s", text, s, want)
		}
	}
	for _, text := range []string{"'a", `"a`, "/* a", "/* /* */", "$$a", "$x$ a $y$", `E'a\'`, "a\x00b", "'a''"} {
		if tokens, ok := tokenize(text); ok {
			t.Errorf("%q ends, with %v", text, tokens)
		}
	}
}

var classNames = map[class]string{classQuery: "query", classRead: "read", classExplain: "explain", classBegin: "begin",
	classCommit: "commit", classRollback: "rollback", classSetting: "setting", classData: "data", classSchema: "schema", classOther: "other"}

func TestClassify(t *testing.T) {
	for text, want := range map[string]string{
		"SELECT 1":                                  "query",
		"  select 1 ; ":                             "query",
		"/* INSERT */ SELECT 'insert' -- delete":    "query",
		"SELECT \"insert\" FROM t":                  "query",
		"with x as (select 1) select * from x":      "query",
		"FROM t":                                    "query",
		"VALUES (1)":                                "query",
		"TABLE t":                                   "query",
		"((SELECT 1) UNION (SELECT 2))":             "query",
		"WITH x AS (SELECT 1) INSERT INTO t FROM x": "other",
		"WITH x AS (SELECT 1) DELETE FROM t":        "other",
		"WITH x AS (SELECT 1) UPDATE t SET a = 1":   "other",
		"WITH x AS (SELECT 1) MERGE INTO t USING x ON true WHEN MATCHED THEN DELETE": "other",
		"SELECT * FROM dbgen(sf = 1)":                   "other",
		"SELECT * FROM checkpoint ()":                   "other",
		"SELECT checkpoint FROM dbgen":                  "query",
		"SELECT a.update FROM a":                        "other",
		"":                                              "read",
		" ; ;":                                          "read",
		"-- nothing":                                    "read",
		"EXPLAIN SELECT 1":                              "read",
		"EXPLAIN INSERT INTO t VALUES (1)":              "read",
		"EXPLAIN ANALYZE SELECT 1":                      "read",
		"EXPLAIN ANALYZE (SELECT 1)":                    "read",
		"EXPLAIN (ANALYZE, FORMAT json) SELECT 1":       "read",
		"EXPLAIN (FORMAT json) DELETE FROM t":           "read",
		"EXPLAIN ANALYZE INSERT INTO t VALUES (1)":      "data",
		"EXPLAIN (ANALYZE) INSERT INTO t VALUES (1)":    "data",
		"EXPLAIN (FORMAT json, ANALYZE) DROP TABLE t":   "schema",
		"EXPLAIN ANALYZE EXECUTE p":                     "other",
		"EXPLAIN ANALYZE":                               "other",
		"EXPLAIN REFFINE SELECT 1":                      "explain",
		"explain reffine analyze select 1":              "explain",
		"EXPLAIN REFFINE":                               "explain",
		"EXPLAIN REFFINE SELECT 1; DROP TABLE t":        "other",
		"DESCRIBE t":                                    "read",
		"SHOW TABLES":                                   "read",
		"SUMMARIZE t":                                   "read",
		"PIVOT t ON a USING sum(b)":                     "read",
		"PRAGMA table_info('t')":                        "read",
		"PRAGMA threads=4":                              "other",
		"PRAGMA enable_profiling":                       "other",
		"DESCRIBE\u00a0t":                               "other",
		"EXPLAIN ANALYZE\u00a0INSERT INTO t VALUES (1)": "other",
		"EXPLAIN SELECT 'ü'":                            "read",
		"BEGIN":                                         "begin",
		"begin transaction;":                            "begin",
		"START TRANSACTION":                             "begin",
		"COMMIT":                                        "commit",
		"END":                                           "commit",
		"ROLLBACK":                                      "rollback",
		"ABORT":                                         "rollback",
		"SET threads = 4":                               "setting",
		"RESET threads":                                 "setting",
		"USE s":                                         "setting",
		"INSERT INTO t VALUES (1)":                      "data",
		"UPDATE t SET a = 1":                            "data",
		"DELETE FROM t":                                 "data",
		"TRUNCATE t":                                    "data",
		"MERGE INTO t USING u ON true WHEN MATCHED THEN DELETE": "data",
		"COPY t FROM 'x.csv'":                "data",
		"CREATE TABLE t AS SELECT 1":         "schema",
		"DROP TABLE t":                       "schema",
		"ALTER TABLE t ADD COLUMN b INTEGER": "schema",
		"COMMENT ON TABLE t IS 'x'":          "schema",
		"ATTACH 'x.db'":                      "other",
		"DETACH x":                           "other",
		"CALL f()":                           "other",
		"LOAD json":                          "other",
		"INSTALL json":                       "other",
		"VACUUM":                             "other",
		"CHECKPOINT":                         "other",
		"EXPORT DATABASE 'x'":                "other",
		"IMPORT DATABASE 'x'":                "other",
		"PREPARE p AS SELECT 1":              "other",
		"EXECUTE p":                          "other",
		"nonsense":                           "other",
		"SELECT 'a":                          "other",
		"SELECT 1; SELECT 2":                 "read",
		"SELECT 1; INSERT INTO t VALUES (1)": "other",
		"BEGIN; COMMIT":                      "other",
		"SET a = 1; SELECT 2":                "other",
	} {
		st := classify(text)
		if got := classNames[st.class]; got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
	st := classify("/* x */ EXPLAIN REFFINE ANALYZE  SELECT 1 ")
	if !st.analyze || st.text[st.query:] != "SELECT 1 " {
		t.Errorf("EXPLAIN REFFINE ANALYZE: %v %q", st.analyze, st.text[st.query:])
	}
	for text, want := range map[string]bool{
		"SET Disabled_Optimizers=''": true, "SELECT * FROM duckdb_settings()": true,
		"SET lock_configuration=true": true, "SET threads=1": false, "SELECT 1": false,
	} {
		if got := classify(text).guarded; got != want {
			t.Errorf("%q guarded: %v", text, got)
		}
	}
	for text, want := range map[string]bool{
		"USE s": true, "SET VARIABLE a = 1": true, "SET search_path = 's'": true, "RESET schema": true,
		"SET SESSION threads = 1": true, "SET threads = 1": false, "SET GLOBAL schema = 's'": false,
	} {
		if got := classify(text).isLocalSetting(); got != want {
			t.Errorf("%q local: %v", text, got)
		}
	}
}

// duckSplit returns the types of the statements that DuckDB finds in a text,
// and whether it can read the text.
func duckSplit(conn mapping.Connection, text string) ([]duckdb.StmtType, bool) {
	var stmts mapping.ExtractedStatements
	n := mapping.ExtractStatements(conn, text, &stmts)
	defer mapping.DestroyExtracted(&stmts)
	if n == 0 {
		return nil, mapping.ExtractStatementsError(stmts) == ""
	}
	var out []duckdb.StmtType
	for i := range n {
		var stmt mapping.PreparedStatement
		if mapping.PrepareExtractedStatement(conn, stmts, i, &stmt) == mapping.StateSuccess {
			out = append(out, duckdb.StmtType(mapping.PreparedStatementType(stmt)))
		} else {
			out = append(out, duckdb.STATEMENT_TYPE_INVALID)
		}
		mapping.DestroyPrepare(&stmt)
	}
	return out, true
}

// checkClass holds the tokenizer and the classifier to DuckDB: statements are
// found where DuckDB finds them, and nothing that may write passes for a read.
func checkClass(t *testing.T, conn mapping.Connection, text string) {
	t.Helper()
	if strings.IndexByte(text, 0) >= 0 {
		return
	}
	types, ok := duckSplit(conn, text)
	if !ok {
		return
	}
	st := classify(text)
	if st.class == classOther || st.class == classExplain {
		return
	}
	// These change no data, though DuckDB makes a type or drops a statement for them.
	if st.anyWord(st.tokens, []string{"pivot", "unpivot", "deallocate"}) {
		return
	}
	if st.single && len(types) > 1 && st.class != classRead {
		t.Errorf("%q is %d statements", text, len(types))
	}
	for _, typ := range types {
		switch typ {
		case duckdb.STATEMENT_TYPE_INVALID, duckdb.STATEMENT_TYPE_SELECT, duckdb.STATEMENT_TYPE_EXPLAIN, duckdb.STATEMENT_TYPE_PRAGMA:
		default:
			// A query is prepared before it is answered, and that tells.
			if st.class == classRead {
				t.Errorf("%q is a read and of type %d", text, typ)
			}
		}
	}
}

var classSeeds = []string{
	"SELECT 1; SELECT 2", "SELECT ';'", "SELECT $$;$$", "SELECT E'\\';'", "/* ; */ SELECT 1", "SELECT 1 -- ;\n; SELECT 2",
	"SELECT 1 /* /* */ ; */", "SELECT $x$ ; $x$", "SELECT \";\" FROM (SELECT 1 AS \";\")", "SELECT 'a' ';'", "SELECT a$b FROM (SELECT 1 AS a$b)",
	"EXPLAIN ANALYZE INSERT INTO t VALUES (1)", "EXPLAIN (ANALYZE) DELETE FROM t", "DESCRIBE t", "SHOW TABLES", "SUMMARIZE t",
	"WITH x AS (SELECT 1) INSERT INTO t SELECT * FROM x", "FROM t", "(SELECT 1)", "VALUES (1)", "TABLE t",
	"PRAGMA table_info('t')", "PRAGMA database_list", "DEALLOCATE p", "DESCRIBE INSERT INTO t VALUES (1)", "SHOW a; DROP TABLE t",
	"EXPLAIN\u00a0ANALYZE\u00a0INSERT INTO t VALUES (1)", "SELECT\u00a01", "PIVOT t ON a", "UNPIVOT t ON a", "SELECT x'41'", "SELECT 1--2\n;INSERT INTO t VALUES(1)",
	"SELECT\v1", "SELECT 1e5;SELECT 2", "DESC t", "SELECT U&'\\0041'", "SELECT E'''' ; DROP TABLE t", "SELECT '\\' ; DROP TABLE t -- '",
}

// testConn returns a connection to a fresh database with a table t.
func testConn(t testing.TB) mapping.Connection {
	var db mapping.Database
	if mapping.Open("", &db) != mapping.StateSuccess {
		t.Fatal("cannot open a database")
	}
	var conn mapping.Connection
	if mapping.Connect(db, &conn) != mapping.StateSuccess {
		t.Fatal("cannot connect")
	}
	t.Cleanup(func() {
		mapping.Disconnect(&conn)
		mapping.Close(&db)
	})
	var res mapping.Result
	if mapping.Query(conn, "CREATE TABLE t (a INTEGER)", &res) != mapping.StateSuccess {
		t.Fatal(mapping.ResultError(&res))
	}
	mapping.DestroyResult(&res)
	return conn
}

func TestClassifyAgainstDuckDB(t *testing.T) {
	conn := testConn(t)
	for _, text := range classSeeds {
		checkClass(t, conn, text)
	}
}

func FuzzClassify(f *testing.F) {
	for _, text := range classSeeds {
		f.Add(text)
	}
	conn := testConn(f)
	f.Fuzz(func(t *testing.T, text string) {
		last := 0
		tokens, _ := tokenize(text)
		for _, tok := range tokens {
			if tok.start < last || tok.end <= tok.start || tok.end > len(text) {
				t.Fatalf("%q: token %v after %d", text, tok, last)
			}
			last = tok.end
		}
		checkClass(t, conn, text)
	})
}
