-- An outer join that stands twice in one loop: the condition of the second kept the name of the first's
-- iterator, and the program did not check.
CREATE TABLE t0 (c1 TINYINT, c5 DOUBLE);
INSERT INTO t0 VALUES (75, 0), (0, 0);
CREATE TABLE t1 (c0 BIGINT);
WITH w0 AS (SELECT a1.c1 AS x0 FROM t0 AS a1 RIGHT JOIN t1 AS a2 ON (a1.c5 <= a2.c0)) SELECT 'ab' AS x3 FROM w0 AS a3 JOIN w0 AS a5 ON (a5.x0 = a3.x0) WHERE ((a5.x0 = CAST('5' AS TINYINT)) AND true AND (a3.x0 < ANY (SELECT a7.x0 AS x0 FROM w0 AS a7 JOIN w0 AS a8 ON true WHERE (a5.x0 > a8.x0)))) ORDER BY 1 NULLS LAST LIMIT 2;
