-- A single row that is outer-joined has no coordinate when it finds nothing. As the inner side of another
-- outer join nothing tells that row from none: refused. As long as it is not, it runs. (lower)
-- expect: refused
CREATE TABLE t1 (c0 BIGINT);
INSERT INTO t1 VALUES (1), (2);
CREATE TABLE t3 (c1 TINYINT);
INSERT INTO t3 VALUES (4);
WITH w0 AS (SELECT sum(a1.c1) AS x0 FROM t3 AS a1), w1 AS (SELECT a3.c0 AS x0 FROM w0 AS a2 LEFT JOIN t1 AS a3 ON true RIGHT JOIN w0 AS a4 ON a4.x0 = a2.x0) SELECT a5.x0 AS x4 FROM w1 AS a5;
