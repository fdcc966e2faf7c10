// Package ir is Field IR: fields, operators, reductions and first-order
// expressions over them (paper sections 3.1 and 3.2), with a text form that
// parses back, and a checker. Passes of package fuse go from programs to programs;
// packages lower, spaces and loops produce and consume them.
//
// A field is a sparse map from integer coordinates to a record of attributes, or
// to one unnamed scalar. An operator defines a field by a predicate and a value:
//
//	field lineitem <i> {l_orderkey: int64 sorted, l_quantity: decimal(15,2), l_shipmode: varchar} rows 6001215
//	param $1 : decimal(15,2)
//	g   = forall k: varchar, i : lineitem[i] != null & lineitem[i].l_shipmode = k { {qty: lineitem[i].l_quantity} }
//	agg = forall k: varchar : g[k] != null { {mode: k, n: count_all(g[k]), total: sum(g[k].qty)} }
//	big = forall k: varchar : agg[k] != null & agg[k].total > cast($1 as decimal(38,2)) { agg[k] }
//	output big columns (mode as "l_shipmode", total) order by total desc limit 10
//
// # φ and NULL
//
// φ is the absence of a coordinate; NULL is a value of a nullable attribute.
// In text, X != null and X = null test an access, a range or an operator for φ;
// is_null(x) and is_not_null(x) test a scalar for NULL. A type says whether NULL may
// occur: "int32 null". An attribute read where the field is φ is NULL; so an
// attribute read through an outer iterator, or at a coordinate that may be NULL, is
// nullable. Predicates may tell better: the recorded type of an access, attribute
// or reduction may exclude NULL where the text alone would not.
//
// # Text
//
// A program is a sequence of items in any order that defines names before use.
// White space separates tokens and means nothing else; # starts a comment.
//
//	program  = { input | param | def } [ output ] .
//	input    = "field" name "<" [ coord { "," coord } ] ">" ( "{" [ attr { "," attr } ] "}" | facts )
//	           [ "table" string ] [ "rows" int ] .
//	coord    = name [ ":" type ] .                            (int64 when left out)
//	attr     = name ":" facts .
//	facts    = type { "unique" | "sorted" | "distinct" int | "from" [ "-" ] int "to" [ "-" ] int } .
//	type     = kind [ "null" ] .
//	kind     = "bool" | "int8" | "int16" | "int32" | "int64" | "uint8" | "uint16" | "uint32" | "uint64" | "int128" |
//	           "float" | "double" | "decimal" "(" int "," int ")" | "varchar" | "date" | "timestamp" |
//	           "time" | "timestamp_s" | "timestamp_ms" | "timestamp_ns" | "timestamptz" | "uuid" | "uhugeint" | "blob" |
//	           "enum" "(" string { "," string } ")" .
//	param    = "param" symbol ":" type .
//	def      = name [ "[" name "]" ] "=" expr { "++" expr } cut .     (m[r] = e: read by row number r)
//	cut      = [ "order" "by" key { "," key } ] [ "limit" int ] [ "offset" int ] .
//	output   = "output" name [ "columns" "(" [ column { "," column } ] ")" ] cut .
//	column   = name [ "as" string ] .
//	key      = name [ "asc" | "desc" ] [ "nulls" ( "first" | "last" ) ] .
//
// Without an output line the last definition is returned, with all attributes
// as columns; without columns, so is the named field.
//
//	expr     = and { "|" and } .
//	and      = comp { "&" comp } .                            (a chain is one call of & or |)
//	comp     = sum [ compare sum | "in" "(" expr { "," expr } ")" | ( "!=" | "=" ) "null" ] .
//	compare  = "=" | "<>" | "!=" | "<" | "<=" | ">" | ">=" | "<=>" .
//	sum      = product { ( "+" | "-" ) product } .
//	product  = postfix { ( "*" | "/" | "//" | "%" ) postfix } .
//	postfix  = primary { "." name | ":" type | "[" [ expr { "," expr } ] "]" } .
//	primary  = literal | symbol | "start" | "end" | name | name "[" args "]" | call | cast | case |
//	           "(" expr ")" | record | forall .
//	args     = [ expr { "," expr } ] | expr ":" expr .        (F[a:b] is a < t <= b)
//	call     = name "(" [ "distinct" ] [ expr { "," expr } ] ")" .
//	cast     = ( "cast" | "try_cast" ) "(" expr "as" kind ")" .
//	case     = "case" "when" expr "then" expr { "when" expr "then" expr } "else" expr "end" .
//	record   = "{" [ name ":" expr { "," name ":" expr } ] "}" .
//	forall   = "forall" [ iter { "," iter } ] [ ":" expr ] "{" expr "}" .
//	iter     = name [ ":" type ] [ "outer" "(" expr ")" ] .
//	literal  = "true" | "false" | string [ ":" "blob" ] | [ "-" ] int | "null" ":" type | "date" string | "timestamp" string |
//	           [ "-" ] ( number | "nan" | "inf" ) ":" type .
//	symbol   = "$" ( letter | digit ) { letter | digit } .
//
// A name is an identifier or anything in back quotes (doubled inside); reserved
// words name attributes as they are, and other things in back quotes. A name is
// the innermost iterator so called, else a field; before "[" it is a field, before
// "(" an operator or reduction. F[a][b] is F[a, b], and F[] is the whole of F
// where F alone would be an iterator. An int is an int64 unless a type follows. A
// minus sign belongs to the number behind it where an operand may start;
// elsewhere it subtracts; neg(x) negates.
//
// A ":" with a type behind an expression overrides the type it would have: the
// type of the attribute, or what Infer and InferReduce say. It binds like ".", so
// infix operators need parentheses: (a + b):int64. The printer writes one only
// where it makes a difference. Parse(p.String()) equals p for every p that Check
// accepts and that nests at most 1000 deep.
//
// # Invariants
//
// Check enforces, for a program:
//
//   - Inputs and definitions have distinct, non-empty names, and refer only to
//     inputs and earlier definitions. Attributes of a record, coordinates of an
//     input, and iterators of an operator have distinct names; only a sole attribute
//     is unnamed. Types exist, and constants are values of their types.
//   - Every iterator is bound by an enclosing Forall (an outer condition sees the
//     iterators up to its own) and every symbol is start, end or a parameter, with the
//     type given there.
//   - An access has at most as many arguments as the field has coordinates, of
//     their types or integers of another width. Attributes exist. Attributes are
//     read from, and φ is tested of, accesses, ranges and operators only.
//   - Operands are scalars and fit their operator as in Infer: comparisons, case
//     branches and lists have one type, logic and predicates are bool. Reductions
//     are over fields, of types as in InferReduce.
//   - The recorded type is the derived one, except that arithmetic and sums may
//     have another width (and decimals the same scale), that NULL may be allowed
//     anywhere, and that it may be excluded of accesses, attributes and reductions.
//     Fields and records have no type.
//   - A record that an outer iterator may make φ is not copied whole.
//   - A union (++) is a definition with a row number, of two parts or more; these are operators
//     or records, with attributes of the same names and, up to NULL, types. An order or a limit is of
//     a definition with a row number, too, by attributes it has.
//   - The output is a field's, with attributes it has.
//
// # Reading order
//
// type.go and value.go (scalars, field types), expr.go, op.go and function.go (the nodes), then
// program.go. scope.go says what names mean and what type text stands for; infer.go
// has the types of operators. print_expr.go, layout.go and print.go write, lex.go
// and parse*.go read, check*.go reject. walk.go, subst.go and equal.go are what
// passes are made of.
package ir
