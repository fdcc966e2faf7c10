package queries

import (
	"embed"
	"fmt"
	"strconv"
	"strings"
)

//go:embed q*.sql
var files embed.FS

// Count is the number of queries.
const Count = 22

// A Query is one query and what its result promises.
type Query struct {
	Number int
	SQL    string
	Order  []int // result columns (from 0) of ORDER BY, in its order; none means any order of rows
	Limit  int   // rows at most; 0 means all
}

// promises holds Order and Limit by query number.
var promises = [Count + 1]struct {
	order []int
	limit int
}{
	1:  {order: []int{0, 1}},
	2:  {order: []int{0, 2, 1, 3}, limit: 100},
	3:  {order: []int{1, 2}, limit: 10},
	4:  {order: []int{0}},
	5:  {order: []int{1}},
	7:  {order: []int{0, 1, 2}},
	8:  {order: []int{0}},
	9:  {order: []int{0, 1}},
	10: {order: []int{2}, limit: 20},
	11: {order: []int{1}},
	12: {order: []int{0}},
	13: {order: []int{1, 0}},
	15: {order: []int{0}},
	16: {order: []int{3, 0, 1, 2}},
	18: {order: []int{4, 3}, limit: 100},
	20: {order: []int{0}},
	21: {order: []int{1, 0}, limit: 100},
	22: {order: []int{0}},
}

// Get returns a query by its number in the specification. It panics when there is none.
func Get(number int) Query {
	if number < 1 || number > Count {
		panic(fmt.Sprintf("queries: TPC-H has no query %d", number))
	}
	sql, err := files.ReadFile(fmt.Sprintf("q%02d.sql", number))
	if err != nil {
		panic(err)
	}
	p := promises[number]
	return Query{Number: number, SQL: strings.TrimSpace(string(sql)), Order: p.order, Limit: p.limit}
}

// All returns the queries in the order of their numbers.
func All() (all []Query) {
	for n := 1; n <= Count; n++ {
		all = append(all, Get(n))
	}
	return all
}

// Parse returns the queries of a list such as "1,3,14", or all of them for "all".
func Parse(list string) ([]Query, error) {
	if list == "all" {
		return All(), nil
	}
	var chosen []Query
	for _, field := range strings.Split(list, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(field))
		if err != nil || n < 1 || n > Count {
			return nil, fmt.Errorf("queries: %q is not a query number from 1 to %d", field, Count)
		}
		chosen = append(chosen, Get(n))
	}
	return chosen, nil
}
