-- DuckDB takes a column that it sorts by from the sorted keys, in which zeros have no sign: they come
-- back positive. Not below a limit, and not in a column that holds the same without being the key.
CREATE TABLE t0 (c0 INTEGER, c1 DOUBLE, c2 FLOAT);
INSERT INTO t0 VALUES (0, '-0.0', '0'), (1, '0', '-0.0'), (2, '-0.0', '-0.0'), (3, '1', '-1');
SELECT a.c1 AS x0, a.c0 AS x1 FROM t0 AS a ORDER BY x0, x1;
SELECT a.c1 AS x0, a.c0 AS x1 FROM t0 AS a ORDER BY x0, x1 LIMIT 3;
SELECT a.c1 AS x0, a.c2 AS x1, a.c0 AS x2 FROM t0 AS a ORDER BY x1 DESC, x2;
SELECT -a.c1 AS x0, a.c1 AS x1, a.c0 AS x2 FROM t0 AS a ORDER BY x0, x2;
