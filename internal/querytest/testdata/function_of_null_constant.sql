-- A function value by value took a NULL constant for 0: it was no longer folded away, for its other
-- operand may fail.
CREATE TABLE t (c INTEGER, x DOUBLE NOT NULL);
INSERT INTO t VALUES (1, 0), (2, 3);
SELECT a.c | CAST(b.x AS HUGEINT) FROM t AS a RIGHT JOIN t AS b ON false;
SELECT xor(CAST(b.x AS HUGEINT), a.c), lpad(b.x::VARCHAR, a.c, 'x'), b.x::BIGINT << a.c FROM t AS a RIGHT JOIN t AS b ON false;
