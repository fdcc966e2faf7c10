-- A substring that begins before the string: duckdb answers one way where statistics say that the
-- column is ASCII, and another way elsewhere, so it is refused. From the front it runs. (lower)
-- expect: refused
CREATE TABLE t1 (c2 VARCHAR NOT NULL);
INSERT INTO t1 VALUES ('a');
SELECT substring(a2.c2, -3, 2) AS x2 FROM t1 AS a2;
SELECT substring(a1.c2, 5, -1) AS x0 FROM t1 AS a1;
