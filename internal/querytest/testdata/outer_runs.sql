-- An outer join sends tuples without a match behind the others of their block, so that a sorted key does not
-- reach the sink in order: its groups are runs only if the key is unique and there is one outer join.
-- (loops, sortedAlongDriver)
CREATE TABLE t1 (c0 INTEGER NOT NULL, c2 INTEGER);
INSERT INTO t1 VALUES (0, 0), (1000004, 0), (1000004, NULL), (2000007, 0);
SELECT 0 AS x3 FROM t1 AS a2 LEFT JOIN t1 AS a3 ON (a2.c2 = a3.c2) GROUP BY a2.c0;
CREATE TABLE t2 (k INTEGER PRIMARY KEY, c INTEGER);
INSERT INTO t2 VALUES (1, 0), (2, 1), (3, 0), (4, 5);
SELECT a.k, count(*), count(c.k) FROM t2 AS a LEFT JOIN t2 AS b ON (a.c = b.c) LEFT JOIN t2 AS c ON (b.k + 1 = c.k AND c.c < 3) GROUP BY a.k;
