-- Membership of rows is less exact in duckdb than in SQL: it is NULL as soon as a value of the row on the left is, and there
-- are rows on the right. (lower, mark joins)
CREATE TABLE t0 (c0 INTEGER, c1 INTEGER NOT NULL);
INSERT INTO t0 VALUES (0, 0), (NULL, 5), (2, 2);
CREATE TABLE t2 (c0 INTEGER, c1 INTEGER);
INSERT INTO t2 VALUES (NULL, 1), (1, 1), (0, 0), (2, 3), (7, 5), (NULL, 0), (NULL, NULL);
CREATE TABLE t3 (c0 INTEGER, c1 INTEGER);
SELECT a3.c0 AS x0, a3.c1 AS x1, (a3.c1, a3.c0) NOT IN (SELECT a4.c1 AS x0, a4.c0 AS x1 FROM t0 AS a4) AS x2 FROM t2 AS a3;
SELECT a3.c0 AS x0, a3.c1 AS x1 FROM t2 AS a3 WHERE (a3.c1, a3.c0) NOT IN (SELECT a4.c1 AS x0, a4.c0 AS x1 FROM t0 AS a4);
SELECT a3.c0 AS x0, a3.c1 AS x1 FROM t2 AS a3 WHERE (a3.c1, a3.c0) IN (SELECT a4.c1 AS x0, a4.c0 AS x1 FROM t0 AS a4);
SELECT a3.c0 AS x0, a3.c1 AS x1, (a3.c1, a3.c0) NOT IN (SELECT a4.c1 AS x0, a4.c0 AS x1 FROM t3 AS a4) AS x2 FROM t2 AS a3;
SELECT a3.c0 AS x0, a3.c1 AS x1, a3.c1 NOT IN (SELECT a4.c0 AS x1 FROM t0 AS a4) AS x2, a3.c1 IN (SELECT a4.c1 AS x1 FROM t0 AS a4) AS x3 FROM t2 AS a3;
