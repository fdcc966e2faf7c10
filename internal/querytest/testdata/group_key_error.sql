-- A group key whose computation fails: what is in its lane then is outside the range that had been
-- proved, and the dense table was asked for it. (loops)
-- expect: both fail
CREATE TABLE t1 (c0 INTEGER NOT NULL, c1 TINYINT NOT NULL);
INSERT INTO t1 VALUES (68000205, -2), (5, 0);
SELECT CAST(a1.c0 AS TINYINT) AS x3 FROM t1 AS a1 GROUP BY CAST(a1.c0 AS TINYINT);
SELECT count(a3.c1) AS x2 FROM t1 AS a3 GROUP BY CAST(a3.c1 AS UINTEGER);
SELECT count(DISTINCT CAST(a3.c1 AS UINTEGER)) AS x2 FROM t1 AS a3;
