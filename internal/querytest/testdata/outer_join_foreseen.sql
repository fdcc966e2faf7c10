-- The range of the first key of groups, as the inner side of an outer join, foresees the second key and further
-- coordinates. The second key's range says the same, and is that of the row which replaces both. (fuse.Scatter)
CREATE TABLE t0 (c0 BIGINT, c2 VARCHAR);
INSERT INTO t0 VALUES (1, 'a'), (1, 'a'), (2, NULL), (NULL, 'b');
CREATE TABLE t2 (c1 DECIMAL(38,2), c2 VARCHAR);
INSERT INTO t2 VALUES (1.5, 'a'), (NULL, 'x');
SELECT a1.c1 AS x1, a2.x0 AS x2 FROM t2 AS a1 CROSS JOIN (SELECT DISTINCT a3.c2 AS x0, a3.c0 AS x1 FROM t0 AS a3) AS a2 JOIN t0 AS a5 ON true RIGHT JOIN t2 AS a6 ON a6.c2 = a2.x0;
SELECT a6.c1 AS x1, a2.x0 AS x2 FROM t2 AS a6 LEFT JOIN ((SELECT DISTINCT a3.c2 AS x0, a3.c0 AS x1 FROM t0 AS a3) AS a2 JOIN t0 AS a5 ON a5.c0 > a2.x1) ON true WHERE a6.c2 NOT ILIKE 'X';
