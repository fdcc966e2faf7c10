package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/reffine-db/reffine/bench/internal/machine"
	"github.com/reffine-db/reffine/bench/internal/sidebyside"
)

// A report is the outcome of all queries.
type report struct {
	Machine *machine.Machine `json:"machine,omitempty"`
	SF      float64          `json:"sf"`
	Variant string           `json:"variant,omitempty"` // as -variant; plain when left out
	Threads int              `json:"threads"`
	Runs    int              `json:"runs"`
	Load    load             `json:"load"`
	Queries []measurement    `json:"queries"`
	Geomean float64          `json:"geomean_ratio"`
}

// A load is what Reffine's columns cost.
type load struct {
	Columns float64 `json:"columns_ms"` // by how much cold runs exceeded the median, native queries only
	Bytes   int64   `json:"bytes"`      // held by the loaded fields at the end
}

func (r *report) add(m measurement) { r.Queries = append(r.Queries, m) }

// finish fills in what is known only after the last query.
func (r *report) finish(pair *sidebyside.Pair) error {
	bytes, err := pair.FieldBytes()
	if err != nil {
		return err
	}
	r.Load.Bytes = bytes
	var ratios []float64
	for _, m := range r.Queries {
		if m.Native {
			r.Load.Columns += max(m.Cold-m.Reffine, 0)
		}
		ratios = append(ratios, m.Ratio)
	}
	r.Geomean = sidebyside.Geomean(ratios)
	return nil
}

// fine tells whether every query is verified, agrees with its answer where one was asked for,
// and, if strict, ran natively.
func (r *report) fine(strict bool) bool {
	for _, m := range r.Queries {
		if !m.Verified || (m.Answer != nil && !*m.Answer) || (strict && !m.Native) {
			return false
		}
	}
	return true
}

// table is how results are shown.
var table = sidebyside.Table{
	{Title: "query", Width: 5}, {Title: "engine", Width: 7}, {Title: "rows", Width: 6},
	{Title: "cold ms", Width: 9}, {Title: "reffine ms", Width: 10}, {Title: "min", Width: 9},
	{Title: "duckdb ms", Width: 10}, {Title: "min", Width: 9}, {Title: "ratio", Width: 7},
	{Title: "verified", Width: 8}, {Title: "answer", Width: 6}, {Title: "reason"},
}

// row returns the values of a measurement under the table's columns.
func (m *measurement) row() []string {
	answer := ""
	if m.Answer != nil {
		answer = sidebyside.Yes(*m.Answer)
	}
	return []string{
		fmt.Sprint(m.Query), m.Engine(), fmt.Sprint(m.Rows), sidebyside.Fixed(m.Cold),
		sidebyside.Fixed(m.Reffine), sidebyside.Fixed(m.ReffineLo), sidebyside.Fixed(m.DuckDB),
		sidebyside.Fixed(m.DuckDBLo), sidebyside.Fixed(m.Ratio), sidebyside.Yes(m.Verified), answer, m.Reason,
	}
}

func (r *report) printFooter(w io.Writer) {
	native := 0
	for _, m := range r.Queries {
		if m.Native {
			native++
		}
	}
	fmt.Fprintf(w, "%d of %d queries native, geometric mean of the ratios %.2f, fields %.1f MiB loaded in %.0f ms\n",
		native, len(r.Queries), r.Geomean, float64(r.Load.Bytes)/(1<<20), r.Load.Columns)
}

// writeMarkdown writes the table and the footer.
func (r *report) writeMarkdown(path string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "TPC-H at scale factor %g, %d threads, %d hot runs; %s.\n\n", r.SF, r.Threads, r.Runs, r.Machine)
	var rows [][]string
	for i := range r.Queries {
		rows = append(rows, r.Queries[i].row())
	}
	table.Markdown(&b, rows)
	b.WriteString("\n")
	r.printFooter(&b)
	return os.WriteFile(path, []byte(b.String()), 0o666)
}
