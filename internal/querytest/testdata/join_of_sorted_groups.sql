-- Two groupings by sorted columns, joined by their keys: the key of one took the place of the other's, and both
-- seemed to be enumerated by it. Refused for group keys "read in a way that is not an equality". (fuse)
CREATE TABLE t0 (k INTEGER NOT NULL, v INTEGER);
INSERT INTO t0 VALUES (1, 1), (1, 2), (2, 3), (4, 5), (5, 6), (5, NULL);
CREATE TABLE t1 (k INTEGER NOT NULL, v INTEGER);
INSERT INTO t1 VALUES (0, 1), (1, 2), (2, 3), (2, 5), (5, 6), (7, NULL);
SELECT x.k AS k, n, m FROM (SELECT k, count(v) AS n FROM t0 GROUP BY k) AS x JOIN (SELECT k, sum(v) AS m FROM t1 GROUP BY k) AS y ON x.k = y.k;
SELECT x.k AS k, y.k AS l, n, m FROM (SELECT k, count(v) AS n FROM t0 GROUP BY k) AS x FULL JOIN (SELECT k, sum(v) AS m FROM t1 GROUP BY k) AS y ON x.k = y.k;
SELECT x.k AS k, n FROM (SELECT k, count(v) AS n FROM t0 GROUP BY k) AS x SEMI JOIN (SELECT k, sum(v) AS m FROM t1 GROUP BY k) AS y ON x.k = y.k;
SELECT x.k AS k, n FROM (SELECT k, count(v) AS n FROM t0 GROUP BY k) AS x ANTI JOIN (SELECT k, sum(v) AS m FROM t1 GROUP BY k) AS y ON x.k = y.k;
SELECT x.k AS k, n, m FROM (SELECT k, count(v) AS n FROM t0 GROUP BY k) AS x LEFT JOIN (SELECT k, sum(v) AS m FROM t1 GROUP BY k) AS y ON x.k IS NOT DISTINCT FROM y.k;
