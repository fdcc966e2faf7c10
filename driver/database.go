package driver

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
)

// database is what the connectors of one DuckDB database in this process share.
type database struct {
	key  string // of databases.open; "" for an unnamed in-memory database
	refs int    // guarded by databases.mu
	gate gate
	// planning holds one token: who takes it may change the settings that
	// planning needs, for a moment.
	planning chan struct{}
	// settings counts changes of settings that may be global.
	settings atomic.Uint64
	// epochs numbers the states of connections whose settings, schema path or
	// temporary objects differ from a new connection's.
	epochs atomic.Uint64
}

// databases are the databases open through this driver, by file.
var databases = struct {
	mu   sync.Mutex
	open map[string]*database
}{open: map[string]*database{}}

// openDatabase returns the shared state of the database at a DSN's path, new
// for an unnamed in-memory one. Release it with close.
func openDatabase(path string) *database {
	key := databaseKey(path)
	databases.mu.Lock()
	defer databases.mu.Unlock()
	if db := databases.open[key]; key != "" && db != nil {
		db.refs++
		return db
	}
	db := &database{key: key, refs: 1, planning: make(chan struct{}, 1)}
	if key != "" {
		databases.open[key] = db
	}
	return db
}

// takePlanning takes the planning token, which release gives back.
func (db *database) takePlanning(ctx context.Context) (release func(), err error) {
	select {
	case db.planning <- struct{}{}:
		return func() { <-db.planning }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (db *database) close() {
	databases.mu.Lock()
	defer databases.mu.Unlock()
	db.refs--
	if db.refs == 0 && db.key != "" {
		delete(databases.open, db.key)
	}
}

// databaseKey names the database at a path: "" when every opening is one of its
// own, the file with links followed, or the path as it is where it is no file's.
func databaseKey(path string) string {
	if path == "" || path == inMemory {
		return ""
	}
	if strings.Contains(path, ":") && !filepath.IsAbs(path) {
		return path
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		return real
	}
	// The file may not be there yet; its folder is.
	if dir, err := filepath.EvalSymlinks(filepath.Dir(abs)); err == nil {
		return filepath.Join(dir, filepath.Base(abs))
	}
	return abs
}
