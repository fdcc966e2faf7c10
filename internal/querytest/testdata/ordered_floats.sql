-- DuckDB's sort makes its columns anew from the keys: zeros become positive, and NaNs too, which a cast to
-- VARCHAR above a sorted subquery shows. Reffine kept the signs.
-- expect: refused
CREATE TABLE t2 (c1 DOUBLE, c3 INTEGER);
INSERT INTO t2 VALUES ('-0.0', 0);
SELECT CAST(a1.x1 AS VARCHAR) AS x0 FROM (SELECT a3.c1 AS x1 FROM t2 AS a3 ORDER BY 1 DESC NULLS LAST) AS a1;
SELECT CAST(a2.x2 AS VARCHAR) AS x1 FROM (SELECT (a7.c3 / a7.c3) AS x2 FROM t2 AS a7 ORDER BY 1) AS a2;
SELECT 1/x FROM (SELECT c1 AS x FROM t2 ORDER BY c1, c3 OFFSET 0) AS a;
SELECT sum(unicode(CAST(a3.x0 AS VARCHAR))) AS x0 FROM (SELECT a6.c1 AS x0 FROM t2 AS a6 ORDER BY 1 DESC NULLS LAST) AS a3;
