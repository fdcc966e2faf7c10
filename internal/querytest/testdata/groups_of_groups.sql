-- Groups of groups: the key of the outer ones is bound to the key of the inner ones. Taking the one
-- for the other left the outer reordering without rows, or without a key. (fuse.Resolve)
CREATE TABLE t1 (c0 INTEGER NOT NULL, c2 SMALLINT NOT NULL);
INSERT INTO t1 VALUES (1, 3), (2, 3), (3, 4);
SELECT a1.x1 AS x3 FROM (SELECT a2.c0 AS x1 FROM t1 AS a2 GROUP BY a2.c0) AS a1 GROUP BY a1.x1;
SELECT a1.x1 AS x3, count(*) AS x4, sum(a1.x2) AS x5 FROM (SELECT a2.c0 AS x1, count(*) AS x2 FROM t1 AS a2 GROUP BY a2.c0) AS a1 GROUP BY a1.x1;
WITH w0 AS (SELECT a1.c2 AS x0, a1.c2 AS x4 FROM t1 AS a1 GROUP BY a1.c2), w1 AS (SELECT a3.x0 AS x2 FROM w0 AS a2 JOIN w0 AS a3 ON a3.x0 = a2.x4) SELECT sum(a4.x2) AS x2 FROM w1 AS a4 WHERE a4.x2 = 3 GROUP BY a4.x2;
