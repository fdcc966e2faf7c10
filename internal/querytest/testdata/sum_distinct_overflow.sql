-- The order of different values decides whether their sum overflows on the way: then there is no native answer.
-- expect: both fail
CREATE TABLE t0 (c1 HUGEINT NOT NULL);
INSERT INTO t0 SELECT (CASE (hash(i + 14000042) % 50)::BIGINT WHEN 0 THEN '-170141183460469231731687303715884105728'::HUGEINT WHEN 1 THEN '170141183460469231731687303715884105727'::HUGEINT ELSE (hash(i + 16000048) % 5000)::BIGINT % 100 END)::HUGEINT FROM range(65) AS r(i);
SELECT sum(DISTINCT a1.c1) AS x0 FROM t0 AS a1;
