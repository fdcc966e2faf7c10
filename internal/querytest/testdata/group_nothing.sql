-- A condition that statistics make false took with it the equality that binds the group key: the
-- reordering had no key any more, and what read it by key was left with an unknown coordinate. A
-- predicate that holds nowhere keeps what says where its coordinates come from. (fuse.Simplify)
CREATE TABLE t0 (c0 INTEGER, c1 TINYINT, c4 BIGINT);
INSERT INTO t0 VALUES (1, 2, 3), (2, NULL, 3);
CREATE TABLE t1 (c2 BOOLEAN, c4 SMALLINT);
SELECT a1.c4 AS x0 FROM t0 AS a1 JOIN t1 AS a2 ON true WHERE a1.c1 > 7 GROUP BY a1.c4;
SELECT sum(a1.c0) AS x0 FROM t0 AS a1 JOIN t1 AS a2 ON true WHERE a2.c4 IS NULL GROUP BY a1.c4;
SELECT DISTINCT a1.c4 AS x0 FROM t0 AS a1 JOIN t1 AS a2 ON true WHERE a1.c4 IS NULL;
SELECT count(*) AS x0 FROM t0 AS a1 SEMI JOIN t1 AS a2 ON false;
SELECT count(a1.c0) AS x0 FROM t0 AS a1 WHERE a1.c0 <> a1.c0;
