-- No group whose sum passes a test: where there is no group the sum is NULL, and so is the comparison
-- that implies the group. It was negated to the opposite comparison. (fuse.DropImplied)
CREATE TABLE t0 (c0 BIGINT NOT NULL, c2 DOUBLE NOT NULL);
INSERT INTO t0 VALUES (1, 1), (2, 1), (0, 2), (5, 3);
CREATE TABLE t1 (c0 DOUBLE);
INSERT INTO t1 VALUES (0), (1), (2), (3), (4), (NULL);
SELECT a1.c0 AS x3 FROM (VALUES (CAST(0.00 AS DECIMAL(38,2)), 1)) AS a1(c0, c1) ANTI JOIN (SELECT a3.c2 AS x0 FROM t0 AS a3 GROUP BY a3.c2 HAVING (sum(a3.c0) <> 0)) AS a2 ON (a1.c0 = a2.x0);
SELECT a1.c0 AS x3 FROM (VALUES (CAST(2.00 AS DECIMAL(38,2)), 1)) AS a1(c0, c1) ANTI JOIN (SELECT a3.c2 AS x0 FROM t0 AS a3 GROUP BY a3.c2 HAVING (sum(a3.c0) <> 0)) AS a2 ON (a1.c0 = a2.x0);
SELECT a1.c0 FROM t1 AS a1 ANTI JOIN (SELECT a3.c2 AS x0 FROM t0 AS a3 GROUP BY a3.c2 HAVING (sum(a3.c0) <> 0)) AS a2 ON (a1.c0 = a2.x0);
