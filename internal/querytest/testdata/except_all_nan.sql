-- Nothing is taken away, but DuckDB's EXCEPT ALL numbers the rows of a window, and a NaN comes out of that
-- without its sign: 0/0 is -nan before it and nan after. It was run as if the EXCEPT were not there.
-- expect: refused
CREATE TABLE t0 (c0 INTEGER NOT NULL);
CREATE TABLE t2 (c0 BIGINT NOT NULL, c1 BIGINT);
INSERT INTO t2 VALUES (0, 0);
WITH w0 AS (SELECT (a2.c1 / a1.c0) AS x1 FROM t2 AS a1 JOIN t2 AS a2 ON true EXCEPT ALL SELECT a3.c0 AS x1 FROM t0 AS a3 INTERSECT ALL SELECT CAST('100' AS FLOAT) AS x1 FROM t0 AS a4 WHERE (a4.c0 >= -3)) SELECT CAST(a7.x0 AS VARCHAR) AS x0 FROM (SELECT a8.x1 AS x0 FROM w0 AS a8) AS a7;
