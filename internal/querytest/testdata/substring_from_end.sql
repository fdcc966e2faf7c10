-- Substrings that begin before the end and go to it are the same whatever statistics say of the column. (lower)
CREATE TABLE t0 (c VARCHAR);
INSERT INTO t0 VALUES ('ab'), ('abcdef'), (''), ('abc'), ('x'), (NULL);
CREATE TABLE t1 (c VARCHAR);
INSERT INTO t1 VALUES ('ab'), ('abcdef'), (''), ('日本語é'), ('é');
SELECT substring(c, -3) AS x0, substring(c, -3, 3) AS x1, substring(c, -2, 4) AS x2, substring(c, -1, 0) AS x3, substring(c, -1, 1) AS x4, substring(c, 0) AS x5, substring(c, -3, NULL) AS x6, substring(c, NULL, 2) AS x7, substring(c, 2) AS x8, substring(c, 0, 2) AS x9, substring(c, -100) AS x10 FROM t0;
SELECT substring(c, -3) AS x0, substring(c, -3, 3) AS x1, substring(c, -2, 4) AS x2, substring(c, -1, 0) AS x3, substring(c, -1, 1) AS x4, substring(c, 0) AS x5, substring(c, -3, NULL) AS x6, substring(c, NULL, 2) AS x7, substring(c, 2) AS x8, substring(c, 0, 2) AS x9, substring(c, -100) AS x10 FROM t1;
SELECT count(*) AS x0 FROM t1 WHERE substring(c, -2) = 'ef' OR right(c, 1) = 'é';
