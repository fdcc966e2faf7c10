package sidebyside

import (
	"fmt"
	"io"
	"strings"
)

// A Table is columns of text, printed a row at a time as results come in.
type Table []struct {
	Title string
	Width int // negative: aligned to the left; 0: of any width, the last column
}

// Header prints the titles.
func (t Table) Header(w io.Writer) {
	var titles []string
	for _, c := range t {
		titles = append(titles, c.Title)
	}
	t.Row(w, titles)
}

// Row prints a value for each column.
func (t Table) Row(w io.Writer, values []string) {
	for i, v := range values {
		fmt.Fprintf(w, "%*s  ", t[i].Width, v)
	}
	fmt.Fprintln(w)
}

// Markdown writes the titles and rows as a Markdown table.
func (t Table) Markdown(w io.Writer, rows [][]string) {
	for _, c := range t {
		fmt.Fprintf(w, "| %s ", c.Title)
	}
	fmt.Fprint(w, "|\n"+strings.Repeat("|---", len(t))+"|\n")
	for _, row := range rows {
		for _, v := range row {
			fmt.Fprintf(w, "| %s ", strings.ReplaceAll(v, "|", `\|`))
		}
		fmt.Fprintln(w, "|")
	}
}

// Yes is how tables say that something is so: "yes", or "NO".
func Yes(b bool) string {
	if b {
		return "yes"
	}
	return "NO"
}

// Fixed prints a number with two decimals.
func Fixed(f float64) string { return fmt.Sprintf("%.2f", f) }

// Engine returns the name of the engine that ran the query for Reffine's driver.
func (m *Measurement) Engine() string {
	if m.Native {
		return "reffine"
	}
	return "duckdb"
}
