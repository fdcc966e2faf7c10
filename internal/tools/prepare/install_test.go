package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// fakeManagers makes a PATH of nothing but the given programs. They append their arguments to the
// file it returns and exit with the given codes.
func fakeManagers(t *testing.T, codes map[string]string) (log string) {
	if runtime.GOOS == "windows" {
		t.Skip("the fakes are shell scripts")
	}
	dir := t.TempDir()
	log = filepath.Join(dir, "log")
	for name, code := range codes {
		script := "#!/bin/sh\necho " + name + " \"$@\" >>" + log + "\necho all of " + name + "\nexit " + code + "\n"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir)
	return log
}

func libz3() need { return needs[1] }

func TestInstallUsesTheFirstManager(t *testing.T) {
	log := fakeManagers(t, map[string]string{"dnf": "0", "pacman": "0", "sudo": "0"})
	var out bytes.Buffer
	if err := libz3().install(&out); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(got)), "\n")
	if last := lines[len(lines)-1]; !strings.HasSuffix(last, "dnf install -q -y z3-libs") {
		t.Errorf("ran %q", lines)
	}
	if !strings.Contains(out.String(), "dnf install -q -y z3-libs\n") {
		t.Errorf("told %q", out.String())
	}
}

func TestInstallReportsFailure(t *testing.T) {
	fakeManagers(t, map[string]string{"apk": "3", "sudo": "3"})
	err := libz3().install(&bytes.Buffer{})
	if err == nil || !strings.Contains(err.Error(), "apk") {
		t.Errorf("got %v", err)
	}
}

func TestInstallWithoutManager(t *testing.T) {
	fakeManagers(t, nil)
	if err := libz3().install(&bytes.Buffer{}); err == nil {
		t.Error("no error")
	}
}

// Whatever is missing, prepare only notes it.
func TestPrepareNeverFails(t *testing.T) {
	fakeManagers(t, nil)
	t.Setenv("REFFINE_INSTALL", "off")
	t.Setenv("CC", "no-such-compiler")
	var out, notes bytes.Buffer
	prepare(&out, &notes)
	if !strings.Contains(notes.String(), "no C compiler") {
		t.Errorf("notes: %q", notes.String())
	}
}
