-- Parts of a union that have no NULLs, of which one gives its values with a mask all the same. The group keys
-- had no place for the bit of a NULL: a panic.
CREATE TABLE t0 (c0 INTEGER NOT NULL);
INSERT INTO t0 VALUES (7);
CREATE TABLE t1 (c7 VARCHAR);
CREATE TABLE t2 (c4 VARCHAR);
SELECT a1.c7 AS x1 FROM t1 AS a1 UNION ALL SELECT CAST(a4.x3 AS VARCHAR) AS x1 FROM (VALUES (CAST(7 AS INTEGER), CAST(CAST('0.0' AS DECIMAL(38,1)) AS DECIMAL(38,1)))) AS a3(c0, c1) JOIN (SELECT a5.c0 AS x0, any_value(a5.c0) AS x3 FROM t0 AS a5 GROUP BY a5.c0) AS a4 ON (a3.c0 IS NOT DISTINCT FROM a4.x0) UNION SELECT a8.c4 AS x2 FROM t2 AS a8;
