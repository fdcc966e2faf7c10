package driver

import (
	"context"
	"database/sql"
	"database/sql/driver"
)

// Name is the driver's name for sql.Open.
const Name = "reffine"

func init() { sql.Register(Name, Driver{}) }

// Driver is the database/sql driver.
type Driver struct{}

var _ driver.DriverContext = Driver{}

// OpenConnector implements driver.DriverContext: all connections of a sql.DB
// are made by one connector, so those of an in-memory database share it.
func (Driver) OpenConnector(dsn string) (driver.Connector, error) {
	c, err := NewConnector(dsn)
	if err != nil {
		return nil, err
	}
	return c, nil
}

// Open implements driver.Driver: a connection with a connector of its own,
// closed together.
func (Driver) Open(dsn string) (driver.Conn, error) {
	connector, err := NewConnector(dsn)
	if err != nil {
		return nil, err
	}
	conn, err := connector.connect(context.Background())
	if err != nil {
		_ = connector.Close()
		return nil, err
	}
	conn.owns = true
	return conn, nil
}
