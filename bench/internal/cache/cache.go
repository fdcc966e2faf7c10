package cache

import (
	"fmt"
	"os"
	"path/filepath"
)

// Dir returns the directory of a benchmark's files.
func Dir(benchmark string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("cache: %w", err)
	}
	return filepath.Join(cache, "reffine", benchmark), nil
}

// File returns the path of a file in a directory, having create write it when it is not there yet.
// The file is shared and must not be changed afterwards. The name must tell all that the contents
// depend on. Several processes may ask for the same file at once; none sees an unfinished one.
func File(dir, name string, create func(path string) error) (string, error) {
	path := filepath.Join(dir, name)
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", fmt.Errorf("cache: %w", err)
	}
	work, err := os.MkdirTemp(dir, ".generating-")
	if err != nil {
		return "", fmt.Errorf("cache: %w", err)
	}
	defer os.RemoveAll(work)
	unfinished := filepath.Join(work, name)
	if err := create(unfinished); err != nil {
		return "", err
	}
	if err := os.Rename(unfinished, path); err != nil {
		return "", fmt.Errorf("cache: %w", err)
	}
	return path, nil
}
