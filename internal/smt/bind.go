//go:build (linux || darwin) && (amd64 || arm64)

package smt

import (
	"unsafe"

	"github.com/ebitengine/purego"
)

// open loads a shared library and returns a lookup of its functions.
func open(path string) (lookup func(name string) (function, error), err error) {
	lib, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		return nil, err
	}
	return func(name string) (function, error) {
		p, err := purego.Dlsym(lib, name)
		return function(p), err
	}, nil
}

// call passes words. The memory behind pointers in the other methods is Go's and Z3
// does not keep it.
func (f function) call(args ...handle) handle {
	r, _, _ := purego.SyscallN(uintptr(f), args...)
	return r
}

// callString passes (c, s).
func (f function) callString(c handle, s string) handle {
	b := append([]byte(s), 0)
	r, _, _ := purego.SyscallN(uintptr(f), c, uintptr(unsafe.Pointer(&b[0])))
	return r
}

// callList passes (c, len(list), list), for a list that is not empty.
func (f function) callList(c handle, list []handle) handle {
	r, _, _ := purego.SyscallN(uintptr(f), c, uintptr(len(list)), uintptr(unsafe.Pointer(&list[0])))
	return r
}

// callApply passes (c, decl, len(list), list).
func (f function) callApply(c, decl handle, list []handle) handle {
	r, _, _ := purego.SyscallN(uintptr(f), c, decl, uintptr(len(list)), uintptr(unsafe.Pointer(&list[0])))
	return r
}

// callDeclare passes (c, symbol, len(domain), domain, result).
func (f function) callDeclare(c, symbol handle, domain []handle, result handle) handle {
	r, _, _ := purego.SyscallN(uintptr(f), c, symbol, uintptr(len(domain)), uintptr(unsafe.Pointer(&domain[0])), result)
	return r
}

// callNumeral passes (c, a, &v) and returns v and the boolean result.
func (f function) callNumeral(c, a handle) (int64, bool) {
	v := new(int64)
	r, _, _ := purego.SyscallN(uintptr(f), c, a, uintptr(unsafe.Pointer(v)))
	return *v, r&0xff != 0
}

// callEval passes (c, model, a, completion, &v) and returns v and the boolean result.
func (f function) callEval(c, model, a, completion handle) (handle, bool) {
	v := new(handle)
	r, _, _ := purego.SyscallN(uintptr(f), c, model, a, completion, uintptr(unsafe.Pointer(v)))
	return *v, r&0xff != 0
}

// goString copies a C string.
func goString(p handle) string {
	if p == 0 {
		return ""
	}
	b := *(*unsafe.Pointer)(unsafe.Pointer(&p)) // memory of Z3, which Go does not move
	n := 0
	for *(*byte)(unsafe.Add(b, n)) != 0 {
		n++
	}
	return string(unsafe.Slice((*byte)(b), n))
}
