package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"

	"github.com/reffine-db/reffine/bench/internal/machine"
	"github.com/reffine-db/reffine/bench/internal/sidebyside"
)

// A config is the command line.
type config struct {
	suite   suite
	rows    int64
	seed    int64
	chosen  []sidebyside.Query
	threads []int
	runs    int
	strict  bool
	json    string
	md      string
	profile string
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run is the command without the process around it.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	c, err := parse(args, errs)
	if err != nil {
		return sidebyside.Usage(errs, "micro", err)
	}
	fine, err := c.execute(ctx, out, errs)
	return sidebyside.Outcome(errs, "micro", fine, err)
}

func parse(args []string, errs io.Writer) (c config, err error) {
	flags := flag.NewFlagSet("micro", flag.ContinueOnError)
	flags.SetOutput(errs)
	many := flags.Bool("shapes", false, "run shapes of data that are hard on engines instead of primitive operations")
	flags.Int64Var(&c.rows, "rows", 0, "rows of the largest tables (default 100 million, with -shapes 10 million)")
	flags.Int64Var(&c.seed, "seed", 1, "what the data depends on")
	list := flags.String("queries", "all", "query `names` and patterns, such as 'sum,top*'")
	threads := flags.String("threads", defaultThreads(), "threads of either engine, a `list`")
	flags.IntVar(&c.runs, "runs", 5, "hot runs of each query and engine")
	flags.BoolVar(&c.strict, "strict", false, "fail when a query does not run natively")
	flags.StringVar(&c.json, "json", "", "`file` for the results as JSON")
	flags.StringVar(&c.md, "md", "", "`file` for the results as a Markdown table")
	flags.StringVar(&c.profile, "profile", "", "`directory` for CPU profiles of Reffine's hot runs")
	if err := flags.Parse(args); err != nil {
		return c, flag.ErrHelp // the flag set has told what is wrong
	}
	if flags.NArg() > 0 {
		return c, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	c.suite = primitives
	standard := int64(100_000_000)
	if *many {
		c.suite, standard = shapes, 10_000_000
	}
	if c.rows == 0 {
		c.rows = standard
	}
	if c.chosen, err = c.suite.choose(*list); err != nil {
		return c, err
	}
	for _, s := range strings.Split(*threads, ",") {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			return c, fmt.Errorf("-threads: %q is not a number of threads", s)
		}
		c.threads = append(c.threads, n)
	}
	if c.rows < 1 || c.runs < 1 {
		return c, errors.New("-rows and -runs must be at least 1")
	}
	return c, nil
}

// defaultThreads is one thread, then all.
func defaultThreads() string {
	if n := runtime.GOMAXPROCS(0); n > 1 {
		return fmt.Sprintf("1,%d", n)
	}
	return "1"
}

// execute does what the command line asks for and tells whether all results were right.
func (c config) execute(ctx context.Context, out, progress io.Writer) (fine bool, err error) {
	fmt.Fprintf(progress, "%s of %d rows\n", c.suite.name, c.rows)
	file, err := c.suite.file(ctx, c.rows, c.seed)
	if err != nil {
		return false, err
	}
	r := report{Suite: c.suite.name, Rows: c.rows, Seed: c.seed, Runs: c.runs}
	if r.Machine, err = machine.Describe(ctx); err != nil {
		return false, err
	}
	fmt.Fprintln(out, r.Machine)
	table.Header(out)
	for _, threads := range c.threads {
		if err := c.measure(ctx, file, threads, &r, out); err != nil {
			return false, err
		}
	}
	r.finish()
	r.printFooter(out)
	if c.json != "" {
		if err := sidebyside.WriteJSON(c.json, &r); err != nil {
			return false, err
		}
	}
	if c.md != "" {
		if err := r.writeMarkdown(c.md); err != nil {
			return false, err
		}
	}
	return r.fine(c.strict), nil
}

// measure runs all queries with a number of threads.
func (c config) measure(ctx context.Context, file string, threads int, r *report, out io.Writer) error {
	pair, err := sidebyside.Open(ctx, file, threads)
	if err != nil {
		return err
	}
	defer pair.Close()
	if c.profile != "" {
		pair.Around = profileTo(c.profile, threads)
	}
	for _, q := range c.chosen {
		m := measurement{q.Name, threads, pair.Measure(ctx, q, c.runs)}
		if err := ctx.Err(); err != nil {
			return err
		}
		m.Result = sidebyside.Result{}
		table.Row(out, m.row())
		r.Queries = append(r.Queries, m)
	}
	return nil
}
