package ir_test

import (
	"fmt"

	"github.com/reffine-db/reffine/ir"
)

func ExampleParse() {
	p, err := ir.Parse(`
		field lineitem <i> {l_orderkey: int64 sorted, l_quantity: decimal(15,2), l_shipmode: varchar} rows 6001215
		param $1 : decimal(15,2)
		g   = forall k: varchar, i : lineitem[i] != null & lineitem[i].l_shipmode = k { {qty: lineitem[i].l_quantity} }
		agg = forall k: varchar : g[k] != null { {mode: k, n: count_all(g[k]), total: sum(g[k].qty)} }
		big = forall k: varchar : agg[k] != null & agg[k].total > cast($1 as decimal(38,2)) { agg[k] }
		output big columns (mode as "l_shipmode", total) order by total desc limit 10`)
	if err == nil {
		err = p.Check()
	}
	fmt.Println(err)
	fmt.Print(p)
	// Output:
	// <nil>
	// field lineitem <i> {l_orderkey: int64 sorted, l_quantity: decimal(15,2), l_shipmode: varchar} rows 6001215
	// param $1 : decimal(15,2)
	// g   = forall k: varchar, i :
	//     lineitem[i] != null &
	//     lineitem[i].l_shipmode = k
	//   { {qty: lineitem[i].l_quantity} }
	// agg = forall k: varchar : g[k] != null { {mode: k, n: count_all(g[k]), total: sum(g[k].qty)} }
	// big = forall k: varchar : agg[k] != null & agg[k].total > cast($1 as decimal(38,2)) { agg[k] }
	// output big columns (mode as "l_shipmode", total) order by total desc limit 10
}
