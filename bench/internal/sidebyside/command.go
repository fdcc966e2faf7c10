package sidebyside

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
)

// Exit codes of the commands.
const (
	ExitFine  = 0 // all results are right
	ExitWrong = 1 // one is not, or could not be had
	ExitUsage = 2 // the command line is wrong
)

// Usage tells what is wrong with a command line, unless the flag set has done so, and returns the exit
// code.
func Usage(errs io.Writer, command string, err error) int {
	if !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(errs, "%s: %v\n", command, err)
	}
	return ExitUsage
}

// Outcome tells the error of a command, if there is one, and returns the exit code.
func Outcome(errs io.Writer, command string, fine bool, err error) int {
	switch {
	case err != nil:
		fmt.Fprintf(errs, "%s: %v\n", command, err)
		return ExitWrong
	case !fine:
		return ExitWrong
	}
	return ExitFine
}

// Geomean returns the geometric mean of the ratios that are known, which are more than 0; 0 when none is.
func Geomean(ratios []float64) float64 {
	sum, n := 0.0, 0
	for _, r := range ratios {
		if r > 0 {
			sum += math.Log(r)
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return math.Exp(sum / float64(n))
}

// WriteJSON writes a report to a file.
func WriteJSON(path string, report any) error {
	data, err := json.MarshalIndent(report, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(data, '\n'), 0o666)
}
