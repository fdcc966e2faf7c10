package main

import "github.com/reffine-db/reffine/bench/internal/sidebyside"

// shapes is data that is hard on engines. Table wide has a column for each shape.
var shapes = suite{
	name:    "shapes",
	version: 1,
	data: []string{
		`CREATE TABLE wide AS SELECT
			i AS id,                                                              -- sorted, unique
			random(i * 16 + 1, $rows) AS key,                                     -- random, dense range
			random(i * 16, 1000000000000000000) AS sparse,                        -- random, sparse range
			CASE WHEN random(i * 16 + 2, 2) = 0 THEN 7 ELSE random(i * 16 + 3, greatest($rows // 10, 1)) END AS skewed,
			1::INTEGER AS one,
			NULL::INTEGER AS nothing,
			NULL::VARCHAR AS silence,
			random(i * 16 + 4, 10000)::INTEGER * 2 AS v,                          -- even
			random(i * 16 + 5, 100)::INTEGER AS percent,
			(random(i * 16 + 6, 10000000) / 100)::DECIMAL(12,2) AS amount,
			chr((97 + random(i * 16 + 7, 26))::INTEGER) AS letter,
			printf('user-%016x', random(i * 16 + 13, 9000000000000000000)) AS name, -- unique
			'town-' || random(i * 16 + 8, greatest($rows // 100, 1)) AS town,
			'segment-' || random(i * 16 + 9, 100) AS segment,
			'channel-' || random(i * 16 + 10, 50) AS channel,
			'status-' || random(i * 16 + 11, 20) AS status
			FROM range($rows) r(i)`,
		// A tenth of the keys, shuffled.
		`CREATE TABLE dim AS SELECT id AS key, sparse, name, v AS w FROM wide WHERE id % 10 = 3 ORDER BY hash(id)`,
		// Ten rows a key on either side.
		`CREATE TABLE many AS SELECT random(i * 16 + 12, greatest($rows // 100, 1)) AS key, random(i * 16 + 13, 1000)::INTEGER AS a
			FROM range(greatest($rows // 10, 1)) r(i)`,
		`CREATE TABLE more AS SELECT random(i * 16 + 14, greatest($rows // 100, 1)) AS key, random(i * 16 + 15, 1000)::INTEGER AS b
			FROM range(greatest($rows // 10, 1)) r(i)`,
		`CREATE TABLE long AS SELECT i AS id, random(i, 100) AS g,
			repeat(chr((97 + i % 26)::INTEGER), 9000) || repeat(printf('%08x', random(i, 4294967296)), 125) AS s
			FROM range(greatest($rows // 1000, 1)) r(i)`,
		`CREATE TABLE empty AS FROM wide LIMIT 0`,
		`CREATE TABLE single AS FROM wide WHERE id = 0`,
	},
	queries: []sidebyside.Query{
		{Name: "group-random", SQL: grouped("key", "wide")},
		{Name: "group-sparse", SQL: grouped("sparse", "wide")},
		{Name: "group-sorted", SQL: grouped("id", "wide")},
		{Name: "group-skewed", SQL: grouped("skewed", "wide")},
		{Name: "group-one", SQL: `SELECT one, count(*), sum(v), min(amount), max(amount) FROM wide GROUP BY one`},
		{Name: "group-few", SQL: `SELECT segment, count(*), sum(v), avg(amount) FROM wide GROUP BY segment`},
		{Name: "group-town", SQL: grouped("town", "wide")},
		{Name: "group-name", SQL: grouped("name", "wide")},
		{Name: "group-wide", SQL: `SELECT count(*), sum(n), max(n), sum(s), min(segment), max(status) FROM
			(SELECT segment, channel, status, letter, count(*) AS n, sum(v) AS s FROM wide GROUP BY ALL)`},
		{Name: "group-wider", SQL: `SELECT count(*), sum(n), max(n), sum(s) FROM
			(SELECT town, segment, channel, count(*) AS n, sum(v) AS s FROM wide GROUP BY ALL)`},
		{Name: "join-random", SQL: `SELECT count(*), sum(v), sum(w) FROM wide JOIN dim ON wide.key = dim.key`},
		{Name: "join-sparse", SQL: `SELECT count(*), sum(v), sum(w) FROM wide JOIN dim ON wide.sparse = dim.sparse`},
		{Name: "join-skewed", SQL: `SELECT count(*), sum(v), sum(w) FROM wide JOIN dim ON wide.skewed = dim.key`},
		{Name: "join-name", SQL: `SELECT count(*), sum(v), sum(w) FROM wide JOIN dim ON wide.name = dim.name`},
		{Name: "join-many", SQL: `SELECT count(*), sum(a), sum(b) FROM many JOIN more ON many.key = more.key`},
		{Name: "join-many-group", SQL: `SELECT many.key, count(*), sum(a), sum(b) FROM many JOIN more ON many.key = more.key
			GROUP BY many.key ORDER BY 2 DESC, 1 LIMIT 10`, Order: []int{1, 0}, Limit: 10},
		{Name: "join-left", SQL: `SELECT count(*), sum(v), count(w), sum(w) FROM wide LEFT JOIN dim ON wide.key = dim.key`},
		{Name: "semi", SQL: `SELECT count(*), sum(v) FROM wide WHERE key IN (SELECT key FROM dim WHERE w < 10000)`},
		{Name: "anti", SQL: `SELECT count(*), sum(v) FROM wide WHERE NOT EXISTS (FROM dim WHERE dim.key = wide.key)`},
		{Name: "null-sum", SQL: `SELECT count(*), count(nothing), sum(nothing), min(nothing), max(silence) FROM wide`},
		{Name: "null-group", SQL: `SELECT nothing, silence, count(*), sum(v), sum(nothing) FROM wide GROUP BY nothing, silence`},
		{Name: "null-filter", SQL: `SELECT count(*), sum(v) FROM wide WHERE nothing = 3 OR silence = 'x'`},
		{Name: "null-join", SQL: `SELECT count(*), sum(v) FROM wide JOIN dim ON wide.nothing = dim.key`},
		{Name: "byte-group", SQL: `SELECT letter, count(*), sum(v) FROM wide GROUP BY letter`},
		{Name: "byte-filter", SQL: `SELECT count(*), sum(v) FROM wide WHERE letter = 'q'`},
		{Name: "long-like", SQL: `SELECT count(*), sum(g) FROM long WHERE s LIKE '%abc%'`},
		{Name: "long-group", SQL: `SELECT count(*), sum(n) FROM (SELECT s, count(*) AS n FROM long GROUP BY s)`},
		{Name: "long-rows", SQL: `SELECT id, s FROM long WHERE g = 5`},
		{Name: "empty-sum", SQL: `SELECT count(*), sum(v), min(name) FROM empty`},
		{Name: "empty-group", SQL: `SELECT segment, count(*) FROM empty GROUP BY segment`},
		{Name: "empty-join", SQL: `SELECT count(*), sum(wide.v) FROM wide JOIN empty ON wide.key = empty.key`},
		{Name: "empty-anti", SQL: `SELECT count(*), sum(v) FROM wide WHERE key NOT IN (SELECT key FROM empty)`},
		{Name: "single-sum", SQL: `SELECT count(*), sum(v), min(name) FROM single`},
		{Name: "single-join", SQL: `SELECT count(*), sum(wide.v) FROM wide JOIN single ON wide.key = single.key`},
		{Name: "distinct-few", SQL: `SELECT count(DISTINCT v) FROM wide`},
		{Name: "distinct-key", SQL: `SELECT count(DISTINCT key) FROM wide`},
		{Name: "distinct-sparse", SQL: `SELECT count(DISTINCT sparse) FROM wide`},
		{Name: "distinct-name", SQL: `SELECT count(DISTINCT name) FROM wide`},
		{Name: "distinct-group", SQL: `SELECT segment, count(DISTINCT key), count(DISTINCT town) FROM wide GROUP BY segment`},
		{Name: "top-few", SQL: `SELECT v, id FROM wide ORDER BY v DESC, id LIMIT 10`, Order: []int{0, 1}, Limit: 10},
		{Name: "top-sparse", SQL: `SELECT sparse, id FROM wide ORDER BY sparse LIMIT 1000`, Order: []int{0}, Limit: 1000},
		{Name: "top-name", SQL: `SELECT name, id FROM wide ORDER BY name LIMIT 10`, Order: []int{0}, Limit: 10},
		{Name: "top-group", SQL: `SELECT key, sum(amount) AS s FROM wide GROUP BY key ORDER BY s DESC, key LIMIT 10`, Order: []int{1, 0}, Limit: 10},
		{Name: "like-contains", SQL: `SELECT count(*), sum(v) FROM wide WHERE name LIKE '%abc%'`},
		{Name: "like-prefix", SQL: `SELECT count(*), sum(v) FROM wide WHERE name LIKE 'user-ab%'`},
		{Name: "like-pattern", SQL: `SELECT count(*), sum(v) FROM wide WHERE name LIKE '%a_c%e%'`},
		{Name: "name-equals", SQL: `SELECT count(*), sum(v) FROM wide WHERE name = 'user-0123456789abcdef'`},
		{Name: "filter-0", SQL: `SELECT count(*), sum(amount) FROM wide WHERE v = 5001`},
		{Name: "filter-1", SQL: `SELECT count(*), sum(amount) FROM wide WHERE percent < 1`},
		{Name: "filter-50", SQL: `SELECT count(*), sum(amount) FROM wide WHERE percent < 50`},
		{Name: "filter-100", SQL: `SELECT count(*), sum(amount) FROM wide WHERE v <> 5001`},
		{Name: "filter-1-rows", SQL: `SELECT id, name, amount FROM wide WHERE percent < 1`},
	},
}

// grouped is a grouping by a key, reduced to one row.
func grouped(key, table string) string {
	return `SELECT count(*), sum(n), max(n), sum(s), max(` + key + `) FROM (SELECT ` + key +
		`, count(*) AS n, sum(v) AS s FROM ` + table + ` GROUP BY ` + key + `)`
}
