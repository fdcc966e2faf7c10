-- The average of the one row of an aggregate is that value. (lower)
CREATE TABLE t0 (c0 INTEGER, c1 BIGINT);
INSERT INTO t0 VALUES (1, 9007199254740993), (NULL, 2), (7, NULL);
CREATE TABLE t1 (c0 INTEGER, c1 UTINYINT);
SELECT avg(a.x) AS x0 FROM (SELECT max(c1) AS x FROM t0) AS a;
SELECT avg(a.x) AS x0, avg(a.y) AS x1, count(a.y) AS x2 FROM (SELECT max(c0) AS x, min(c1) AS y FROM t1) AS a;
SELECT avg(a.x) FILTER (WHERE a.x > 100) AS x0, avg(DISTINCT a.x) AS x1 FROM (SELECT min(c0) AS x FROM t0) AS a;
SELECT a.x AS x0, avg(a.x) AS x1 FROM (SELECT count(*) AS x FROM t0) AS a GROUP BY a.x;
