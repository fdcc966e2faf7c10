-- The rows of a materialized CTE in an order were at one key, and no coordinate of theirs was left.
CREATE TABLE t (c INTEGER NOT NULL);
INSERT INTO t VALUES (1), (2);
WITH w AS MATERIALIZED (SELECT c AS a, c AS b FROM t GROUP BY c)
  SELECT DISTINCT ON (w.b) w.b, w.a FROM w WHERE w.b = 1 ORDER BY 2 DESC NULLS LAST, 1 DESC NULLS FIRST;
WITH w AS MATERIALIZED (SELECT c AS a, c AS b FROM t GROUP BY c)
  SELECT DISTINCT ON (w.b, v.a) w.b, w.a, v.b FROM w, w AS v WHERE w.b = 1 AND v.b = 2 ORDER BY 2 DESC NULLS LAST, 1 DESC NULLS FIRST;
