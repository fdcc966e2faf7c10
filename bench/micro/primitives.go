package main

import "github.com/reffine-db/reffine/bench/internal/sidebyside"

// primitives is after the paper's section 4.1. Moments are a microsecond apart; each table has three
// quarters of them, at random. The tables of a few rows are the first million moments of the others.
var primitives = suite{
	name:    "primitives",
	version: 1,
	data: []string{
		`CREATE TABLE ticks AS
			SELECT TIMESTAMP '2024-01-01' + to_microseconds(i) AS t, random(i * 4 + 1, 1000000)::INTEGER AS x
			FROM range($rows * 4 // 3) r(i) WHERE random(i * 4, 4) <> 0`,
		`CREATE TABLE quotes AS
			SELECT TIMESTAMP '2024-01-01' + to_microseconds(i) AS t, random(i * 4 + 3, 1000000)::INTEGER AS y
			FROM range($rows * 4 // 3) r(i) WHERE random(i * 4 + 2, 4) <> 0`,
		`CREATE TABLE ticks_few AS FROM ticks WHERE t < TIMESTAMP '2024-01-01 00:00:01'`,
		`CREATE TABLE quotes_few AS FROM quotes WHERE t < TIMESTAMP '2024-01-01 00:00:01'`,
	},
	queries: []sidebyside.Query{
		{Name: "select", SQL: `SELECT count(t), sum(x) FROM ticks WHERE x < 500000`},
		{Name: "sum", SQL: `SELECT sum(x) FROM ticks`},
		{Name: "inner", SQL: `SELECT count(*), sum(x), sum(y) FROM ticks JOIN quotes USING (t)`},
		{Name: "left", SQL: `SELECT count(*), sum(x), count(y), sum(y) FROM ticks LEFT JOIN quotes USING (t)`},
		{Name: "outer", SQL: `SELECT count(*), count(x), sum(x), count(y), sum(y)
			FROM ticks FULL JOIN quotes ON ticks.t = quotes.t`},
		{Name: "select-rows", SQL: `SELECT t, x FROM ticks_few WHERE x < 500000`},
		{Name: "inner-rows", SQL: `SELECT t, x, y FROM ticks_few JOIN quotes_few USING (t)`},
		{Name: "left-rows", SQL: `SELECT t, x, y FROM ticks_few LEFT JOIN quotes_few USING (t)`},
		{Name: "outer-rows", SQL: `SELECT t, x, y FROM ticks_few FULL JOIN quotes_few USING (t)`},
	},
}
