-- The outer range of a single row is not driven by slices, for there is nothing outside it: the block
-- form took it for the driving loop, which it cannot be. (loops)
CREATE TABLE t0 (c0 INTEGER, c4 DOUBLE);
INSERT INTO t0 VALUES (1, 2), (2, NULL), (2, 3);
CREATE TABLE t2 (c2 DOUBLE);
SELECT a4.c4 AS x3 FROM (SELECT count(DISTINCT a3.c2) AS x1 FROM t2 AS a3) AS a1 LEFT JOIN t0 AS a4 ON true;
SELECT a4.c4 AS x3, a1.x1 AS x4 FROM (SELECT count(DISTINCT a3.c0) AS x1 FROM t0 AS a3) AS a1 LEFT JOIN t0 AS a4 ON a4.c0 = a1.x1;
SELECT a4.c4 AS x3, a1.x1 AS x4 FROM (SELECT count(DISTINCT a3.c0) AS x1 FROM t0 AS a3) AS a1 LEFT JOIN t0 AS a4 ON a4.c0 > a1.x1;
