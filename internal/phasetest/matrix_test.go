package phasetest

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/compile"
)

// variant is a choice of passes.
type variant struct {
	name    string
	disable map[string]bool
}

// variants are all passes, each optional one left out, and all of those left out.
func variants() []variant {
	out := []variant{{name: "all passes"}}
	none := variant{name: "no optional pass", disable: map[string]bool{}}
	for _, p := range compile.OptionalPasses() {
		out = append(out, variant{"without " + p, map[string]bool{p: true}})
		none.disable[p] = true
	}
	return append(out, none)
}

// configuration is one way to run loops.
type configuration struct {
	tier           compile.Tier
	threads, block int
}

func (c configuration) String() string {
	if c.tier == compile.Interpreted {
		return "interpreted"
	}
	return fmt.Sprintf("compiled, threads %d, block %d", c.threads, c.block)
}

// run runs a query. With blocks of three positions it is analyzed, which must change nothing.
func (c configuration) run(q compile.Query) ([]*field.Vector, error) {
	if c.block != 3 {
		return q.Run(context.Background(), nil)
	}
	out, _, err := q.Analyze(context.Background(), nil)
	return out, err
}

// configurations lists the interpreter, for which threads and blocks mean nothing, and the compiled
// loops on each number of threads and length of blocks.
func configurations() []configuration {
	out := []configuration{{compile.Interpreted, 1, 0}}
	for _, threads := range []int{1, 4} {
		for _, block := range []int{1, 3, 0} {
			out = append(out, configuration{compile.Compiled, threads, block})
		}
	}
	return out
}

// trial is what one configuration came to.
type trial struct {
	name   string
	result *table
	err    error
}

// matrix runs a planned query in every configuration and gives each trial to report, until that
// returns false. Variants whose loops an earlier one had already are passed over. A brief matrix
// has every configuration with all passes, and the last one with fewer.
func (s *session) matrix(planned []byte, morsel int, brief bool, report func(trial) bool) {
	seen := map[string]bool{}
	for n, v := range variants() {
		all := configurations()
		if brief && n > 0 {
			all = all[len(all)-1:]
		}
		for i, c := range all {
			name := v.name + ", " + c.String()
			q, err := s.compile(planned, compile.Options{Threads: c.threads, Block: c.block, Morsel: morsel, Tier: c.tier, Disable: v.disable, Verify: true})
			if err != nil {
				if !report(trial{name: name, err: err}) {
					return
				}
				break // refused alike in the other configurations
			}
			if i == 0 {
				key := phaseText(q.Phases(), "ir") + phaseText(q.Phases(), "fused") + phaseText(q.Phases(), "canonical") +
					phaseText(q.Phases(), "spaces") + phaseText(q.Phases(), "loops")
				if seen[key] {
					break
				}
				seen[key] = true
			}
			t := trial{name: name}
			if vectors, err := c.run(q); err != nil {
				t.err = err
			} else {
				t.result = fieldTable(q.Columns(), vectors)
			}
			if !report(t) {
				return
			}
		}
	}
}

// phaseText returns the text of a phase, "" when there is none.
func phaseText(phases []compile.Phase, name string) string {
	for _, p := range phases {
		if p.Name == name {
			return p.Text
		}
	}
	return ""
}

// refusal returns the text of a refusal, "" for any other error.
func refusal(err error) string {
	var r *compile.Refusal
	if errors.As(err, &r) {
		return "refused: " + r.Operator + ": " + r.Reason + "\n"
	}
	return ""
}

// describe returns an error with what an internal one knows of its place.
func describe(err error) string {
	var i *compile.Internal
	if errors.As(err, &i) {
		return err.Error() + "\n" + strings.TrimSpace(i.Stack)
	}
	return err.Error()
}

func isInternal(err error) bool {
	var i *compile.Internal
	return errors.As(err, &i)
}
