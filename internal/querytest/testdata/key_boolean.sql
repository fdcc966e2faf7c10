-- Truth values as join keys: the levels hold integers, the block form had no integers for them. (loops)
CREATE TABLE t0 (c2 UTINYINT, c3 BOOLEAN);
INSERT INTO t0 VALUES (1, true), (2, false), (3, NULL), (4, true);
CREATE TABLE t1 (c1 BOOLEAN);
INSERT INTO t1 VALUES (true), (NULL), (true);
CREATE TABLE t2 (c1 BOOLEAN NOT NULL, c2 INTEGER);
INSERT INTO t2 VALUES (false, 10), (true, 20);
SELECT a5.c2 AS x1 FROM t1 AS a4 JOIN t0 AS a5 ON true WHERE a4.c1 = a5.c3;
SELECT a1.c2 AS x0, a2.c2 AS x1 FROM t0 AS a1 LEFT JOIN t2 AS a2 ON a1.c3 = a2.c1;
SELECT a1.c2 AS x0 FROM t2 AS a1 WHERE NOT EXISTS (SELECT 1 FROM t1 AS a2 WHERE a2.c1 = a1.c1);
