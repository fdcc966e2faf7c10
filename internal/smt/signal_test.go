//go:build unix

package smt

import (
	"os"
	"os/signal"
	"syscall"
	"testing"
	"time"
)

// TestSignals: an interrupt signal during a check is Go's, not Z3's.
func TestSignals(t *testing.T) {
	if !needZ3(t) {
		return
	}
	got := make(chan os.Signal, 8)
	signal.Notify(got, os.Interrupt)
	defer signal.Stop(got)
	withContext(t, func(c *context) {
		unlimited(c)
		c.limit = 200 * time.Millisecond
		sent := time.AfterFunc(60*time.Millisecond, func() { syscall.Kill(syscall.Getpid(), syscall.SIGINT) })
		defer sent.Stop()
		start := time.Now()
		c.check(hard(), nil)
		if d := time.Since(start); d < c.limit {
			t.Errorf("ended after %v: the signal stopped it", d)
		}
		select {
		case <-got:
		case <-time.After(2 * time.Second):
			t.Error("the signal was lost")
		}
	})
}
