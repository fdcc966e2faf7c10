-- expect: run error
-- DuckDB 1.5.6 takes a sum to fit 64 bits behind a join that keeps its rows, and wraps around: it answers then.
CREATE TABLE t2 (c1 DECIMAL(15,2), c5 DECIMAL(28,4));
INSERT INTO t2 VALUES (0, '-0.9712');
CREATE TABLE t3 (c1 BIGINT, c4 DECIMAL(28,4));
INSERT INTO t3 VALUES (-9223372036854775807, 0), (-9223372036854775808, 0);
SELECT sum(a1.c1) FILTER (WHERE true) AS x1 FROM t3 AS a1 LEFT JOIN t2 AS a2 ON (a2.c1 BETWEEN a1.c4 AND a2.c5);
