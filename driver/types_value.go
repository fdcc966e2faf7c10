package driver

import (
	"encoding/binary"
	"math/big"
	"time"

	"github.com/duckdb/duckdb-go/v2"

	"github.com/reffine-db/reffine/internal/int128"
)

// clock returns a TIME as duckdb-go does: on the first day of year 1; 24:00:00 is midnight.
func clock(us int64) time.Time {
	t := time.UnixMicro(us).UTC()
	return time.Date(1, time.January, 1, t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
}

// uuid returns the 16 bytes of a UUID, of which x orders as a signed integer.
func uuid(x int128.Int) []byte {
	b := make([]byte, 16)
	binary.BigEndian.PutUint64(b, uint64(x.Hi)^1<<63)
	binary.BigEndian.PutUint64(b[8:], x.Lo)
	return b
}

// unsigned128 returns the UHUGEINT of which x orders as a signed integer.
func unsigned128(x int128.Int) *big.Int {
	return new(big.Int).Add(x.Big(), new(big.Int).Lsh(big.NewInt(1), 127))
}

// otherTypes are DuckDB's names of types without a native form.
var otherTypes = map[duckdb.Type]string{
	duckdb.TYPE_INTERVAL: "INTERVAL", duckdb.TYPE_TIME_TZ: "TIMETZ", duckdb.TYPE_BIT: "BIT", duckdb.TYPE_LIST: "LIST", duckdb.TYPE_ARRAY: "ARRAY",
	duckdb.TYPE_STRUCT: "STRUCT", duckdb.TYPE_MAP: "MAP", duckdb.TYPE_UNION: "UNION",
}
