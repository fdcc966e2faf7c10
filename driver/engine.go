package driver

import (
	"context"

	"github.com/duckdb/duckdb-go/v2/mapping"

	"github.com/reffine-db/reffine/field"
	"github.com/reffine-db/reffine/internal/compile"
)

// engine compiles plans into queries over the fields it holds of one database.
// It is safe for concurrent use.
type engine interface {
	// Compile returns the query of a plan. Its error is *compile.Refusal,
	// *compile.Internal, or ctx's.
	Compile(ctx context.Context, p source) (compile.Query, error)
	// Bytes is the memory held by fields.
	Bytes() int64
	// Invalidate drops what is held. It is called with no Compile or Run active.
	Invalidate()
	// Close ends the engine, with no Compile or Run active, before its database.
	Close()
}

// source is what an engine compiles.
type source struct {
	text    string // the SQL text the plan is of
	plan    []byte // the answer of json_serialize_plan
	version uint64 // the data version the plan and the fields are of
	options compile.Options
}

// engineTarget is what an engine is made for.
type engineTarget struct {
	db          mapping.Database
	threads     int
	memoryLimit int64
}

// newEngine makes the engine of a connector. An error of it leaves every query
// to DuckDB, with that reason.
func newEngine(t engineTarget) (engine, error) {
	store := field.NewStore(t.db, field.Options{Threads: t.threads, MemoryLimit: t.memoryLimit})
	return fieldEngine{compile.NewEngine(store)}, nil
}

// fieldEngine is the compiler over a store of fields.
type fieldEngine struct{ compiler *compile.Engine }

func (e fieldEngine) Compile(ctx context.Context, p source) (compile.Query, error) {
	return e.compiler.Compile(ctx, p.plan, p.version, p.options)
}

func (e fieldEngine) Bytes() int64 { return e.compiler.Bytes() }

func (e fieldEngine) Invalidate() { e.compiler.Invalidate() }

func (e fieldEngine) Close() { e.compiler.Invalidate() }
