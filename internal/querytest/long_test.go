package querytest

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

var (
	processesFlag = flag.Int("processes", 1, "processes that share a -duration")
	progressFlag  = flag.String("progress", "", "file for the seeds done and their outcomes, written after each seed")
	aloneFlag     = flag.Bool("alone", false, "execute queries in DuckDB only")
)

// progress is what a process has done so far.
type progress struct {
	Next  uint64 // seed
	Tally tally
}

func (p *progress) save() error {
	if *progressFlag == "" {
		return nil
	}
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	err = os.WriteFile(*progressFlag+".new", text, 0o644)
	return errors.Join(err, os.Rename(*progressFlag+".new", *progressFlag))
}

// long runs seeds from the clock on in processes of their own, which outlive an engine that brings its process
// down: DuckDB does with some queries. A seed that does so with DuckDB alone is counted, another one is a failure.
func long(t *testing.T, duration time.Duration) {
	until := time.Now().Add(duration)
	folder := t.TempDir()
	var all tally
	var mu sync.Mutex
	var group sync.WaitGroup
	for k := range *processesFlag {
		group.Go(func() {
			lo := uint64(time.Now().UnixNano()) + uint64(k)<<40
			for seed := lo; time.Now().Before(until); {
				file := filepath.Join(folder, fmt.Sprint("progress", seed))
				crashed, output := child(time.Until(until), seed, 1<<64-1, "-progress", file)
				p := progress{Next: seed}
				if text, err := os.ReadFile(file); err == nil && json.Unmarshal(text, &p) != nil {
					t.Errorf("%s is no progress", text)
				}
				mu.Lock()
				all.merge(&p.Tally)
				mu.Unlock()
				switch {
				case !crashed && output == "":
					t.Logf("seeds %d:%d", lo, p.Next)
					return
				case !crashed:
					t.Errorf("seeds %d:%d\n%s", lo, p.Next, output)
					return
				}
				if alone, _ := child(time.Minute, p.Next, p.Next+1, "-alone"); alone {
					t.Logf("seed %d: DuckDB ends the process, executing a query itself", p.Next)
				} else {
					t.Errorf("seed %d ends the process:\n%.4000s", p.Next, output)
				}
				seed = p.Next + 1
			}
		})
	}
	group.Wait()
	t.Logf("\n%s", &all)
}

// child runs seeds in a process, and reports whether it crashed, and its output if it did not end well.
func child(d time.Duration, lo, hi uint64, more ...string) (crashed bool, output string) {
	args := append([]string{"-test.run", "^TestRandomQueries$", "-test.timeout", "0", "-seeds", fmt.Sprintf("%d:%d", lo, hi),
		"-time", d.String(), "-queries", fmt.Sprint(*queriesFlag), "-failures", fmt.Sprint(*failuresFlag), "-keep", *keepFlag, "-hunt", *huntFlag,
		"-shrink", shrinkFlag.String()}, more...)
	text, err := exec.Command(os.Args[0], args...).CombinedOutput()
	if err == nil {
		return false, ""
	}
	var exit *exec.ExitError
	failed := errors.As(err, &exit) && exit.ExitCode() == 1 // of a test; a crash has another code, or none
	return !failed, err.Error() + "\n" + string(text)
}

// TestLong runs a second in a process of its own.
func TestLong(t *testing.T) {
	if *progressFlag != "" {
		t.Fatal("a process has begun others")
	}
	long(t, time.Second)
}
