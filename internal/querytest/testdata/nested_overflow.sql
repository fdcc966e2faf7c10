-- The sum below an average overflows inside another loop: there is no value then, and what follows
-- read one. (loops)
-- expect: both fail
CREATE TABLE t1 (c1 DECIMAL(38,1) NOT NULL, c2 SMALLINT);
INSERT INTO t1 VALUES ('-9999999999999999999999999999999999999.9', 5), ('-9999999999999999999999999999999999999.9', 5);
SELECT a1.c1 AS x1 FROM t1 AS a1 JOIN (SELECT a3.c2 AS x0 FROM t1 AS a3 GROUP BY a3.c2 HAVING avg(a3.c1) > CAST('10' AS DOUBLE)) AS a2 ON a1.c2 = a2.x0;
