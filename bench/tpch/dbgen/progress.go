package dbgen

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
)

// A bar shows how many base rows are done; the zero bar shows nothing.
type bar struct {
	shown *progressbar.ProgressBar
}

// newBar draws a bar if w is a terminal. Elsewhere the title, on a line of its own, must do.
func newBar(w io.Writer, title string, chunks []chunk) bar {
	if w == nil {
		return bar{}
	}
	if !isTerminal(w) {
		fmt.Fprintln(w, title)
		return bar{}
	}
	var total int64
	for _, c := range chunks {
		total += c.rows
	}
	return bar{progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetDescription(title),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionSetWidth(30),
		progressbar.OptionShowCount(),
		progressbar.OptionOnCompletion(func() { _, _ = io.WriteString(w, "\n") }),
	)}
}

func (b bar) add(rows int64) {
	if b.shown != nil {
		_ = b.shown.Add64(rows)
	}
}

func (b bar) close() {
	if b.shown != nil {
		_ = b.shown.Close()
	}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
