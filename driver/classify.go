package driver

import (
	"slices"
	"strings"
)

// class says what a statement may do, which decides who runs it and what it
// makes invalid.
type class uint8

const (
	classQuery    class = iota // reads only; a candidate for native execution
	classRead                  // reads only; DuckDB's
	classExplain               // EXPLAIN REFFINE: ours
	classBegin                 // opens a transaction
	classCommit                // ends a transaction and publishes what it wrote
	classRollback              // ends a transaction and forgets what it wrote
	classSetting               // changes settings, not data
	classData                  // writes rows, undone by a rollback
	classSchema                // changes the catalog, undone by a rollback
	classOther                 // anything else: assumed to change everything, at once
)

// statement is a classified SQL text.
type statement struct {
	text   string
	class  class
	tokens []token // nil when the text could not be split
	// single is true for one statement; the class of several is their worst.
	single bool
	// guarded texts name a setting that planning changes for a moment, so they
	// must be neither prepared nor run while it does.
	guarded bool
	// profiled texts turn on DuckDB's profiling of the connection.
	profiled bool

	// Of EXPLAIN REFFINE: where the query starts, and whether to run it.
	query   int
	analyze bool
}

// queryWords begin statements that may run natively.
var queryWords = []string{"select", "with", "from", "values", "table"}

// writeWords make a statement that begins like a query a write, wherever they
// stand unquoted: WITH … INSERT.
var writeWords = []string{"insert", "update", "delete", "merge", "copy"}

// writeFunctions write, though called in a query.
var writeFunctions = []string{"dbgen", "dsdgen", "postgres_execute", "mysql_execute", "sqlite_execute",
	"checkpoint", "force_checkpoint"}

// readPragmas do not change anything.
var readPragmas = []string{"table_info", "show_tables", "show_tables_expanded", "show_databases", "show",
	"database_list", "database_size", "version", "platform", "storage_info", "metadata_info", "functions",
	"collations", "user_agent", "extension_versions"}

// classify splits and classifies SQL text. It errs towards classOther: that a
// text is classQuery is checked again against DuckDB's own statement type
// before it runs natively.
func classify(text string) *statement {
	st := &statement{text: text, class: classOther}
	lower := strings.ToLower(text)
	st.guarded = strings.Contains(lower, "disabled_optimizers") || strings.Contains(lower, "duckdb_settings") ||
		strings.Contains(lower, "lock_configuration")
	st.profiled = strings.Contains(lower, "enable_profil")
	tokens, ok := tokenize(text)
	if !ok {
		return st
	}
	st.tokens = tokens
	parts := splitStatements(text, tokens)
	switch len(parts) {
	case 0:
		st.class = classRead
	case 1:
		st.single = true
		st.class = st.classOf(parts[0])
	default:
		st.class = classRead
		for _, part := range parts {
			if c := st.classOf(part); c != classQuery && c != classRead {
				st.class = classOther
			}
		}
	}
	if st.class == classRead && st.hasForeignWord() {
		st.class = classOther
	}
	return st
}

// hasForeignWord reports a byte beyond ASCII outside quotations and comments.
// DuckDB takes some such characters for spaces, so a keyword may hide there.
// (A query with one is safe all the same: DuckDB's statement type is asked.)
func (st *statement) hasForeignWord() bool {
	for _, t := range st.tokens {
		if t.kind == tokenString || t.kind == tokenQuoted {
			continue
		}
		for i := t.start; i < t.end; i++ {
			if st.text[i] >= 0x80 {
				return true
			}
		}
	}
	return false
}

// splitStatements returns the tokens between semicolons, empty parts left out.
func splitStatements(text string, tokens []token) [][]token {
	var parts [][]token
	from := 0
	for i := 0; i <= len(tokens); i++ {
		if i < len(tokens) && (tokens[i].kind != tokenPunct || text[tokens[i].start] != ';') {
			continue
		}
		if i > from {
			parts = append(parts, tokens[from:i])
		}
		from = i + 1
	}
	return parts
}

