-- Of the conditions of a correlated NOT IN the first ones only choose rows. One of those was left out,
-- being an outer value compared with itself, and not subtracted from their number: the membership
-- itself chose rows then, and a NULL in the list no longer made the answer NULL. (lower, mark joins)
CREATE TABLE t1 (c0 INTEGER, c2 DECIMAL(22,11));
INSERT INTO t1 VALUES (0, NULL), (1, 1), (1, 2), (NULL, 3), (2, NULL), (2, 2);
SELECT a1.c0 AS x0, a1.c2 AS x1 FROM t1 AS a1 WHERE a1.c2 NOT IN (SELECT a2.c2 AS x0 FROM t1 AS a2 WHERE (a2.c0 IS NOT DISTINCT FROM a1.c0 AND a2.c0 NOT IN (7)));
SELECT a1.c0 AS x0, a1.c2 AS x1 FROM t1 AS a1 WHERE a1.c2 NOT IN (SELECT a2.c0 AS x0 FROM t1 AS a2 WHERE a1.c0 < 90);
SELECT a1.c0 AS x0, a1.c2 NOT IN (SELECT a2.c0 AS x0 FROM t1 AS a2 WHERE a1.c0 = a2.c0) AS x1 FROM t1 AS a1;
