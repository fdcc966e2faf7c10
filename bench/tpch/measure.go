package main

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/reffine-db/reffine/bench/internal/sidebyside"
	"github.com/reffine-db/reffine/bench/tpch/queries"
)

// A measurement is what is known about one query in the end.
type measurement struct {
	Query int `json:"query"`
	sidebyside.Measurement
	Answer *bool `json:"answer"` // null when not compared
}

// measure runs a query in both engines, and compares Reffine's result with the answer file in the
// directory unless that is "".
func measure(ctx context.Context, pair *sidebyside.Pair, q queries.Query, runs int, answers string) measurement {
	s := sidebyside.Query{Name: fmt.Sprint(q.Number), SQL: q.SQL, Order: q.Order, Limit: q.Limit}
	m := measurement{Query: q.Number, Measurement: pair.Measure(ctx, s, runs)}
	if answers != "" {
		err := sidebyside.CompareAnswer(m.Result, s, filepath.Join(answers, fmt.Sprintf("q%02d.csv", q.Number)))
		right := err == nil
		m.Answer = &right
		if err != nil {
			m.Because("answer: " + err.Error())
		}
	}
	return m
}
