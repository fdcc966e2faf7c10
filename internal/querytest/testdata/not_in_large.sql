-- NOT IN of many rows, some of them NULL: whether there are rows, and one that is NULL, does not depend on
-- the row that asks. Asked for each, by a condition on both, it was refused. (lower)
CREATE TABLE t0 (c0 INTEGER, c1 BIGINT);
INSERT INTO t0 SELECT CASE WHEN i % 50 = 7 THEN NULL ELSE i * 100 END, i FROM range(100) r(i);
CREATE TABLE t1 (c0 INTEGER, c1 INTEGER NOT NULL);
INSERT INTO t1 SELECT CASE WHEN i = 7 THEN NULL ELSE i END, i % 3 FROM range(4500) r(i);
SELECT count(*) AS x0 FROM t0 WHERE c0 NOT IN (SELECT c0 FROM t1);
SELECT c1 AS x0, c0 NOT IN (SELECT c0 FROM t1) AS x1, c0 IN (SELECT c0 FROM t1 WHERE c0 IS NOT NULL) AS x2, c0 NOT IN (SELECT c1 FROM t1) AS x3 FROM t0;
SELECT c1 AS x0 FROM t0 WHERE c0 NOT IN (SELECT c0 FROM t1 WHERE c0 < 0);
SELECT c1 AS x0, c0 NOT IN (SELECT c0 FROM t1 WHERE c0 < 0) AS x1, c0 NOT IN (SELECT c0 FROM t1 WHERE c0 IS NULL) AS x2 FROM t0;
SELECT c1 AS x0 FROM t0 AS a WHERE c0 NOT IN (SELECT b.c0 FROM t1 AS b WHERE b.c1 = a.c1 % 5);
SELECT c1 AS x0 FROM t1 WHERE c0 NOT IN (SELECT c0 FROM t0);
