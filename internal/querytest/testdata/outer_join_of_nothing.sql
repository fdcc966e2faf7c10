-- The side of an outer join whose rows are kept is known to be empty: it has no coordinates, so nothing
-- could tell whether the other side's are absent. Such a join is empty itself. (lower)
CREATE TABLE t0 (c0 INTEGER, c4 INTEGER NOT NULL);
INSERT INTO t0 VALUES (3, 0);
CREATE TABLE t1 (c0 INTEGER, c2 SMALLINT);
INSERT INTO t1 VALUES (1, 0);
CREATE TABLE t3 (c6 VARCHAR);
SELECT a10.c4 AS x1 FROM (SELECT a2.c2 AS x0 FROM t1 AS a2 JOIN t0 AS a3 ON a2.c0 = a3.c4 LEFT JOIN t3 AS a4 ON true) AS a1 RIGHT JOIN t0 AS a10 ON true;
SELECT a1.c0 AS x1 FROM t1 AS a1 RIGHT JOIN t0 AS a2 ON true RIGHT JOIN (SELECT a6.c6 AS x0 FROM t3 AS a6) AS a3 ON a2.c0 >= 1;
