package dbgen

import (
	"fmt"
	"strings"
)

// A kind is the type of a column.
type kind int

const (
	bigint kind = iota
	integer
	decimal // DECIMAL(15,2)
	date
	varchar
)

var kindNames = [...]string{"BIGINT", "INTEGER", "DECIMAL(15,2)", "DATE", "VARCHAR"}

func (k kind) String() string { return kindNames[k] }

type column struct {
	name string
	kind kind
}

type table struct {
	name    string
	columns []column
}

// schema lists the tables with the column types DuckDB gives them.
var schema = []table{
	{"region", []column{{"r_regionkey", integer}, {"r_name", varchar}, {"r_comment", varchar}}},
	{"nation", []column{
		{"n_nationkey", integer}, {"n_name", varchar}, {"n_regionkey", integer}, {"n_comment", varchar},
	}},
	{"supplier", []column{
		{"s_suppkey", bigint}, {"s_name", varchar}, {"s_address", varchar}, {"s_nationkey", integer},
		{"s_phone", varchar}, {"s_acctbal", decimal}, {"s_comment", varchar},
	}},
	{"customer", []column{
		{"c_custkey", bigint}, {"c_name", varchar}, {"c_address", varchar}, {"c_nationkey", integer},
		{"c_phone", varchar}, {"c_acctbal", decimal}, {"c_mktsegment", varchar}, {"c_comment", varchar},
	}},
	{"part", []column{
		{"p_partkey", bigint}, {"p_name", varchar}, {"p_mfgr", varchar}, {"p_brand", varchar},
		{"p_type", varchar}, {"p_size", integer}, {"p_container", varchar},
		{"p_retailprice", decimal}, {"p_comment", varchar},
	}},
	{"partsupp", []column{
		{"ps_partkey", bigint}, {"ps_suppkey", bigint}, {"ps_availqty", bigint},
		{"ps_supplycost", decimal}, {"ps_comment", varchar},
	}},
	{"orders", []column{
		{"o_orderkey", bigint}, {"o_custkey", bigint}, {"o_orderstatus", varchar},
		{"o_totalprice", decimal}, {"o_orderdate", date}, {"o_orderpriority", varchar},
		{"o_clerk", varchar}, {"o_shippriority", integer}, {"o_comment", varchar},
	}},
	{"lineitem", []column{
		{"l_orderkey", bigint}, {"l_partkey", bigint}, {"l_suppkey", bigint}, {"l_linenumber", bigint},
		{"l_quantity", decimal}, {"l_extendedprice", decimal}, {"l_discount", decimal}, {"l_tax", decimal},
		{"l_returnflag", varchar}, {"l_linestatus", varchar},
		{"l_shipdate", date}, {"l_commitdate", date}, {"l_receiptdate", date},
		{"l_shipinstruct", varchar}, {"l_shipmode", varchar}, {"l_comment", varchar},
	}},
}

// Tables returns the names of the eight tables, each after those it refers to.
func Tables() (names []string) {
	for _, t := range schema {
		names = append(names, t.name)
	}
	return names
}

// create returns the statement that makes the table: every column NOT NULL, no keys.
func (t table) create() string {
	var columns []string
	for _, c := range t.columns {
		columns = append(columns, fmt.Sprintf("%s %s NOT NULL", c.name, c.kind))
	}
	return fmt.Sprintf("CREATE TABLE %s (%s)", t.name, strings.Join(columns, ", "))
}
