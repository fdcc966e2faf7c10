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

	"github.com/reffine-db/reffine/bench/internal/machine"
	"github.com/reffine-db/reffine/bench/internal/sidebyside"
	"github.com/reffine-db/reffine/bench/tpch/dbgen"
	"github.com/reffine-db/reffine/bench/tpch/queries"
)

// A config is the command line.
type config struct {
	sf      float64
	data    string
	chosen  []queries.Query
	threads int
	runs    int
	strict  bool
	answers string
	text    dbgen.Text
	variant dbgen.Variant
	json    string
	md      string
	svg     string
	from    string
	tbl     string
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
		return sidebyside.Usage(errs, "tpch", err)
	}
	fine, err := c.execute(ctx, out, errs)
	return sidebyside.Outcome(errs, "tpch", fine, err)
}

func parse(args []string, errs io.Writer) (c config, err error) {
	flags := flag.NewFlagSet("tpch", flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.Float64Var(&c.sf, "sf", 0.1, "scale factor")
	flags.StringVar(&c.data, "data", "", "DuckDB `file` with the tables, instead of generated data")
	list := flags.String("queries", "all", "query `numbers`, such as 1,3,14")
	flags.IntVar(&c.threads, "threads", runtime.GOMAXPROCS(0), "threads of either engine")
	flags.IntVar(&c.runs, "runs", 5, "hot runs of each query and engine")
	flags.BoolVar(&c.strict, "strict", false, "fail when a query does not run natively")
	flags.StringVar(&c.answers, "answers", "", "`directory` of answer files qNN.csv to compare with")
	text := flags.String("text", "", "comments and addresses: official or duckdb (default duckdb with -answers)")
	variant := flags.String("variant", "plain", "how rows are kept: plain, keys (declared) or shuffled")
	flags.StringVar(&c.json, "json", "", "`file` for the results as JSON")
	flags.StringVar(&c.md, "md", "", "`file` for the results as a Markdown table")
	flags.StringVar(&c.svg, "svg", "", "`file` for the ratios as a picture")
	flags.StringVar(&c.from, "from", "", "only draw the results in these JSON `files`, a list, with -svg")
	flags.StringVar(&c.tbl, "tbl", "", "only write the data as .tbl text into this `directory`")
	if err := flags.Parse(args); err != nil {
		return c, flag.ErrHelp // the flag set has told what is wrong
	}
	if flags.NArg() > 0 {
		return c, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if c.chosen, err = queries.Parse(*list); err != nil {
		return c, err
	}
	if c.threads < 1 || c.runs < 1 {
		return c, errors.New("-threads and -runs must be at least 1")
	}
	if c.variant, err = dbgen.ParseVariant(*variant); err != nil {
		return c, err
	}
	if c.from != "" && c.svg == "" {
		return c, errors.New("-from needs -svg")
	}
	switch *text {
	case "official":
	case "duckdb":
		c.text = dbgen.DuckDB
	case "":
		if c.answers != "" {
			c.text = dbgen.DuckDB
		}
	default:
		return c, fmt.Errorf("-text %q is neither official nor duckdb", *text)
	}
	return c, nil
}

// execute does what the command line asks for and tells whether all results were right.
func (c config) execute(ctx context.Context, out, progress io.Writer) (fine bool, err error) {
	options := dbgen.Options{Threads: c.threads, Progress: progress, Text: c.text}
	if c.tbl != "" {
		return true, dbgen.WriteTBL(ctx, c.tbl, c.sf, options)
	}
	if c.from != "" {
		reports, err := readReports(c.from)
		if err != nil {
			return false, err
		}
		return true, writeSVG(c.svg, reports)
	}
	if c.data == "" {
		if c.data, err = dbgen.VariantFile(ctx, c.sf, c.variant, options); err != nil {
			return false, err
		}
	}
	pair, err := sidebyside.Open(ctx, c.data, c.threads)
	if err != nil {
		return false, err
	}
	defer pair.Close()

	on, err := machine.Describe(ctx)
	if err != nil {
		return false, err
	}
	fmt.Fprintln(out, on)
	r := report{SF: c.sf, Variant: c.variant.String(), Threads: c.threads, Runs: c.runs, Machine: &on}
	table.Header(out)
	for _, q := range c.chosen {
		m := measure(ctx, pair, q, c.runs, c.answers)
		if err := ctx.Err(); err != nil {
			return false, err
		}
		table.Row(out, m.row())
		r.add(m)
	}
	if err := r.finish(pair); err != nil {
		return false, err
	}
	r.printFooter(out)
	return r.fine(c.strict), c.write(&r)
}

// write writes the files that the command line asks for.
func (c config) write(r *report) error {
	for _, f := range []struct {
		path  string
		write func(path string) error
	}{
		{c.json, func(path string) error { return sidebyside.WriteJSON(path, r) }},
		{c.md, r.writeMarkdown},
		{c.svg, func(path string) error { return writeSVG(path, []report{*r}) }},
	} {
		if f.path == "" {
			continue
		}
		if err := f.write(f.path); err != nil {
			return err
		}
	}
	return nil
}
