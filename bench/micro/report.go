package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/reffine-db/reffine/bench/internal/machine"
	"github.com/reffine-db/reffine/bench/internal/sidebyside"
)

// slowest is how many times DuckDB's time a query may take before it is marked as slow.
const slowest = 1.2

// A measurement is what is known about one query, with one number of threads.
type measurement struct {
	Query   string `json:"query"`
	Threads int    `json:"threads"`
	sidebyside.Measurement
}

func (m *measurement) slow() bool { return m.Reffine > slowest*m.DuckDB }

// A report is the outcome of all queries.
type report struct {
	Suite   string          `json:"suite"`
	Machine machine.Machine `json:"machine"`
	Rows    int64           `json:"rows"`
	Seed    int64           `json:"seed"`
	Runs    int             `json:"runs"`
	Queries []measurement   `json:"queries"`
	Geomean float64         `json:"geomean_ratio"`
}

// finish fills in what is known only after the last query.
func (r *report) finish() {
	var ratios []float64
	for _, m := range r.Queries {
		ratios = append(ratios, m.Ratio)
	}
	r.Geomean = sidebyside.Geomean(ratios)
}

// fine tells whether every query is verified and, if strict, ran natively.
func (r *report) fine(strict bool) bool {
	for _, m := range r.Queries {
		if !m.Verified || strict && !m.Native {
			return false
		}
	}
	return true
}

// table is how results are shown.
var table = sidebyside.Table{
	{Title: "query", Width: -15}, {Title: "threads", Width: 7}, {Title: "engine", Width: 7}, {Title: "rows", Width: 7},
	{Title: "cold ms", Width: 9}, {Title: "reffine ms", Width: 10}, {Title: "min", Width: 9},
	{Title: "duckdb ms", Width: 10}, {Title: "min", Width: 9}, {Title: "ratio", Width: 7},
	{Title: "verified", Width: 8}, {Title: "slow", Width: 4}, {Title: "reason"},
}

// row returns the values of a measurement under the table's columns.
func (m *measurement) row() []string {
	slow := ""
	if m.slow() {
		slow = "SLOW"
	}
	return []string{
		m.Query, fmt.Sprint(m.Threads), m.Engine(), fmt.Sprint(m.Rows), sidebyside.Fixed(m.Cold),
		sidebyside.Fixed(m.Reffine), sidebyside.Fixed(m.ReffineLo), sidebyside.Fixed(m.DuckDB),
		sidebyside.Fixed(m.DuckDBLo), sidebyside.Fixed(m.Ratio), sidebyside.Yes(m.Verified), slow, m.Reason,
	}
}

func (r *report) printFooter(w io.Writer) {
	native, slow := 0, 0
	for i := range r.Queries {
		if r.Queries[i].Native {
			native++
		}
		if r.Queries[i].slow() {
			slow++
		}
	}
	fmt.Fprintf(w, "%d of %d native, %d slower than %.1f times DuckDB, geometric mean of the ratios %.2f\n",
		native, len(r.Queries), slow, slowest, r.Geomean)
}

// writeMarkdown writes the machine, the table and the footer.
func (r *report) writeMarkdown(path string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s of %d rows, %d hot runs; %s.\n\n", r.Suite, r.Rows, r.Runs, r.Machine)
	var rows [][]string
	for i := range r.Queries {
		rows = append(rows, r.Queries[i].row())
	}
	table.Markdown(&b, rows)
	b.WriteString("\n")
	r.printFooter(&b)
	return os.WriteFile(path, []byte(b.String()), 0o666)
}
