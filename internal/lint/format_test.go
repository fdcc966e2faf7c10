package lint

import (
	"bytes"
	"go/format"
	"os/exec"
	"testing"
)

// maxLines bounds a file.
const maxLines = 600

func TestFormat(t *testing.T) {
	for _, s := range files(t) {
		if s.file == nil {
			continue
		}
		formatted, err := format.Source(s.text)
		if err != nil {
			t.Errorf("%s: %v", s.name, err)
		} else if !bytes.Equal(formatted, s.text) {
			t.Errorf("%s: not as gofmt has it", s.name)
		}
	}
}

func TestSize(t *testing.T) {
	for _, s := range goFiles(t) {
		if lines := bytes.Count(s.text, []byte("\n")); lines > maxLines {
			t.Errorf("%s: %d lines, more than %d; split it by case", s.name, lines, maxLines)
		}
	}
}

func TestVet(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the module")
	}
	t.Parallel()
	vet := exec.Command("go", "vet", "./...")
	vet.Dir = root
	if out, err := vet.CombinedOutput(); err != nil {
		t.Errorf("go vet: %v\n%s", err, out)
	}
}
