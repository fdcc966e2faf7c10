-- Constants of a full join's inner side, behind a further full join: where the inner row is absent they are
-- NULL, and what is computed from them may be NULL then too. (fuse.Inline)
CREATE TABLE t0 (c2 INTEGER);
CREATE TABLE t1 (c2 INTEGER);
INSERT INTO t1 VALUES (1), (2), (2);
CREATE TABLE t2 (c0 INTEGER);
INSERT INTO t2 VALUES (0), (5);
CREATE TABLE t3 (c1 DOUBLE);
CREATE TABLE t4 (c1 VARCHAR);
INSERT INTO t3 VALUES (1.5), (NULL);
SELECT a2.x2 AS x1 FROM t2 AS a1 FULL JOIN (SELECT 0 AS x1, 0 AS x2 FROM t0 AS a4 WHERE false GROUP BY a4.c2) AS a2 ON (a1.c0 = a2.x1) FULL JOIN t3 AS a6 ON true;
SELECT a2.x2 AS x1 FROM t2 AS a1 FULL JOIN (SELECT 0 AS x1, 0 AS x2 FROM t1 AS a4 WHERE false GROUP BY a4.c2) AS a2 ON (a1.c0 = a2.x1) FULL JOIN t3 AS a6 ON true;
WITH w0 AS (SELECT a2.c1 AS x0, concat_ws(a2.c1, a2.c1) AS x1 FROM t4 AS a2) SELECT true AS x2 FROM t4 AS a3 FULL JOIN w0 AS a4 ON true JOIN (SELECT a6.x0 AS x2 FROM w0 AS a6) AS a5 ON (a4.x1 = a5.x2);
