-- Keys of a stored table that are many: groups and distinct values found by their number.
CREATE TABLE t AS SELECT
    CASE WHEN i % 7 = 0 THEN NULL ELSE 'name' || (i * 31 % 97) END AS s,
    CASE WHEN i % 11 = 0 THEN NULL ELSE (i * 17 % 89)::HUGEINT * 100000000000000000000 END AS h,
    [0.0, -0.0, 'nan', -'nan'::DOUBLE, 'inf', 1e300, NULL, 5e-324][i % 8 + 1]::DOUBLE AS d,
    (i * 13 % 101 - 50)::BIGINT * 100000000000 AS b,
    i AS u,
    i % 3 AS g,
    repeat('x', i % 50)::BLOB AS z
  FROM range(300) r(i);
SELECT s, count(*), sum(u), min(b), max(s) FROM t GROUP BY s;
SELECT s, h, count(*), count(d), sum(b) FROM t GROUP BY s, h;
SELECT b, g, avg(u) FROM t GROUP BY b, g;
SELECT u, s, count(*) FROM t GROUP BY u, s;
SELECT b, s, count(*) FROM t GROUP BY ROLLUP (b, s);
SELECT z, s, max(u) FROM t GROUP BY z, s;
SELECT count(DISTINCT s), count(DISTINCT h), count(DISTINCT d), count(DISTINCT b), count(DISTINCT u), count(DISTINCT z) FROM t;
SELECT g, count(DISTINCT s), count(DISTINCT h), count(DISTINCT d), count(DISTINCT b), sum(DISTINCT b), count(*) FROM t GROUP BY g;
SELECT g, s, count(DISTINCT h), count(DISTINCT u) FROM t GROUP BY g, s;
SELECT DISTINCT s, g FROM t;
SELECT DISTINCT d FROM t;
SELECT count(DISTINCT s) FILTER (WHERE b > 0), count(DISTINCT s) FROM t;
SELECT g, count(DISTINCT s) FILTER (WHERE b > 0), count(DISTINCT s) FROM t GROUP BY g;
SELECT s, sum(u) AS n FROM t GROUP BY s HAVING count(DISTINCT g) > 1 ORDER BY s NULLS FIRST LIMIT 9;
SELECT x.s, x.n, count(*) FROM (SELECT s, count(DISTINCT b) AS n FROM t GROUP BY s) AS x JOIN t ON t.s IS NOT DISTINCT FROM x.s GROUP BY x.s, x.n;
SELECT 0 FROM t AS a RIGHT JOIN (SELECT count(*) AS n FROM t) AS b ON a.b = b.n GROUP BY a.s;
SELECT a.s, count(DISTINCT a.b) FROM t AS a RIGHT JOIN (SELECT count(*) AS n FROM t) AS b ON a.u = b.n GROUP BY a.s;
SELECT count(DISTINCT a.s) FROM t AS a RIGHT JOIN (SELECT count(*) AS n FROM t) AS b ON a.b = b.n;
CREATE TABLE two (s TIMESTAMP NOT NULL, k INTEGER);
INSERT INTO two VALUES ('1994-09-25 00:30:00', 0), ('1992-11-19 00:30:00', 0);
SELECT 0 FROM two AS a RIGHT JOIN (SELECT count(*) AS n FROM two) AS b ON a.k = b.n GROUP BY a.s;
SELECT count(DISTINCT a.s) FROM two AS a RIGHT JOIN (SELECT count(*) AS n FROM two) AS b ON a.k = b.n;
