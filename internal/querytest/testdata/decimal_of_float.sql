-- Floats at the edge of a DECIMAL: the powers of ten they are compared with are the nearest doubles. (ir/eval)
CREATE TABLE t1 (c2 DOUBLE);
INSERT INTO t1 VALUES ('-1e19'), ('1e19'), ('1e15'), ('1e16'), ('9.99e18'), ('1e37'), ('1e33');
SELECT TRY_CAST(a1.c2 AS DECIMAL(37,18)) AS x0, TRY_CAST(a1.c2 AS DECIMAL(33,17)) AS x1, TRY_CAST(a1.c2 AS DECIMAL(34,18)) AS x2, TRY_CAST(a1.c2 AS DECIMAL(37,0)) AS x3, TRY_CAST(a1.c2 AS DECIMAL(38,22)) AS x4 FROM t1 AS a1;
