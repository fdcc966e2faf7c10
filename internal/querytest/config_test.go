package querytest

import (
	"strings"
	"testing"

	"github.com/reffine-db/reffine/internal/compile"
)

// optional are the passes that can be left out.
var optional = []string{"inline", "simplify", "resolve", "drop implied", "roll up", "order"}

// config returns a random configuration.
func (d *dice) config() config {
	c := config{
		tier:    pick(d, compile.Interpreted, compile.Compiled, compile.Compiled),
		threads: pick(d, 1, 1, 4),
		block:   pick(d, 1, 3, 17, 0),
		morsel:  pick(d, 1, 7, 64, 1000, 65536),
	}
	if d.chance(30) {
		var out []string
		for range pick(d, 1, 1, 2, 6) {
			out = append(out, pick(d, optional...))
		}
		c.disable = strings.Join(out, ",")
	}
	return c
}

// everyConfig returns all tiers, with threads and blocks, and some without each pass and without all of them.
func everyConfig() (out []config) {
	out = append(out, config{compile.Compiled, 1, 2048, 65536, ""}, config{compile.Compiled, 1, 2048, 65536, "inline"})
	for _, threads := range []int{1, 4} {
		out = append(out, config{compile.Interpreted, threads, 2048, 2, ""})
		for _, block := range []int{1, 3, 17, 2048} {
			out = append(out, config{compile.Compiled, threads, block, 2, ""})
		}
	}
	for _, disable := range append([]string{strings.Join(optional, ",")}, optional...) {
		out = append(out, config{compile.Interpreted, 1, 2048, 2, disable}, config{compile.Compiled, 4, 3, 2, disable})
	}
	return out
}

func TestOptionalPasses(t *testing.T) {
	all := map[string]bool{}
	for _, p := range optional {
		all[p] = true
	}
	if err := compile.CheckDisabled(all); err != nil {
		t.Fatal(err)
	}
}
