-- The groups of two keys as the inner side of an outer join: the first key's range foresees that the
-- second finds something. That was not seen to be the same condition where it has loops of its own, whose
-- iterators have other names. (fuse.Scatter)
CREATE TABLE t0 (c6 VARCHAR, c7 INTEGER);
INSERT INTO t0 VALUES ('a', 1), ('b', 1), ('b', NULL), (NULL, 2);
WITH w0 AS (SELECT a2.c7 AS x1 FROM t0 AS a2 GROUP BY a2.c6, a2.c7), w1 AS (SELECT a3.x1 AS x0 FROM w0 AS a3 SEMI JOIN w0 AS a4 ON a3.x1 = a4.x1) SELECT a5.x0 AS x1, a7.x0 AS x2 FROM w1 AS a5 LEFT JOIN w1 AS a7 ON a7.x0 = a5.x0;
