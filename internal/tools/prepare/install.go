package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// manager is a package manager: how it is brought up to date (nothing: not needed), how it
// installs, and its packages by the name of the need.
type manager struct {
	update   []string
	install  []string
	packages map[string]string
	asUser   bool // refuses to run as root, needs no root
}

// managers in the order they are tried. The first that is there and has a package is used.
var managers = []manager{
	{
		update:   []string{"apt-get", "update", "-q"},
		install:  []string{"apt-get", "install", "-q", "-y", "--no-install-recommends"},
		packages: map[string]string{"libz3": "libz3-4", "C++ library": "g++"},
	},
	{
		install:  []string{"dnf", "install", "-q", "-y"},
		packages: map[string]string{"libz3": "z3-libs", "C++ library": "gcc-c++"},
	},
	{
		install:  []string{"zypper", "--non-interactive", "install"},
		packages: map[string]string{"libz3": "z3", "C++ library": "gcc-c++"},
	},
	{
		install:  []string{"pacman", "-S", "--noconfirm", "--needed"},
		packages: map[string]string{"libz3": "z3", "C++ library": "gcc"},
	},
	{
		install:  []string{"apk", "add"},
		packages: map[string]string{"libz3": "z3", "C++ library": "g++"},
	},
	{
		install:  []string{"brew", "install", "-q"},
		packages: map[string]string{"libz3": "z3"},
		asUser:   true,
	},
}

// installTime bounds one command of a package manager, which may wait for a lock or a mirror.
const installTime = 10 * time.Minute

func installable() bool { return os.Getenv("REFFINE_INSTALL") != "off" }

// install has the first manager that can install the need do so, telling out what it runs.
func (n need) install(out io.Writer) error {
	for _, m := range managers {
		pkg, has := m.packages[n.name]
		if _, err := exec.LookPath(m.install[0]); err != nil || !has {
			continue
		}
		root, err := m.root()
		if err != nil {
			return fmt.Errorf("%s could install %s, but %w", m.install[0], pkg, err)
		}
		if len(m.update) > 0 {
			// Old lists may still do.
			_ = run(out, slices.Concat(root, m.update))
		}
		return run(out, slices.Concat(root, m.install, []string{pkg}))
	}
	return errors.New("no package manager that has it")
}

// root returns what to put before the manager's commands: nothing, or sudo where it asks for no
// password.
func (m manager) root() ([]string, error) {
	isRoot := os.Geteuid() == 0
	switch {
	case m.asUser && isRoot:
		return nil, errors.New("it does not run as root")
	case m.asUser || isRoot:
		return nil, nil
	}
	if exec.Command("sudo", "-n", "true").Run() != nil {
		return nil, errors.New("it needs root, and sudo wants a password or is missing")
	}
	return []string{"sudo", "-n", "env", "DEBIAN_FRONTEND=noninteractive"}, nil
}

// run runs a command that asks nothing, and returns the end of its output when it fails.
func run(out io.Writer, command []string) error {
	fmt.Fprintln(out, "prepare:", strings.Join(command, " "))
	ctx, cancel := context.WithTimeout(context.Background(), installTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive", "HOMEBREW_NO_AUTO_UPDATE=1")
	text, err := cmd.CombinedOutput()
	if err == nil {
		return nil
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return fmt.Errorf("%s: %w: %s", command[0], err, lines[len(lines)-1])
}
