package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"go/format"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	op "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
	"github.com/mmcloughlin/avo/reg"
)

// shapes are the assembly files.
var shapes = []struct {
	name string
	emit func(*file)
}{
	{"range", emitRange},
	{"compare", emitCompare},
	{"logic", emitLogic},
	{"arith", emitArith},
	{"widen", emitWiden},
	{"sum", emitSum},
	{"minmax", emitMinMax},
	{"positions", emitPositions},
	{"compress", emitCompress},
	{"table", emitTable},
	{"groups", emitGroups},
	{"hash", emitHash},
	{"unfold", emitUnfold},
	{"pair", emitPair},
	{"prefetch", emitPrefetch},
}

var config = printer.Config{Name: "internal/gen", Pkg: "simd"}

func main() {
	log.SetFlags(0)
	log.SetPrefix("gen: ")
	if len(os.Args) != 2 {
		log.Fatal("usage: gen FOLDER, the folder of package simd")
	}
	generated, err := generate(".")
	if err != nil {
		log.Fatal(err)
	}
	for name, text := range generated {
		if err := os.WriteFile(filepath.Join(os.Args[1], name), text, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

// generate returns the files of package simd that this program, with its sources in
// a folder, writes.
func generate(sources string) (map[string][]byte, error) {
	out := map[string][]byte{}
	var functions []*ir.Function
	for _, s := range shapes {
		f := &file{Context: build.NewContext(), data: map[string]op.Mem{}}
		f.ConstraintExpr("amd64")
		s.emit(f)
		made, err := f.Result()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, errors.Join(listed(err)...))
		}
		if err := pass.Compile.Execute(made); err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		for _, fn := range made.Functions() {
			if err := within(fn); err != nil {
				return nil, err
			}
		}
		functions = append(functions, made.Functions()...)
		if out[s.name+"_gen.s"], err = printer.NewGoAsm(config).Print(made); err != nil {
			return nil, err
		}
	}
	var err error
	if out["stubs_gen.go"], err = stubs(functions, true); err != nil {
		return nil, err
	}
	if out["stubs_other_gen.go"], err = stubs(functions, false); err != nil {
		return nil, err
	}
	out["gen.sum"], err = sums(sources, out)
	return out, err
}

// listed returns all of a list of errors, which print only their first.
func listed(err error) []error {
	var list build.ErrorList
	if errors.As(err, &list) {
		err = nil
	}
	out := []error{err}
	for _, e := range list {
		out = append(out, e)
	}
	return out
}

// allowed are the extensions that each level of package simd tests for.
var allowed = map[string][]string{
	avx2:   {"AVX", "AVX2", "BMI", "BMI2", "POPCNT", "CMOV", "SSE2", "MMX+"},
	avx512: {"AVX", "AVX2", "BMI", "BMI2", "POPCNT", "CMOV", "SSE2", "MMX+", "AVX512F", "AVX512BW", "AVX512DQ", "AVX512VL", "AVX512VBMI", "AVX512VBMI2", "AVX512VPOPCNTDQ"},
}

// within checks that a function uses no extension its level does not test for.
func within(fn *ir.Function) error {
	for level, names := range allowed {
		if !strings.HasSuffix(fn.Name, level) {
			continue
		}
		for _, isa := range fn.ISA {
			if !slices.Contains(names, isa) {
				return fmt.Errorf("%s: needs %s", fn.Name, isa)
			}
		}
		for _, i := range fn.Instructions() {
			for _, r := range i.Registers() {
				// The upper vector registers need AVX-512 whatever the instruction.
				if p := reg.ToPhysical(r); level == avx2 && p != nil && p.Kind() == reg.KindVector && p.PhysicalIndex() > 15 {
					return fmt.Errorf("%s: too many vectors alive", fn.Name)
				}
			}
		}
		return nil
	}
	return fmt.Errorf("%s: not named after a level", fn.Name)
}

// stubs prints the declarations of the functions for amd64, or bodies that are
// never reached for other machines.
func stubs(functions []*ir.Function, amd64 bool) ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// %s\n\n", config.GeneratedWarning())
	constraint := "amd64"
	if !amd64 {
		constraint = "!amd64"
	}
	fmt.Fprintf(&b, "//go:build %s\n\npackage %s\n", constraint, config.Pkg)
	for _, fn := range functions {
		if !amd64 {
			fmt.Fprintf(&b, "\n%s { panic(\"simd: no assembly\") }\n", fn.Stub())
			continue
		}
		fmt.Fprintf(&b, "\n// %s\n//\n//go:noescape\n%s\n", strings.Join(fn.Doc, "\n// "), fn.Stub())
	}
	return format.Source(b.Bytes())
}

// sums lists the SHA-256 of the generator's sources and of what it wrote.
func sums(sources string, generated map[string][]byte) ([]byte, error) {
	lines := []string{}
	add := func(name string, text []byte) {
		lines = append(lines, fmt.Sprintf("%x  %s\n", sha256.Sum256(text), name))
	}
	for _, pattern := range []string{"*.go", "go.mod", "go.sum"} {
		names, err := filepath.Glob(filepath.Join(sources, pattern))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			add("internal/gen/"+filepath.Base(name), text)
		}
	}
	for name, text := range generated {
		add(name, text)
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[64:], b[64:]) })
	return []byte(strings.Join(lines, "")), nil
}
