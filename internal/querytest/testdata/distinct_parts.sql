-- Repeats are dropped from a part of a set while a block of values is added to the set: the values behind the one that
-- filled the part kept no hash of their own, went to that part, and were counted twice.
CREATE TABLE t AS SELECT (i * i % 7)::DOUBLE AS d, i * i % 7 * 100000000000 AS b FROM range(20000) r(i);
SELECT count(DISTINCT d) AS n, sum(DISTINCT d) AS s, count(DISTINCT b + b) AS m, sum(DISTINCT b * 3) AS p FROM t;
