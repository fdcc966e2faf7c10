package driver

import (
	"context"
	"database/sql/driver"
	"io"
	"strings"
	"sync"

	"github.com/duckdb/duckdb-go/v2"
)

// Option sets what a DSN cannot, or overrides it.
type Option func(*config)

// connInit prepares a new connection; see WithInit.
type connInit func(driver.ExecerContext) error

// WithInit has f called with every new connection, to load extensions or set
// variables. A connection whose settings f changes does not share cached plans
// with others.
func WithInit(f func(execer driver.ExecerContext) error) Option {
	return func(c *config) { c.init = f }
}

// WithMode overrides reffine_mode.
func WithMode(m Mode) Option { return func(c *config) { c.mode = m } }

// WithThreads overrides reffine_threads: the workers of one query.
func WithThreads(n int) Option { return func(c *config) { c.threads = n } }

// WithMemoryLimit overrides reffine_memory_limit: the bytes of fields kept.
func WithMemoryLimit(bytes int64) Option { return func(c *config) { c.memoryLimit = bytes } }

// Connector makes the connections of one database. It owns the database, the
// engine and its fields, and the cached plans. Close it, or give it to
// sql.OpenDB, whose DB closes it.
type Connector struct {
	config
	inner   *duckdb.Connector
	db      *database
	eng     engine          // nil: every query is DuckDB's, because of noEngine
	noEng   *NotNativeError // why eng is nil
	plans   planCache
	stats   stats
	service *service

	runs    sync.WaitGroup // native runs, abandoned ones included
	closing sync.Once
}

var (
	_ driver.Connector = (*Connector)(nil)
	_ io.Closer        = (*Connector)(nil)
)

// NewConnector opens the database of a DSN: DuckDB's own DSN, with any of the
// keys reffine_mode=auto|strict|off, reffine_threads=N, reffine_memory_limit=2GB
// and, for tests, reffine_tier=auto|interpreted|compiled, reffine_disable=pass,…,
// reffine_block=N and reffine_morsel=N.
func NewConnector(dsn string, opts ...Option) (*Connector, error) {
	c := &Connector{config: config{newEngine: newEngine}}
	rest, err := splitDSN(dsn, &c.config)
	if err != nil {
		return nil, err
	}
	for _, opt := range opts {
		opt(&c.config)
	}
	if c.inner, err = duckdb.NewConnector(rest, nil); err != nil {
		return nil, err
	}
	path, _, _ := strings.Cut(rest, "?")
	c.db = openDatabase(path)
	c.service = &service{connector: c.inner}
	c.noEng = c.openEngine()
	c.db.gate.join(c, c.forget)
	return c, nil
}

// openEngine makes the engine, or says why there is none.
func (c *Connector) openEngine() *NotNativeError {
	if c.mode == Off {
		return notNative("driver", "reffine_mode is off")
	}
	handle, err := databaseHandle(c.inner)
	if err != nil {
		return notNative("driver", "the database handle of duckdb-go is out of reach: "+err.Error())
	}
	eng, err := c.newEngine(engineTarget{db: handle, threads: c.threads, memoryLimit: c.memoryLimit})
	if err != nil {
		return notNative("driver", "the engine did not start: "+err.Error())
	}
	c.eng = eng
	return nil
}

// forget drops plans and fields. The gate calls it with no native run active.
func (c *Connector) forget() {
	c.plans.clear()
	if c.eng != nil {
		c.eng.Invalidate()
	}
}

// Connect implements driver.Connector.
func (c *Connector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.connect(ctx)
	if err != nil {
		return nil, err
	}
	return conn, nil
}

func (c *Connector) connect(ctx context.Context) (*Conn, error) {
	inner, err := c.inner.Connect(ctx)
	if err != nil {
		return nil, err
	}
	conn := &Conn{connector: c, inner: inner.(*duckdb.Conn)}
	if c.init != nil {
		if err := c.init(conn); err != nil {
			_ = conn.Close()
			return nil, err
		}
	}
	return conn, nil
}

// Driver implements driver.Connector.
func (c *Connector) Driver() driver.Driver { return Driver{} }

// Close closes the database. It waits for native runs, which end soon, for
// their connections are closed by then.
func (c *Connector) Close() (err error) {
	c.closing.Do(func() {
		c.db.gate.part(c)
		c.runs.Wait()
		c.service.close()
		c.plans.clear()
		if c.eng != nil {
			c.eng.Close()
		}
		err = c.inner.Close()
		c.db.close()
	})
	return err
}
