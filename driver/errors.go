package driver

import "github.com/reffine-db/reffine/internal/compile"

// NotNativeError says why a query did not run natively. In strict mode it is
// the query's error; otherwise DuckDB has answered and it is counted in Stats.
type NotNativeError struct {
	Operator string // the operator of the plan or of this driver that stopped
	Reason   string

	phases []Phase // completed before, for Explain
}

// Error implements error.
func (e *NotNativeError) Error() string {
	return "reffine: not native: " + e.Operator + ": " + e.Reason
}

// refusedBy is the error for a refusal of the compiler.
func refusedBy(r *compile.Refusal) *NotNativeError {
	no := notNative(r.Operator, r.Reason)
	for _, p := range r.Phases {
		no.phases = append(no.phases, Phase(p))
	}
	return no
}

func notNative(operator, reason string) *NotNativeError {
	return &NotNativeError{Operator: operator, Reason: reason}
}