// word returns token i as a lower-case bare word, "" when it is something else.
func (st *statement) word(tokens []token, i int) string {
	if i >= len(tokens) || tokens[i].kind != tokenWord {
		return ""
	}
	return strings.ToLower(st.text[tokens[i].start:tokens[i].end])
}

// classOf classifies one statement.
func (st *statement) classOf(tokens []token) class {
	first := st.word(tokens, 0)
	if st.opensQuery(tokens) {
		if st.writes(tokens) {
			return classOther
		}
		return classQuery
	}
	switch first {
	case "explain":
		return st.classOfExplain(tokens)
	case "describe", "desc", "show", "summarize", "pivot", "unpivot", "deallocate":
		if st.writes(tokens) {
			return classOther
		}
		return classRead
	case "pragma":
		if slices.Contains(readPragmas, st.word(tokens, 1)) {
			return classRead
		}
	case "begin", "start":
		return classBegin
	case "commit", "end":
		return classCommit
	case "rollback", "abort":
		return classRollback
	case "set", "reset", "use":
		return classSetting
	case "insert", "update", "delete", "merge", "truncate", "copy":
		return classData
	case "create", "drop", "alter", "comment":
		return classSchema
	}
	return classOther
}

// opensQuery reports that the tokens begin as a query does.
func (st *statement) opensQuery(tokens []token) bool {
	i := 0
	for i < len(tokens) && tokens[i].kind == tokenPunct && st.text[tokens[i].start] == '(' {
		i++
	}
	return slices.Contains(queryWords, st.word(tokens, i))
}

// isLocalSetting reports a classSetting statement that other connections cannot
// notice.
func (st *statement) isLocalSetting() bool {
	if st.word(st.tokens, 0) == "use" {
		return true
	}
	return slices.Contains([]string{"session", "variable", "schema", "search_path"}, st.word(st.tokens, 1))
}

// writes reports a word of writeWords, or a call of writeFunctions.
func (st *statement) writes(tokens []token) bool {
	for i := range tokens {
		switch w := st.word(tokens, i); {
		case slices.Contains(writeWords, w):
			return true
		case slices.Contains(writeFunctions, w) && i+1 < len(tokens) && st.text[tokens[i+1].start] == '(':
			return true
		}
	}
	return false
}

// anyWord reports that one of the words stands unquoted among the tokens.
func (st *statement) anyWord(tokens []token, words []string) bool {
	for i := range tokens {
		if w := st.word(tokens, i); w != "" && slices.Contains(words, w) {
			return true
		}
	}
	return false
}

// classOfExplain classifies EXPLAIN [REFFINE] [ANALYZE] [(options)] statement.
// DuckDB's EXPLAIN ANALYZE runs the statement, so it is of that statement's class.
func (st *statement) classOfExplain(tokens []token) class {
	i := 1
	ours := st.word(tokens, i) == "reffine"
	if ours {
		i++
	}
	analyze := st.word(tokens, i) == "analyze" || st.word(tokens, i) == "analyse"
	if analyze {
		i++
	}
	if ours {
		st.analyze = analyze
		st.query = len(st.text)
		if i < len(tokens) {
			st.query = tokens[i].start
		}
		return classExplain
	}
	// Options may say ANALYZE too. Without them, nothing is run.
	if !analyze && !st.anyWord(tokens[i:], []string{"analyze", "analyse"}) {
		return classRead
	}
	for i < len(tokens) && !st.opensQuery(tokens[i:]) && tokens[i].kind == tokenPunct {
		i = st.afterParens(tokens, i)
	}
	switch c := st.classOf(tokens[min(i, len(tokens)):]); c {
	case classQuery, classRead:
		return classRead
	case classData, classSchema:
		return c
	}
	return classOther
}

// afterParens returns the index after the parenthesis that opens at i, or i+1.
func (st *statement) afterParens(tokens []token, i int) int {
	depth := 0
	for j := i; j < len(tokens); j++ {
		if tokens[j].kind != tokenPunct {
			continue
		}
		switch st.text[tokens[j].start] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return j + 1
			}
		}
	}
	return i + 1
}
