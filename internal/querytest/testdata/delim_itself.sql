-- DuckDB 1.5.6 plans the subquery's inequality as one between the outer row and itself, and may answer wrongly.
-- Run as planned, at the outer row, no row was left at all.
-- expect: refused
CREATE TABLE x (k INTEGER, k2 INTEGER);
CREATE TABLE y (k INTEGER, k2 INTEGER);
INSERT INTO x VALUES (1, 1), (2, 1), (1, 2);
INSERT INTO y VALUES (5, 2);
SELECT k, k2 FROM x WHERE EXISTS (SELECT 1 FROM y WHERE x.k2 <> y.k2 AND x.k < y.k);
SELECT k, k2 FROM x WHERE NOT EXISTS (SELECT 1 FROM y WHERE x.k2 <> y.k2 AND x.k > y.k);
