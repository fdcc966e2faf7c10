package sidebyside

import (
	"fmt"
	"slices"
	"strings"
)

// counts is how many executions Reffine's driver has run itself, and how many it has left to
// DuckDB, by reason.
type counts struct {
	native int64
	duckdb map[string]int64
}

// since tells whether all executions since before were native and, if not, the reasons.
func (c counts) since(before counts) (native bool, reason string) {
	var reasons []string
	for r, n := range c.duckdb {
		if n > before.duckdb[r] {
			reasons = append(reasons, r)
		}
	}
	slices.Sort(reasons)
	reason = strings.Join(reasons, "; ")
	ran := c.native - before.native
	switch {
	case ran == 0 && len(reasons) == 0:
		reason = "the driver has counted no execution"
	case ran > 0 && len(reasons) > 0:
		reason = fmt.Sprintf("%d runs native, others not: %s", ran, reason)
	}
	return ran > 0 && len(reasons) == 0, reason
}
