-- A key computed of another one: equal keys give equal results, but for zeros, of which one gives infinity and
-- the other minus infinity. These were one group.
CREATE TABLE t0 (c1 DOUBLE);
INSERT INTO t0 VALUES (0), ('-0.0'), (1);
SELECT CAST((CAST('-2' AS DOUBLE) / a1.c1) AS VARCHAR) AS x6 FROM t0 AS a1 GROUP BY (CAST('-2' AS DOUBLE) / a1.c1), a1.c1;
SELECT count(*) FROM (SELECT CAST(a1.c1 AS VARCHAR) AS x FROM t0 AS a1 GROUP BY a1.c1, CAST(a1.c1 AS VARCHAR)) AS a2;
