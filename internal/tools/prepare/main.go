package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/reffine-db/reffine/internal/smt"
)

// checkFlag makes the command report on libz3 alone, by its exit code. The search for the library
// is done once a process, so looking again after an installation takes another process.
const checkFlag = "-check-z3"

func main() {
	if len(os.Args) == 2 && os.Args[1] == checkFlag {
		version, err := smt.Available()
		if err != nil {
			os.Exit(1)
		}
		fmt.Println(version)
		return
	}
	prepare(os.Stdout, os.Stderr)
}

// prepare looks for every need, installs what it can, and notes the rest.
func prepare(out, notes io.Writer) {
	if _, err := compiler(); err != nil {
		note(notes, "no C compiler: %v; DuckDB cannot be linked without one", err)
	}
	for _, n := range needs {
		what, err := n.look()
		if err != nil && installable() {
			if e := n.install(out); e != nil {
				err = fmt.Errorf("%w; %w", err, e)
			} else {
				what, err = n.look()
			}
		}
		if err != nil {
			note(notes, "%s: %v; %s", n.name, err, n.without)
			continue
		}
		fmt.Fprintf(out, "prepare: %s %s\n", n.name, what)
	}
}

func note(w io.Writer, format string, args ...any) {
	fmt.Fprintf(w, "prepare: note: "+format+"\n", args...)
}

// need is something that can be missing and installed.
type need struct {
	name    string
	without string                 // what its absence means
	look    func() (string, error) // says what is there
}

var needs = []need{
	{"C++ library", "DuckDB cannot be linked without it", lookLibstdcxx},
	{"libz3", "Reffine works without it, and finds fewer bounds", lookZ3},
}

// compiler returns the C compiler cgo uses.
func compiler() (string, error) {
	cc := os.Getenv("CC")
	if cc == "" {
		out, err := exec.Command("go", "env", "CC").Output()
		if err != nil {
			return "", fmt.Errorf("go env CC: %w", err)
		}
		cc = strings.TrimSpace(string(out))
	}
	fields := strings.Fields(cc) // CC may carry flags
	if len(fields) == 0 {
		return "", errors.New("CC is empty")
	}
	return exec.LookPath(fields[0])
}

// lookLibstdcxx asks the compiler for the library that DuckDB's objects need on Linux. Elsewhere it
// comes with the compiler.
func lookLibstdcxx() (string, error) {
	if runtime.GOOS != "linux" {
		return "comes with the compiler", nil
	}
	cc, err := compiler()
	if err != nil {
		return "", errors.New("no compiler to ask")
	}
	for _, name := range []string{"libstdc++.so", "libstdc++.a"} {
		// A compiler that does not know the file gives its name back.
		out, err := exec.Command(cc, "-print-file-name="+name).Output()
		if path := strings.TrimSpace(string(out)); err == nil && filepath.IsAbs(path) {
			return filepath.Clean(path), nil
		}
	}
	return "", errors.New("the C compiler does not find libstdc++")
}

// lookZ3 looks for libz3 as Reffine will.
func lookZ3() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	out, err := exec.Command(self, checkFlag).Output()
	if err != nil {
		return "", errors.New("not found")
	}
	return strings.TrimSpace(string(out)), nil
}
