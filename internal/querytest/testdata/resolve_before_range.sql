-- A group key read by an outer range was replaced by what a later join equates it with, which is bound
-- after the range. (fuse.Resolve)
CREATE TABLE t0 (c0 INTEGER);
INSERT INTO t0 VALUES (1), (2), (3);
CREATE TABLE t2 (c0 BIGINT);
INSERT INTO t2 VALUES (2), (2), (5);
SELECT a1.x1 AS x3, a4.c0 AS x4 FROM (SELECT a2.c0 AS x0, a2.c0 AS x1 FROM t0 AS a2 GROUP BY a2.c0) AS a1 LEFT JOIN t2 AS a4 ON a1.x0 = a4.c0 JOIN t0 AS a5 ON a1.x0 = a5.c0;
