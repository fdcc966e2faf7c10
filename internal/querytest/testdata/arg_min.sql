-- A value at the least or greatest of another: the extremes of the groups are joined to the rows. Of equal ones the first row
-- counts whose value is not NULL.
CREATE TABLE t (k INTEGER, g VARCHAR, x INTEGER, s VARCHAR, y INTEGER, d DOUBLE, m DECIMAL(9,2), day DATE);
INSERT INTO t SELECT i % 5, 'g' || (i % 3), CASE WHEN i % 4 > 0 THEN i END, 's' || i, (i * 7) % 11, CASE i % 6 WHEN 0 THEN 'nan' WHEN 1 THEN NULL WHEN 2 THEN '-inf' ELSE i / 2 END::DOUBLE, i * 1.25, DATE '1992-01-01' + (i * 31 % 17)::INTEGER FROM range(60) r(i);
CREATE TABLE e (k INTEGER, x INTEGER, y INTEGER);
SELECT arg_min(x, y), arg_max(x, y), min_by(s, d), max_by(s, d), arg_min(y, x), arg_max(day, m), arg_min(s, day) FROM t;
SELECT k, arg_min(x, y), max_by(s, d), count(*), sum(x) FROM t GROUP BY k ORDER BY k;
SELECT k, g, arg_max(s, day), arg_min(x, s) FROM t GROUP BY k, g ORDER BY ALL;
SELECT g, arg_max(s, y) FILTER (WHERE x > 20), arg_min(s, y) FILTER (WHERE x < 0) FROM t GROUP BY g ORDER BY g;
SELECT k, arg_min(s, m) FROM t GROUP BY k ORDER BY k;
SELECT arg_max(s, m), max_by(y, m) FROM t;
SELECT arg_max(s, m), max_by(y, m) FROM t WHERE k > 9;
SELECT g, arg_min(s, y), arg_min(m, y) FROM t WHERE k > 1 GROUP BY g ORDER BY g;
SELECT arg_min(x, y), count(*) FROM e;
SELECT k, arg_min(x, y) FROM e GROUP BY k;
SELECT arg_min(x, y) FROM (SELECT 1 AS x, NULL::INTEGER AS y);
SELECT k, arg_min(x, y) FROM t WHERE y > 3 GROUP BY ROLLUP (k) ORDER BY ALL;
SELECT t.g, arg_max(t.s, u.y + t.y) FROM t JOIN t u ON t.k = u.y GROUP BY t.g ORDER BY t.g;
SELECT k, x FROM t WHERE x > (SELECT arg_max(x, y) FROM t) ORDER BY x;
SELECT x, arg_min(s, m), count(*) FROM t GROUP BY x ORDER BY x;
SELECT d, arg_max(s, day), sum(k) FROM t GROUP BY d ORDER BY d;
SELECT x % 3 AS a, g, arg_max(s, m) FROM t GROUP BY a, g ORDER BY ALL;
SELECT m, arg_min(s, y) FROM t GROUP BY m ORDER BY m;
