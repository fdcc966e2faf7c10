-- DISTINCT over the sums of groups read at a key. A comparison with a sum implies that its group is
-- there; the equality that binds a group key to the sum was taken for one, and groups that are not there
-- had a NULL sum. (fuse.DropImplied)
CREATE TABLE t1 (c0 INTEGER NOT NULL, c2 HUGEINT NOT NULL);
INSERT INTO t1 VALUES (0, 1), (1, 5);
WITH w0 AS (SELECT a1.c2 AS x1 FROM t1 AS a1), w1 AS (SELECT a2.x1 AS x0, sum(a2.x1) AS x3 FROM w0 AS a2 GROUP BY a2.x1) SELECT DISTINCT a5.x3 AS x3 FROM t1 AS a3 JOIN w1 AS a4 ON true JOIN w1 AS a5 ON a5.x0 = a3.c0;
