package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/reffine-db/reffine/bench/internal/sidebyside"
)

// A report is the outcome of all queries.
type report struct {
	SF      float64       `json:"sf"`
	Threads int           `json:"threads"`
	Runs    int           `json:"runs"`
	Load    load          `json:"load"`
	Queries []measurement `json:"queries"`
	Geomean float64       `json:"geomean_ratio"`
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
	var sum float64
	var n int
	for _, m := range r.Queries {
		if m.Native {
			r.Load.Columns += max(m.Cold-m.Reffine, 0)
		}
		if m.Ratio > 0 {
			sum += math.Log(m.Ratio)
			n++
		}
	}
	if n > 0 {
		r.Geomean = math.Exp(sum / float64(n))
	}
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

func (r *report) writeJSON(path string) error {
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(data, '\n'), 0o666)
}

// tableColumns are the columns of the table, with their widths.
var tableColumns = []struct {
	title string
	width int
}{
	{"query", 5}, {"engine", 7}, {"rows", 6}, {"cold ms", 9}, {"reffine ms", 10}, {"min", 9},
	{"duckdb ms", 10}, {"min", 9}, {"ratio", 7}, {"verified", 8}, {"answer", 6}, {"reason", 0},
}

// fields returns the values of a measurement under tableColumns.
func (m *measurement) fields() []string {
	engine := "duckdb"
	if m.Native {
		engine = "reffine"
	}
	answer := ""
	if m.Answer != nil {
		answer = yes(*m.Answer)
	}
	return []string{
		fmt.Sprint(m.Query), engine, fmt.Sprint(m.Rows), fixed(m.Cold),
		fixed(m.Reffine), fixed(m.ReffineLo), fixed(m.DuckDB), fixed(m.DuckDBLo),
		fixed(m.Ratio), yes(m.Verified), answer, m.Reason,
	}
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "NO"
}

func fixed(f float64) string { return fmt.Sprintf("%.2f", f) }

func printHeader(w io.Writer) {
	for _, c := range tableColumns {
		fmt.Fprintf(w, "%*s  ", c.width, c.title)
	}
	fmt.Fprintln(w)
}

func (m *measurement) print(w io.Writer) {
	for i, f := range m.fields() {
		fmt.Fprintf(w, "%*s  ", tableColumns[i].width, f)
	}
	fmt.Fprintln(w)
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
	fmt.Fprintf(&b, "TPC-H at scale factor %g, %d threads, %d hot runs.\n\n", r.SF, r.Threads, r.Runs)
	for _, c := range tableColumns {
		fmt.Fprintf(&b, "| %s ", c.title)
	}
	b.WriteString("|\n" + strings.Repeat("|---", len(tableColumns)) + "|\n")
	for i := range r.Queries {
		for _, f := range r.Queries[i].fields() {
			fmt.Fprintf(&b, "| %s ", strings.ReplaceAll(f, "|", `\|`))
		}
		b.WriteString("|\n")
	}
	b.WriteString("\n")
	r.printFooter(&b)
	return os.WriteFile(path, []byte(b.String()), 0o666)
}
