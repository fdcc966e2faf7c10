// Package plan decodes the optimized logical plan that DuckDB 1.5 serializes as JSON into a tree of
// Go structs, or refuses it.
//
// Input is the answer of
//
//	SELECT json_serialize_plan('<one statement>', <Options>)
//
// made while DisabledOptimizers are disabled. Output is a Plan: nodes (node.go, window.go) with scalar
// expressions (expr.go) over typed columns (type.go). Format prints it:
//
//	SELECT sum(l_extendedprice * l_discount) FROM lineitem WHERE l_quantity < 24
//
//	project [#0]
//	 └── aggregate [sum(l_extendedprice * l_discount)]
//	      └── scan lineitem [l_extendedprice, l_discount] where [l_quantity < 24.00]
//
// # Strictness
//
// Every attribute of every object is either read or named in the code as one that does not
// matter. Anything else (an operator, attribute, type, enum value or function state this package does not
// know) is an *Unsupported error that names the operator. Nothing is guessed, since
// a plan misread is a wrong result. Decode does not panic on any input.
//
// # Column references
//
// DuckDB refers to columns by position in the output of an operator's input, after its
// projection maps. Decode reconstructs that output for every operator and checks the type of each reference
// against it, so a misunderstanding shows as a refusal. In the result the maps are gone: a ColumnRef is
// always a position in the whole output of the input, with the exceptions stated at Scan and
// Join.
//
// Facts that the reconstruction rests on:
//
//   - A GET reads column_indexes in that order, outputs projection_ids of them (none: all), and
//     keys its table_filters by the column's index in the table, not by its position.
//   - The written form leaves out what is zero, also in a list: with skip_empty, the list element
//     for column 0 disappears, and so does the empty grouping set. Hence skip_empty := false.
//   - An aggregate outputs groups, aggregates, GROUPING results; a window function follows the columns of
//     its input; a mark join adds its mark to the left columns.
//   - The condition of an ANY_JOIN refers to the join's output, to which the right columns are
//     added for semi and anti joins.
//   - A DELIM_GET reads the distinct keys of the innermost delim join on whose other side it is.
//   - setop_all and allow_out_of_order are true when they are absent.
//   - A parameter's type is that of the NULL it is bound to; its return_type says nothing.
//   - A LIMIT whose scan skips row groups has had its OFFSET reduced: refused.
//
// # Invariants
//
// Decoded plans keep these; the tests check them on every plan they see:
//
//   - A ColumnRef is within its input's columns and of the column's type.
//   - Columns of a node follow from its fields as its comment says.
//   - Every DelimGet and CTERef names an enclosing Join or CTE and has the types of its columns.
//   - A Conj has at least two operands; a Filter has at least one condition.
//   - Both sides of a comparison are of one type, or untyped NULL.
//
// # Reading order
//
// node.go, expr.go, type.go; then plan.go and decode.go for how attributes are accounted for; then
// decode_*.go by operator. The round-trip test writes each decoded plan as SQL again and
// compares the results in DuckDB.
package plan
