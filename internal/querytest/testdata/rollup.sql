-- Totals over rows that are grouped too are added up from the groups, where that is the same.
CREATE TABLE t AS SELECT i % 7 AS k, CASE WHEN i % 5 = 0 THEN NULL ELSE i END AS x, (i * 37 % 1000)::DECIMAL(10,2) AS y,
  CASE WHEN i % 3 = 0 THEN NULL ELSE i % 4 END AS n, i / 8.0 AS d, 'a' || i % 13 AS s FROM range(100) r(i);
CREATE TABLE u AS SELECT i AS k, i * 3 AS w FROM range(5) r(i);
SELECT k, sum(y) AS s FROM t WHERE x > 20 GROUP BY k HAVING sum(y) > (SELECT sum(y) * 0.14 FROM t WHERE x > 20);
SELECT t.k, sum(y * w), max(w) FROM t, u WHERE t.k = u.k GROUP BY t.k HAVING sum(y * w) * 3 > (SELECT sum(y * w) FROM t, u WHERE t.k = u.k);
SELECT n, sum(x)::DOUBLE / (SELECT sum(x) FROM t WHERE y > 100) FROM t WHERE y > 100 GROUP BY n;
SELECT n, max(x), (SELECT max(x) FROM t WHERE y > 100), (SELECT min(s) FROM t WHERE y > 100), min(s) FROM t WHERE y > 100 GROUP BY n;
SELECT n, sum(d), (SELECT sum(d) FROM t WHERE y > 100), min(d), (SELECT min(d) FROM t WHERE y > 100) FROM t WHERE y > 100 GROUP BY n;
SELECT n, sum(x), (SELECT sum(x) FROM t WHERE y > 100000), count(*), (SELECT count(*) FROM t WHERE y > 100000) FROM t WHERE y > 100000 GROUP BY n;
SELECT n, sum(DISTINCT x), (SELECT sum(DISTINCT x) FROM t WHERE y > 100), sum(x), (SELECT sum(x) FROM t WHERE y > 100) FROM t WHERE y > 100 GROUP BY n;
WITH j AS MATERIALIZED (SELECT t.k, n, y * w AS v FROM t LEFT JOIN u ON t.k = u.k) SELECT n, sum(v), (SELECT sum(v) FROM j), (SELECT max(v) FROM j), max(v) FROM j GROUP BY n;
SELECT sum(total), (SELECT sum(x) FROM t WHERE y > 100) FROM (SELECT k, sum(x) AS total FROM t WHERE y > 100 GROUP BY k);
