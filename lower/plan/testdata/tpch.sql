-- A few hundred rows that look like TPC-H's, so that the filters of its queries pass some rows and
-- the optimizer's statistics decide nothing. pick(list, i) varies irregularly with i.

CREATE MACRO pick(list, i) AS list[1 + (hash(i) % len(list))::BIGINT];
CREATE TABLE region AS SELECT i::INTEGER AS r_regionkey, ['AFRICA', 'AMERICA', 'ASIA', 'EUROPE', 'MIDDLE EAST'][i + 1] AS r_name, 'c' || i AS r_comment
FROM range(5) r(i);
CREATE TABLE nation AS SELECT i::INTEGER AS n_nationkey,
  ['ALGERIA', 'ARGENTINA', 'BRAZIL', 'CANADA', 'EGYPT', 'ETHIOPIA', 'FRANCE', 'GERMANY', 'INDIA', 'INDONESIA', 'IRAN', 'IRAQ', 'JAPAN', 'JORDAN', 'KENYA',
   'MOROCCO', 'MOZAMBIQUE', 'PERU', 'CHINA', 'ROMANIA', 'SAUDI ARABIA', 'VIETNAM', 'RUSSIA', 'UNITED KINGDOM', 'UNITED STATES'][i + 1] AS n_name,
  [0, 1, 1, 1, 4, 0, 3, 3, 2, 2, 4, 4, 2, 4, 0, 0, 0, 1, 2, 3, 4, 2, 3, 3, 1][i + 1]::INTEGER AS n_regionkey, 'c' || i AS n_comment
FROM range(25) r(i);
CREATE TABLE supplier AS SELECT i::BIGINT AS s_suppkey, 'Supplier#' || i AS s_name, 'street ' || i AS s_address, (i % 25)::INTEGER AS s_nationkey,
  (10 + i % 25) || '-555' AS s_phone, (i * 37.5 - 900)::DECIMAL(15,2) AS s_acctbal,
  pick(['fine', 'Customer bad Complaints', 'good'], i) AS s_comment
FROM range(1, 51) r(i);
CREATE TABLE customer AS SELECT i::BIGINT AS c_custkey, 'Customer#' || i AS c_name, 'street ' || i AS c_address, (hash(i) % 25)::INTEGER AS c_nationkey,
  (10 + hash(i + 1) % 25) || '-555-' || i AS c_phone, (i * 17.25 - 900)::DECIMAL(15,2) AS c_acctbal,
  pick(['BUILDING', 'AUTOMOBILE', 'MACHINERY'], i) AS c_mktsegment, 'c' || i AS c_comment
FROM range(1, 201) r(i);
CREATE TABLE part AS SELECT i::BIGINT AS p_partkey, pick(['green', 'forest', 'lavender'], i) || ' rose ' || i AS p_name, 'Manufacturer#' || (1 + i % 5) AS p_mfgr,
  'Brand#' || pick([12, 23, 34, 45], i) AS p_brand, pick(['PROMO PLATED BRASS', 'ECONOMY ANODIZED STEEL', 'MEDIUM POLISHED TIN'], i + 1) AS p_type,
  pick([1, 3, 5, 9, 14, 15, 19, 23, 36, 45, 49], i)::INTEGER AS p_size, pick(['SM CASE', 'MED BOX', 'MED BAG', 'LG PACK', 'LG BOX'], i + 2) AS p_container,
  (900 + i)::DECIMAL(15,2) AS p_retailprice, 'c' || i AS p_comment
FROM range(1, 301) r(i);
CREATE TABLE partsupp AS SELECT p_partkey AS ps_partkey, (1 + (p_partkey + i * 13) % 50)::BIGINT AS ps_suppkey,
  (hash(p_partkey + i) % 9999)::BIGINT AS ps_availqty, (hash(p_partkey * 4 + i) % 100000 / 100)::DECIMAL(15,2) AS ps_supplycost, 'c' || i AS ps_comment
FROM part, range(4) r(i);
CREATE TABLE orders AS SELECT (i * 4)::BIGINT AS o_orderkey, (1 + hash(i) % 150)::BIGINT AS o_custkey, pick(['F', 'O', 'P'], i) AS o_orderstatus,
  (hash(i) % 50000)::DECIMAL(15,2) AS o_totalprice, DATE '1992-01-01' + (hash(i + 7) % 2400)::INTEGER AS o_orderdate,
  pick(['1-URGENT', '2-HIGH', '3-MEDIUM', '5-LOW'], i + 3) AS o_orderpriority, 'Clerk#' || (i % 9) AS o_clerk, 0::INTEGER AS o_shippriority,
  pick(['quiet', 'special packages requests', 'fine'], i) AS o_comment
FROM range(1, 801) r(i);
CREATE TABLE lineitem AS SELECT o_orderkey AS l_orderkey, (1 + hash(o_orderkey + i) % 300)::BIGINT AS l_partkey,
  (1 + (l_partkey + (i % 4) * 13) % 50)::BIGINT AS l_suppkey, (1 + i)::BIGINT AS l_linenumber, (1 + hash(o_orderkey * 8 + i) % 60)::DECIMAL(15,2) AS l_quantity,
  (l_quantity * (900 + l_partkey))::DECIMAL(15,2) AS l_extendedprice, (hash(o_orderkey + i * 3) % 11 / 100)::DECIMAL(15,2) AS l_discount,
  (i % 9 / 100)::DECIMAL(15,2) AS l_tax, pick(['A', 'N', 'R'], o_orderkey + i) AS l_returnflag, pick(['O', 'F'], o_orderkey + i) AS l_linestatus,
  o_orderdate + (1 + hash(o_orderkey + i) % 120)::INTEGER AS l_shipdate, o_orderdate + (30 + hash(i + o_orderkey * 3) % 60)::INTEGER AS l_commitdate,
  l_shipdate + (1 + hash(o_orderkey - i) % 30)::INTEGER AS l_receiptdate,
  pick(['DELIVER IN PERSON', 'NONE', 'TAKE BACK RETURN'], o_orderkey + i * 5) AS l_shipinstruct, pick(['AIR', 'AIR REG', 'MAIL', 'SHIP', 'RAIL'], o_orderkey + i * 7) AS l_shipmode, 'c' || i AS l_comment
FROM orders, range(7) r(i) WHERE i <= hash(o_orderkey + 5) % 7;
