package cache

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	made := 0
	write := func(path string) error {
		made++
		return os.WriteFile(path, []byte("x"), 0o666)
	}
	for range 2 {
		path, err := File(dir, "f", write)
		if err != nil || path != filepath.Join(dir, "f") {
			t.Fatal(path, err)
		}
	}
	if made != 1 {
		t.Errorf("made %d times", made)
	}
	broken := errors.New("broken")
	if _, err := File(dir, "g", func(path string) error {
		_ = write(path)
		return broken
	}); !errors.Is(err, broken) {
		t.Error(err)
	}
	if all, err := os.ReadDir(dir); err != nil || len(all) != 1 {
		t.Errorf("%v, %v", all, err)
	}
}
