-- A correlated count: duckdb counts for all outer values at once and outer-joins the groups to those, which
-- has a translation at one outer value only. (lower)
CREATE TABLE t1 (c0 INTEGER NOT NULL, c1 INTEGER, c2 VARCHAR, c3 DOUBLE);
INSERT INTO t1 VALUES (1, 2, 'a', 0), (2, 2, 'a', NULL), (3, NULL, NULL, 1), (4, 7, '', 2);
SELECT a2.c0 AS x2, (SELECT count(*) AS x0 FROM t1 AS a3 WHERE a3.c0 = a2.c0) AS x3 FROM t1 AS a2;
SELECT a2.c0 AS x2, (SELECT count(a3.c3) AS x0 FROM t1 AS a3 WHERE a3.c1 = a2.c1 AND a3.c0 > a2.c0) AS x3 FROM t1 AS a2;
SELECT a2.c0 AS x2, (SELECT count(DISTINCT a3.c3) + count(*) + coalesce(sum(a3.c0), 100) AS x0 FROM t1 AS a3 WHERE a3.c2 = a2.c2) AS x3 FROM t1 AS a2;
SELECT a2.c0 AS x2 FROM t1 AS a2 WHERE (SELECT count(*) AS x0 FROM t1 AS a3 WHERE a3.c1 = a2.c1) = 0;
