-- A group read at a key that may be NULL: what was computed from the key coordinate, which is never
-- NULL, kept types that said so. (fuse.Resolve, fuse.InlinePoints)
CREATE TABLE t0 (c0 INTEGER, c3 BIGINT NOT NULL);
INSERT INTO t0 VALUES (NULL, 0), (0, 1), (1, 5);
SELECT a1.c3 AS x3 FROM t0 AS a1 JOIN (SELECT a3.c3 AS x0 FROM t0 AS a3 GROUP BY a3.c3) AS a2 ON a1.c0 = a2.x0;
SELECT a1.c3 AS x3, a2.x0 + 1 AS x4, a2.x1 AS x5 FROM t0 AS a1 JOIN (SELECT a3.c3 AS x0, sum(a3.c3) AS x1 FROM t0 AS a3 GROUP BY a3.c3) AS a2 ON a1.c0 = a2.x0;
