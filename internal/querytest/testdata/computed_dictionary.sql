-- A range of rows ordered by what is computed of them: here that is strings of few values, which are
-- codes of a dictionary, and the ordering was made from strings that were not there. It was a panic.
CREATE TABLE t0 (c0 INTEGER, c3 VARCHAR NOT NULL, c5 UTINYINT);
INSERT INTO t0 SELECT i, CASE i % 3 WHEN 0 THEN '' WHEN 1 THEN '1' ELSE '7' END, CASE WHEN i % 5 = 4 THEN NULL ELSE i % 7 END FROM range(40) r(i);
SELECT a1.c0 AS x4 FROM t0 AS a1 JOIN (SELECT CAST(a3.c5 AS VARCHAR) AS x0 FROM t0 AS a3) AS a2 ON (a1.c3 <> a2.x0);
SELECT a1.c0, a2.x0 FROM t0 AS a1 JOIN (SELECT CAST(a3.c5 AS VARCHAR) AS x0 FROM t0 AS a3) AS a2 ON (a1.c3 < a2.x0);
SELECT a1.c0 FROM t0 AS a1 WHERE NOT EXISTS (SELECT 1 FROM t0 AS a3 WHERE CAST(a3.c5 AS VARCHAR) >= a1.c3);
