-- An element of a split string: split_part is a list function with guards against NULLs.
CREATE TABLE t (s VARCHAR, n INTEGER);
INSERT INTO t VALUES ('a,b,c', 1), ('a,b,c', 2), ('a,,c', 2), ('', 1), (NULL, 1), (',', 2), ('日,本語,x', 2), ('日,本語,x', -1), ('a,b', -3), ('a,b', 0), ('a, b', NULL), ('aXXbXXXc', 3);
SELECT s, split_part(s, ',', 1), split_part(s, ',', 2), split_part(s, ',', -1), split_part(s, ',', 0), split_part(s, ', ', 2) FROM t;
SELECT s, n, split_part(s, ',', n), string_split(s, ',')[n], string_split(s, 'XX')[2], str_split(s, ',')[-2], split_part(s, '本', 2) FROM t;
SELECT split_part(s, ',', 1) AS p, count(*) FROM t WHERE split_part(s, ',', 2) <> '' GROUP BY p ORDER BY p;
