-- LIKE with ESCAPE: wildcards that stand for themselves, in patterns of every form.
CREATE TABLE t (s VARCHAR);
INSERT INTO t VALUES ('50%'), ('a50%b'), ('50'), ('a_b'), ('axb'), ('A_B'), ('!'), ('a!b'), (''), (NULL), ('x%y_z'), ('x%y-z'), ('%'), ('日%本'), ('日x本'), ('line
%x'), ('.%+'), ('É_');
SELECT s, s LIKE '50!%' ESCAPE '!', s LIKE '%50!%%' ESCAPE '!', s LIKE '50!%%' ESCAPE '!', s LIKE '%!%' ESCAPE '!' FROM t;
SELECT s, s LIKE 'a!_b' ESCAPE '!', s NOT LIKE 'a!_b' ESCAPE '!', s ILIKE 'A!_b' ESCAPE '!', s NOT ILIKE 'a!_B' ESCAPE '!' FROM t;
SELECT s, s LIKE '%!!%' ESCAPE '!', s LIKE 'a!!b' ESCAPE '!', s LIKE '_!%_' ESCAPE '!', s LIKE 'x!%%!_z' ESCAPE '!', s NOT LIKE '%!%_!__' ESCAPE '!' FROM t;
SELECT s, s LIKE '.!%+' ESCAPE '!', s LIKE '_!%+' ESCAPE '!', s LIKE '%
!%_' ESCAPE '!', s LIKE '%!%%' ESCAPE '', s LIKE '_\%_' ESCAPE '\' FROM t;
SELECT count(*) FROM t WHERE s LIKE '%!%%' ESCAPE '!' AND s NOT LIKE '_!%' ESCAPE '!';
