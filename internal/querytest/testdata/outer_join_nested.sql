-- The inner side of an outer join is an outer join itself. Its range got lost where it was read in the range
-- of the other, which left coordinates that nothing confines: refused, though no answer was wrong. The two
-- ranges are one. (fuse.Inline, fuse.Simplify)
CREATE TABLE a (k INTEGER, x INTEGER);
INSERT INTO a VALUES (1, 1), (2, 2), (3, 3), (NULL, 4);
CREATE TABLE b (k INTEGER, m INTEGER);
INSERT INTO b VALUES (1, 10), (2, 20), (2, 30), (5, 50);
CREATE TABLE c (m INTEGER, y INTEGER);
INSERT INTO c VALUES (10, 100), (20, 200), (20, 201), (NULL, 7);
CREATE TABLE e (m INTEGER);
SELECT a.k, a.x, s.bk, s.y FROM a LEFT JOIN (SELECT b.k AS bk, c.y AS y FROM b LEFT JOIN c ON b.m = c.m) AS s ON a.k = s.bk;
SELECT a.k, a.x, s.bk, s.y FROM a LEFT JOIN (SELECT b.k AS bk, c.y AS y FROM b LEFT JOIN c ON b.m = c.m) AS s ON a.k = s.bk AND coalesce(s.y, 5) > 100;
SELECT a.k, a.x, s.bk, s.y FROM a LEFT JOIN (SELECT b.k AS bk, c.y AS y FROM b LEFT JOIN c ON b.m = c.m) AS s ON a.k = s.bk AND coalesce(s.y, 5) < 101;
SELECT a.k, a.x, s.bk, s.y FROM a LEFT JOIN (SELECT b.k AS bk, c.y AS y FROM b LEFT JOIN c ON true) AS s ON a.k = s.bk;
SELECT a.k, a.x, s.bk, s.y, s.z FROM a LEFT JOIN (SELECT b.k AS bk, c.y AS y, e.m AS z FROM b LEFT JOIN c ON b.m = c.m LEFT JOIN e ON e.m = c.m) AS s ON a.k = s.bk;
SELECT a.k, a.x, s.bk, s.y, s.z FROM a LEFT JOIN (SELECT b.k AS bk, c.y AS y, f.m AS z FROM b LEFT JOIN c ON b.m = c.m LEFT JOIN b AS f ON f.m = c.m) AS s ON a.k < s.bk;
SELECT a.k, a.x, s.bk, s.y FROM a LEFT JOIN (SELECT b.k AS bk, e.m AS y FROM b LEFT JOIN e ON b.m = e.m) AS s ON true;
SELECT a.k FROM a WHERE a.k NOT IN (SELECT b.k FROM b LEFT JOIN c ON b.m = c.m WHERE c.y IS NULL);
