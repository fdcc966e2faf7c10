-- Groups do not tell 0.0 from -0.0, but the key they return is the first one's. (loops)
CREATE TABLE t2 (c1 DOUBLE, c2 FLOAT);
INSERT INTO t2 VALUES ('-0.0', '-0.0'), ('0.0', '0.0'), (NULL, '1'), (1, NULL);
SELECT (1 / a1.x1) AS x2 FROM (SELECT DISTINCT a2.c1 AS x1 FROM t2 AS a2) AS a1;
SELECT (1 / a1.x1) AS x2, a1.x2 AS x3 FROM (SELECT a2.c2 AS x1, count(*) AS x2 FROM t2 AS a2 GROUP BY a2.c2) AS a1;
