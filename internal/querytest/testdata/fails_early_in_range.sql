-- An operation that may fail, by its types, in what a join decides on: DuckDB computes it for rows that find no
-- partner, the loops perhaps do not. What was measured of the columns proves that these do not fail.
CREATE TABLE a (k INTEGER, n SMALLINT, d DECIMAL(9,2), h HUGEINT, day DATE);
INSERT INTO a SELECT i, i % 7, i / 4, i, DATE '1992-01-01' + i::INTEGER FROM range(200) t(i);
CREATE TABLE b (k INTEGER, n SMALLINT, day DATE);
INSERT INTO b SELECT 3 * i, i % 5, DATE '1992-02-01' + i::INTEGER FROM range(50) t(i);
SELECT count(*), sum(a.n) FROM a JOIN b ON a.k + 1 = b.k;
SELECT count(*) FROM a JOIN b ON a.n * a.n - 3 = b.k;
SELECT a.k, b.k FROM a JOIN b ON a.k = b.k WHERE CAST(a.d * 2 AS TINYINT) + b.n > 40;
SELECT a.k, s FROM a JOIN (SELECT n, sum(k) AS s FROM b GROUP BY n) g ON a.n = g.n WHERE CAST(g.s AS SMALLINT) + a.k > 300 ORDER BY ALL;
SELECT count(*) FROM a JOIN b ON CAST(a.h + 1 AS INTEGER) = b.k;
SELECT count(*) FROM a JOIN b ON a.day + 1 = b.day WHERE date_trunc('month', a.day + INTERVAL 1 MONTH) > b.day;
