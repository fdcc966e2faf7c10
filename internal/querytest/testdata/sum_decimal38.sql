-- A literal that its type cannot hold fails, with no rows too: DuckDB casts it while it plans.
-- expect: both fail
CREATE TABLE t0 (c2 DECIMAL(38,38));
SELECT (sum(a1.c2) + 1) AS x1 FROM t0 AS a1;
