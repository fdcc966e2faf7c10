//go:build !amd64

package simd

// Constants, so that no kernel tests for levels that never are.
const (
	best  = Portable
	level = Portable
)

// Use makes a level the active one, at most Best, and returns the one before. It is
// for tests and tools: no kernel may run meanwhile.
func Use(Level) Level { return Portable }
