package main

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strings"

	"github.com/reffine-db/reffine/driver"
)

// Exit codes.
const (
	exitFine  = 0
	exitError = 1
	exitUsage = 2
)

const usage = `usage: reffine COMMAND [FLAGS] ARGUMENT

  explain [-db DSN] [-phase NAME] QUERY   print the phases of a query, or one of them; with -analyze also what each loop did
  query   [-db DSN] [-mode MODE]  QUERY   run a query, print its result, the engine and the time
  ir      [-phase NAME] FILE              print the phases of Field IR text, without a database

DSN is a DuckDB file, with settings after a question mark if need be, or :memory:.
QUERY and FILE may be -, the standard input. reffine COMMAND -h lists the flags of a command.
`

// command is a subcommand: it declares its flags and returns what runs with the one argument.
type command struct {
	name     string
	argument string // as usage calls it
	define   func(*flag.FlagSet) func(ctx context.Context, argument string, out io.Writer) error
}

var commands = []command{
	{"explain", "QUERY", defineExplain},
	{"query", "QUERY", defineQuery},
	{"ir", "FILE", defineIR},
}

// usageError is a fault of the command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run is the command without the process around it.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(errs, usage)
		return exitUsage
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		fmt.Fprint(out, usage)
		return exitFine
	}
	for _, c := range commands {
		if c.name == args[0] {
			return c.run(ctx, args[1:], in, out, errs)
		}
	}
	fmt.Fprintf(errs, "reffine: there is no command %q\n%s", args[0], usage)
	return exitUsage
}

func (c *command) run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	flags := flag.NewFlagSet("reffine "+c.name, flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.Usage = func() {
		fmt.Fprintf(errs, "usage: reffine %s [FLAGS] %s\n", c.name, c.argument)
		flags.PrintDefaults()
	}
	body := c.define(flags)
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return exitFine
		}
		return exitUsage // the flag set has told what is wrong
	}
	if flags.NArg() != 1 {
		fmt.Fprintf(errs, "reffine %s: %d arguments after the flags, want one %s\n", c.name, flags.NArg(), c.argument)
		return exitUsage
	}
	argument := flags.Arg(0)
	if argument == "-" {
		text, err := io.ReadAll(in)
		if err != nil {
			fmt.Fprintf(errs, "reffine %s: %v\n", c.name, err)
			return exitError
		}
		argument = string(text)
	} else if c.argument == "FILE" {
		text, err := os.ReadFile(argument)
		if err != nil {
			fmt.Fprintf(errs, "reffine %s: %v\n", c.name, err)
			return exitError
		}
		argument = string(text)
	}
	err := body(ctx, argument, out)
	if err == nil {
		return exitFine
	}
	fmt.Fprintf(errs, "reffine %s: %v\n", c.name, err)
	if errors.As(err, new(usageError)) {
		return exitUsage
	}
	return exitError
}

// dbFlag declares -db.
func dbFlag(flags *flag.FlagSet) *string {
	return flags.String("db", ":memory:", "DuckDB `DSN`: a file, perhaps with ?settings")
}

// open opens an existing database. A file that is not there is an error: DuckDB would make it.
func open(ctx context.Context, dsn string, options ...driver.Option) (*sql.DB, error) {
	path, _, _ := strings.Cut(dsn, "?")
	// A colon marks what is no file: :memory:name, md:name.
	if path != "" && !strings.Contains(path, ":") {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("there is no database %s", path)
		}
	}
	connector, err := driver.NewConnector(dsn, options...)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(connector)
	if err := db.PingContext(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}
