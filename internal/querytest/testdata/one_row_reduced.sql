-- Aggregates over a single row, which may be there on a condition, and what duckdb makes of EXISTS
-- without correlation: the count of the first row. (lower)
CREATE TABLE t1 (c0 INTEGER NOT NULL, c1 INTEGER, c2 DECIMAL(5,2), c3 DOUBLE);
INSERT INTO t1 VALUES (1, 2, 1.5, '-0.0'), (2, 2, 2.5, 3.5), (3, NULL, 3.5, NULL);
SELECT count(a1.x0) AS x1, count(*) AS x2, sum(a1.x0) AS x3, min(a1.x0) AS x4 FROM (SELECT sum(c1) AS x0 FROM t1) AS a1 WHERE a1.x0 > 100;
SELECT count(a1.x0) AS x1, count(*) AS x2, sum(a1.x0) AS x3, min(a1.x0) AS x4 FROM (SELECT sum(c1) AS x0 FROM t1) AS a1 WHERE a1.x0 < 100;
SELECT count(a1.x0) AS x1, count(*) FILTER (WHERE a1.x0 > 1) AS x2, sum(a1.x0) AS x3, count(DISTINCT a1.x0) AS x4 FROM (SELECT sum(c2) AS x0 FROM t1) AS a1;
SELECT 1 / sum(a1.x0) AS x1 FROM (SELECT max(c3) AS x0 FROM t1 WHERE c3 < 1) AS a1;
SELECT a1.c0 AS x0 FROM t1 AS a1 WHERE EXISTS (SELECT 1 AS x0 FROM t1 AS a2 WHERE a2.c1 > 1);
SELECT a1.c0 AS x0 FROM t1 AS a1 WHERE NOT EXISTS (SELECT 1 AS x0 FROM t1 AS a2 WHERE a2.c1 > 1);
SELECT DISTINCT sum(a1.c0) AS x0 FROM t1 AS a1;
SELECT sum(a1.c0) AS x0 FROM t1 AS a1 LIMIT 5;
SELECT sum(a1.c0) AS x0 FROM t1 AS a1 LIMIT 0;
SELECT a1.c0 + DATE '2024-02-28' AS x0, DATE '2024-02-28' - a1.c0 AS x1 FROM t1 AS a1;
