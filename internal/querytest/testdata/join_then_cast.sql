-- An operation that may fail, above every join: it is computed for the rows that come out of the joins, whatever
-- the order of loops, so it was refused without need. (lower.FailsEarly)
CREATE TABLE t0 (c0 INTEGER, c1 VARCHAR, c2 BIGINT);
INSERT INTO t0 VALUES (1, '12', 4611686018427387904), (2, '-3', 7), (2, '4', NULL), (3, 'x', 1), (NULL, 'y', 9);
CREATE TABLE t1 (c0 INTEGER, c1 BIGINT);
INSERT INTO t1 VALUES (1, 1), (2, 2), (2, 3), (4, 4611686018427387904);
SELECT CAST(a.c1 AS INTEGER) AS x0, a.c2 + b.c1 AS x1 FROM t0 AS a JOIN t1 AS b ON a.c0 = b.c0;
SELECT b.c0 AS x0, sum(CAST(a.c1 AS INTEGER)) AS x1, max(a.c2 * b.c1) AS x2 FROM t0 AS a JOIN t1 AS b ON a.c0 = b.c0 GROUP BY b.c0;
SELECT TRY_CAST(a.c1 AS INTEGER) AS x0, b.c1 AS x1 FROM t0 AS a LEFT JOIN t1 AS b ON a.c0 = b.c0 WHERE TRY_CAST(a.c1 AS BIGINT) < 100;
SELECT CAST(a.c1 AS BIGINT) AS x0, v.c0 AS x1 FROM t0 AS a JOIN (VALUES (1, 10), (2, 20), (2, 30)) AS v(c0, c1) ON a.c0 = v.c0;
SELECT CAST(a.c1 AS BIGINT) AS x0, b.c1 AS x1 FROM t0 AS a JOIN t1 AS b ON a.c0 = b.c0 WHERE regexp_matches(a.c1, '[0-9]') AND strpos(a.c1, '2') >= 0;
