-- Inner attributes are replaced by what a join equates them with. A column without NULL became one
-- with, below operators whose types said that nothing there is NULL. (fuse.Order)
CREATE TABLE t0 (c0 INTEGER);
INSERT INTO t0 VALUES (0), (0), (1);
CREATE TABLE t1 (c0 BIGINT, c1 BIGINT NOT NULL, c4 DOUBLE NOT NULL);
INSERT INTO t1 VALUES (NULL, 0, 0), (0, 0, 0), (1, 2, 1);
WITH w0 AS (SELECT a3.c1 AS x0 FROM t1 AS a3) SELECT a8.c0 AS x3, a6.x0 + 1 AS x4 FROM w0 AS a6 JOIN t0 AS a7 ON a7.c0 = a6.x0 JOIN t1 AS a8 ON (a8.c0 = a6.x0 AND a8.c4 = a7.c0);
