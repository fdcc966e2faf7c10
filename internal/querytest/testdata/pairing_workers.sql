-- One worker read few rows of a field without an ordering; the next found one made meanwhile, and paired
-- by it what the first had laid out without.
CREATE TABLE a AS SELECT i AS x FROM range(12) r(i);
CREATE TABLE b AS SELECT (i * 7 % 40)::DOUBLE AS lo, (i * 11 % 40)::DOUBLE AS c FROM range(40) r(i);
WITH b2 AS MATERIALIZED (SELECT lo, c FROM b UNION ALL SELECT lo + 1, c FROM b)
SELECT p.x, q.x FROM (SELECT x FROM a WHERE NOT EXISTS (SELECT * FROM b2 WHERE b2.lo <= a.x - 9 AND b2.c >= a.x + 30 AND b2.lo < a.x)) AS p,
  (SELECT x FROM a WHERE NOT EXISTS (SELECT * FROM b2 WHERE b2.lo <= a.x - 9 AND b2.c >= a.x + 30 AND b2.lo < a.x)) AS q WHERE p.x <> q.x;
