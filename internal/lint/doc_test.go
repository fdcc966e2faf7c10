package lint

import (
	"go/ast"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"
)

func TestDoc(t *testing.T) {
	documented := map[string]bool{}
	packages := map[string]bool{}
	for _, s := range goFiles(t) {
		if s.under("testdata") {
			continue
		}
		packages[s.folder()] = true
		if s.file.Doc != nil {
			checkPackageComment(t, s)
			documented[s.folder()] = true
		}
		if !s.test() {
			for _, d := range s.file.Decls {
				checkDecl(t, d)
			}
		}
	}
	for folder := range packages {
		if !documented[folder] {
			t.Errorf("%s: no package comment in doc.go", folder)
		}
	}
}

// checkPackageComment checks a comment above the package clause.
func checkPackageComment(t *testing.T, s *source) {
	t.Helper()
	where := at(s.file.Package)
	if !strings.HasSuffix("/"+s.name, "/doc.go") {
		t.Errorf("%s: the package comment belongs in doc.go", where)
		return
	}
	want := "Package " + s.file.Name.Name + " "
	if s.file.Name.Name == "main" {
		want = "Command "
	}
	if !strings.HasPrefix(s.file.Doc.Text(), want) {
		t.Errorf("%s: the package comment does not begin with %q", where, want)
	}
}

// fulfilling are methods that say all by the interface they are of.
var fulfilling = []string{"Error", "Unwrap", "String", "Len", "Less", "Swap"}

// checkDecl checks that what a declaration exports has a comment. Struct fields and the methods of
// interfaces are their type's affair.
func checkDecl(t *testing.T, d ast.Decl) {
	t.Helper()
	switch d := d.(type) {
	case *ast.FuncDecl:
		if !d.Name.IsExported() || d.Doc != nil {
			return
		}
		if d.Recv == nil {
			t.Errorf("%s: func %s has no comment", at(d.Pos()), d.Name.Name)
		} else if receiver := receiverName(d.Recv.List[0].Type); ast.IsExported(receiver) && !slices.Contains(fulfilling, d.Name.Name) {
			t.Errorf("%s: method %s.%s has no comment", at(d.Pos()), receiver, d.Name.Name)
		}
	case *ast.GenDecl:
		if d.Tok == token.IMPORT {
			return
		}
		for _, spec := range d.Specs {
			checkSpec(t, d, spec)
		}
	}
}

// checkSpec checks one type, constant or variable of a declaration. A comment above a group is for
// all of it, but a type needs its own.
func checkSpec(t *testing.T, d *ast.GenDecl, spec ast.Spec) {
	t.Helper()
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		own := spec.Doc != nil || spec.Comment != nil || d.Doc != nil
		if spec.Name.IsExported() && !own {
			t.Errorf("%s: type %s has no comment", at(spec.Pos()), spec.Name.Name)
		}
	case *ast.ValueSpec:
		if d.Doc != nil || spec.Doc != nil || spec.Comment != nil {
			return
		}
		for _, name := range spec.Names {
			if name.IsExported() {
				t.Errorf("%s: %s %s has no comment", at(name.Pos()), d.Tok, name.Name)
			}
		}
	}
}

// receiverName returns the name of a method's type.
func receiverName(x ast.Expr) string {
	for {
		switch y := x.(type) {
		case *ast.StarExpr:
			x = y.X
		case *ast.IndexExpr:
			x = y.X
		case *ast.IndexListExpr:
			x = y.X
		case *ast.Ident:
			return y.Name
		default:
			return ""
		}
	}
}

// TestDocuments holds the map of packages at the root and the reasons for dependencies complete.
func TestDocuments(t *testing.T) {
	overview := read(t, "doc.go")
	seen := map[string]bool{".": true}
	for _, s := range goFiles(t) {
		folder := s.folder()
		if !seen[folder] && !s.under("testdata") && !strings.Contains(overview, "\n//\t"+folder+" ") {
			t.Errorf("doc.go: no line for %s", folder)
		}
		seen[folder] = true
	}
	rationale := read(t, "RATIONALE.md")
	for _, m := range modules {
		if !strings.Contains(rationale, m.path) {
			t.Errorf("RATIONALE.md: no entry for %s", m.path)
		}
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(root + "/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
