package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/reffine-db/reffine/driver"
)

func defineExplain(flags *flag.FlagSet) func(context.Context, string, io.Writer) error {
	dsn := dbFlag(flags)
	phase := phaseFlag(flags)
	analyze := flags.Bool("analyze", false, "run the query too, and add the phase run: what each loop did")
	return func(ctx context.Context, query string, out io.Writer) (err error) {
		db, err := open(ctx, *dsn)
		if err != nil {
			return err
		}
		defer closing(db, &err)
		explain := driver.Explain
		if *analyze {
			explain = driver.Analyze
		}
		e, err := explain(ctx, db, query)
		if err != nil {
			return err
		}
		if *phase != "" && !e.Native {
			return fmt.Errorf("there is no phase %s, the query does not run natively: %s: %s", *phase, e.Operator, e.Reason)
		}
		return printPhases(out, e.Phases, *phase)
	}
}

// phaseFlag declares -phase.
func phaseFlag(flags *flag.FlagSet) *string {
	return flags.String("phase", "", "print only the phase of this `name`: plan, ir, fused, canonical, spaces, loops or tier")
}

// printPhases prints all phases under their names, or the text of one.
func printPhases(out io.Writer, phases []driver.Phase, only string) error {
	if only == "" {
		for i, p := range phases {
			if i > 0 {
				fmt.Fprintln(out)
			}
			fmt.Fprintf(out, "== %s ==\n%s\n", p.Name, strings.TrimRight(p.Text, "\n"))
		}
		return nil
	}
	var names []string
	for _, p := range phases {
		if p.Name == only {
			_, err := fmt.Fprintln(out, strings.TrimRight(p.Text, "\n"))
			return err
		}
		names = append(names, p.Name)
	}
	return usageError{fmt.Errorf("there is no phase %q, only %s", only, strings.Join(names, ", "))}
}

// closing closes c and lets its error count when there is no other.
func closing(c io.Closer, err *error) {
	if e := c.Close(); *err == nil {
		*err = e
	}
}
