package smt

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
)

// handle is a Z3 object or a plain word; function is the address of a C function.
type (
	handle   = uintptr
	function uintptr
)

// api is the part of the C interface in use.
type api struct {
	version string

	getFullVersion, getestimatedAllocSize                                                           function
	mkConfig, delConfig, mkContextRC, delContext, setErrorHandler, getErrorCode                     function
	getErrorMsg, solverInterrupt, incRef, decRef                                                    function
	mkStringSymbol, mkIntSort, mkBoolSort, mkConst, mkFuncDecl, mkApp, mkInt64                      function
	mkTrue, mkFalse, mkAdd, mkSub, mkMul, mkDiv, mkMod, mkLt, mkLe, mkEq                            function
	mkAnd, mkOr, mkNot, mkIte                                                                       function
	mkParams, paramsIncRef, paramsDecRef, paramsSetBool, paramsSetUint                              function
	mkSimpleSolver, solverIncRef, solverDecRef, solverSetParams, solverPush, solverPop, solverReset function
	solverAssert, solverCheck, solverGetModel, modelIncRef, modelDecRef, modelEval                  function
	getNumeralInt64                                                                                 function
}

// entries pairs each function with its C name.
func (a *api) entries() []entry {
	return []entry{
		{"Z3_get_full_version", &a.getFullVersion}, {"Z3_get_estimated_alloc_size", &a.getestimatedAllocSize},
		{"Z3_mk_config", &a.mkConfig}, {"Z3_del_config", &a.delConfig},
		{"Z3_mk_context_rc", &a.mkContextRC}, {"Z3_del_context", &a.delContext},
		{"Z3_set_error_handler", &a.setErrorHandler}, {"Z3_get_error_code", &a.getErrorCode},
		{"Z3_get_error_msg", &a.getErrorMsg},
		{"Z3_solver_interrupt", &a.solverInterrupt}, {"Z3_inc_ref", &a.incRef}, {"Z3_dec_ref", &a.decRef},
		{"Z3_mk_string_symbol", &a.mkStringSymbol}, {"Z3_mk_int_sort", &a.mkIntSort}, {"Z3_mk_bool_sort", &a.mkBoolSort},
		{"Z3_mk_const", &a.mkConst}, {"Z3_mk_func_decl", &a.mkFuncDecl}, {"Z3_mk_app", &a.mkApp}, {"Z3_mk_int64", &a.mkInt64},
		{"Z3_mk_true", &a.mkTrue}, {"Z3_mk_false", &a.mkFalse},
		{"Z3_mk_add", &a.mkAdd}, {"Z3_mk_sub", &a.mkSub}, {"Z3_mk_mul", &a.mkMul}, {"Z3_mk_div", &a.mkDiv}, {"Z3_mk_mod", &a.mkMod},
		{"Z3_mk_lt", &a.mkLt}, {"Z3_mk_le", &a.mkLe}, {"Z3_mk_eq", &a.mkEq},
		{"Z3_mk_and", &a.mkAnd}, {"Z3_mk_or", &a.mkOr}, {"Z3_mk_not", &a.mkNot}, {"Z3_mk_ite", &a.mkIte},
		{"Z3_mk_params", &a.mkParams}, {"Z3_params_inc_ref", &a.paramsIncRef}, {"Z3_params_dec_ref", &a.paramsDecRef},
		{"Z3_params_set_bool", &a.paramsSetBool}, {"Z3_params_set_uint", &a.paramsSetUint},
		{"Z3_mk_simple_solver", &a.mkSimpleSolver}, {"Z3_solver_inc_ref", &a.solverIncRef}, {"Z3_solver_dec_ref", &a.solverDecRef},
		{"Z3_solver_set_params", &a.solverSetParams}, {"Z3_solver_push", &a.solverPush}, {"Z3_solver_pop", &a.solverPop}, {"Z3_solver_reset", &a.solverReset},
		{"Z3_solver_assert", &a.solverAssert}, {"Z3_solver_check", &a.solverCheck}, {"Z3_solver_get_model", &a.solverGetModel},
		{"Z3_model_inc_ref", &a.modelIncRef}, {"Z3_model_dec_ref", &a.modelDecRef}, {"Z3_model_eval", &a.modelEval},
		{"Z3_get_numeral_int64", &a.getNumeralInt64},
	}
}

type entry struct {
	name string
	f    *function
}

// library opens libz3, once; the answer stays.
var library = sync.OnceValues(func() (*api, error) {
	if path := os.Getenv("Z3_LIBRARY"); path != "" {
		a, err := load(path)
		if err != nil {
			return nil, fmt.Errorf("smt: Z3_LIBRARY: %w", err)
		}
		return a, nil
	}
	var errs []error
	for _, path := range candidates(runtime.GOOS) {
		a, err := load(path)
		if err == nil {
			return a, nil
		}
		errs = append(errs, err)
	}
	return nil, fmt.Errorf("smt: libz3 was not found: %w", errors.Join(errs...))
})

// candidates lists where libz3 may be, plain names first, for the loader to search.
func candidates(goos string) []string {
	if goos == "darwin" {
		return []string{"libz3.dylib", "/opt/homebrew/lib/libz3.dylib", "/usr/local/lib/libz3.dylib", "/opt/local/lib/libz3.dylib"}
	}
	list := []string{"libz3.so.4", "libz3.so"}
	// Distributions that version the file by minor number, and Homebrew on Linux.
	for _, pattern := range []string{"/usr/lib*/libz3.so.*", "/usr/lib/*/libz3.so.*", "/home/linuxbrew/.linuxbrew/lib/libz3.so*"} {
		found, _ := filepath.Glob(pattern)
		list = append(list, found...)
	}
	return list
}

// load opens one library and finds every function in it.
func load(path string) (*api, error) {
	lookup, err := open(path)
	if err != nil {
		return nil, err
	}
	a := &api{}
	for _, e := range a.entries() {
		if *e.f, err = lookup(e.name); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	a.version = goString(a.getFullVersion.call())
	return a, nil
}

// Available returns the version of libz3, or why there is none.
func Available() (version string, err error) {
	a, err := library()
	if err != nil {
		return "", err
	}
	return a.version, nil
}

// estimatedAllocSize returns the bytes Z3 estimates to have allocated, 0 when libz3
// is missing.
func estimatedAllocSize() uint64 {
	a, err := library()
	if err != nil {
		return 0
	}
	return uint64(a.getestimatedAllocSize.call())
}
