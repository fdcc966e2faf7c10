package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/pprof"

	"github.com/reffine-db/reffine/bench/internal/sidebyside"
)

// profileTo returns what profiles the hot runs of a query into a file of the directory.
func profileTo(dir string, threads int) func(q sidebyside.Query) (func() error, error) {
	return func(q sidebyside.Query) (func() error, error) {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return nil, err
		}
		f, err := os.Create(filepath.Join(dir, fmt.Sprintf("%s-%d.pprof", q.Name, threads)))
		if err != nil {
			return nil, err
		}
		if err := pprof.StartCPUProfile(f); err != nil {
			f.Close()
			return nil, err
		}
		return func() error {
			pprof.StopCPUProfile()
			return f.Close()
		}, nil
	}
}
