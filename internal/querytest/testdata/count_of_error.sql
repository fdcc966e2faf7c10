-- The count of what is never NULL counts rows, but an argument that may fail has to be computed. (loops)
-- expect: both fail
CREATE TABLE t1 (c5 DECIMAL(15,0) NOT NULL);
INSERT INTO t1 VALUES (1);
SELECT count(CAST(a1.c5 AS DECIMAL(36,36))) AS x3 FROM t1 AS a1;
