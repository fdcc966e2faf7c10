-- A join key that is a field without coordinates, a scalar subquery's value: the block form looked for
-- an open table of its name. (loops)
CREATE TABLE t0 (c0 BIGINT NOT NULL, c1 SMALLINT NOT NULL);
INSERT INTO t0 VALUES (2, 7), (3, 8), (1, 8);
CREATE TABLE t1 (c2 UBIGINT);
INSERT INTO t1 VALUES (5), (6);
SELECT a4.c1 AS x1, a3.c2 AS x2 FROM (SELECT count(DISTINCT a2.c1) AS x0 FROM t0 AS a2) AS a1 JOIN t1 AS a3 ON true JOIN t0 AS a4 ON a4.c0 = a1.x0;
