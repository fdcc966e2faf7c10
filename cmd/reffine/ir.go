package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"slices"

	"github.com/reffine-db/reffine/driver"
	"github.com/reffine-db/reffine/internal/compile"
)

func defineIR(flags *flag.FlagSet) func(context.Context, string, io.Writer) error {
	phase := phaseFlag(flags)
	return func(_ context.Context, text string, out io.Writer) error {
		// Phases that came before an error are worth seeing.
		compiled, err := compile.ExplainIR(text)
		phases := make([]driver.Phase, len(compiled))
		for i, p := range compiled {
			phases[i] = driver.Phase(p)
		}
		if err != nil && !slices.ContainsFunc(phases, func(p driver.Phase) bool { return p.Name == *phase }) {
			if *phase == "" {
				err = errors.Join(printPhases(out, phases, ""), err)
			}
			return err
		}
		return printPhases(out, phases, *phase)
	}
}
