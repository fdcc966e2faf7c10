package lint

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

const module = "github.com/reffine-db/reffine"

// root is the module's folder, as seen from this package's.
const root = "../.."

// source is a file of the module.
type source struct {
	name string // with slashes, from the root
	text []byte
	file *ast.File // of Go files, with comments
}

func (s *source) folder() string { return path.Dir(s.name) }

func (s *source) test() bool { return strings.HasSuffix(s.name, "_test.go") }

// under reports that the file is in one of the folders or below.
func (s *source) under(folders ...string) bool {
	for _, f := range folders {
		if strings.HasPrefix(s.name, f+"/") {
			return true
		}
	}
	return false
}

var positions = token.NewFileSet()

// at returns where a node is, for messages.
func at(p token.Pos) string {
	where := positions.Position(p)
	where.Column = 0
	return where.String()
}

// tree is every text file of the module, read once.
var tree = sync.OnceValues(func() ([]*source, error) {
	var out []*source
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		if d.IsDir() {
			if d.Name() == ".git" {
				return filepath.SkipDir
			}
			if _, err := os.Stat(filepath.Join(file, "go.mod")); err == nil && name != "." {
				return filepath.SkipDir // a module of its own
			}
			return nil
		}
		if !d.Type().IsRegular() {
			return nil
		}
		if info, err := d.Info(); err != nil || info.Size() > 8<<20 {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if bytes.IndexByte(text, 0) >= 0 {
			return nil
		}
		s := &source{name: filepath.ToSlash(name), text: text}
		if strings.HasSuffix(s.name, ".go") {
			s.file, err = parser.ParseFile(positions, s.name, text, parser.ParseComments|parser.SkipObjectResolution)
		}
		out = append(out, s)
		return err
	})
	return out, err
})

// files returns all text files.
func files(t *testing.T) []*source {
	t.Helper()
	all, err := tree()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// goFiles returns the Go files that a person has written.
func goFiles(t *testing.T) []*source {
	t.Helper()
	var out []*source
	for _, s := range files(t) {
		if s.file != nil && !ast.IsGenerated(s.file) {
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		t.Fatal("no Go files")
	}
	return out
}
