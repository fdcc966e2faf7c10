//go:build !((linux || darwin) && (amd64 || arm64))

package smt

import (
	"errors"
	"runtime"
)

// open fails: dynamic loading is bound for Linux and macOS only.
func open(string) (func(string) (function, error), error) {
	return nil, errors.New("libz3 is not supported on " + runtime.GOOS + "/" + runtime.GOARCH)
}

const unreachable = "smt: call without a library"

func (function) call(...handle) handle                                  { panic(unreachable) }
func (function) callString(handle, string) handle                       { panic(unreachable) }
func (function) callList(handle, []handle) handle                       { panic(unreachable) }
func (function) callApply(handle, handle, []handle) handle              { panic(unreachable) }
func (function) callDeclare(handle, handle, []handle, handle) handle    { panic(unreachable) }
func (function) callNumeral(handle, handle) (int64, bool)               { panic(unreachable) }
func (function) callEval(handle, handle, handle, handle) (handle, bool) { panic(unreachable) }
func goString(handle) string                                            { panic(unreachable) }
