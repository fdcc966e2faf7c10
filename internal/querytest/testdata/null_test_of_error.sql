-- IS NOT NULL of something that is never NULL is true, but computing it may be an error, which must
-- not get lost. (fuse.Simplify)
-- expect: both fail
CREATE TABLE t2 (c0 INTEGER NOT NULL);
INSERT INTO t2 VALUES (1);
SELECT 0 AS x1 FROM t2 AS a1 WHERE CAST(a1.c0 AS DECIMAL(15,15)) IS NOT NULL;
