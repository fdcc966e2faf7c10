package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/reffine-db/reffine/bench/internal/plot"
)

// readReports reads what -json has written, from files in a list.
func readReports(list string) (all []report, err error) {
	for _, name := range strings.Split(list, ",") {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var r report
		if err := json.Unmarshal(data, &r); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, r)
	}
	return all, nil
}

// writeSVG draws the ratios of reports, each a series over the queries of the first.
func writeSVG(path string, reports []report) error {
	c := plot.Chart{
		Title: "TPC-H: DuckDB's time over Reffine's",
		Axis:  "times as fast as DuckDB",
	}
	for _, m := range reports[0].Queries {
		c.Labels = append(c.Labels, fmt.Sprint(m.Query))
	}
	if m := reports[0].Machine; m != nil {
		c.Subtitle = m.String()
	}
	for _, r := range reports {
		s := plot.Series{
			Name:   fmt.Sprintf("scale factor %g (mean %.1f×)", r.SF, r.Geomean),
			Ratios: make([]float64, len(c.Labels)),
		}
		if r.Threads == 1 {
			s.Name += ", 1 thread"
		}
		for i, of := range reports[0].Queries {
			for _, m := range r.Queries {
				if m.Query == of.Query {
					s.Ratios[i] = m.Ratio
				}
			}
		}
		c.Series = append(c.Series, s)
	}
	var b bytes.Buffer
	if err := c.SVG(&b); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o666)
}
