package field

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/reffine-db/reffine/ir"
)

// lineitemSQL makes a table like TPC-H's lineitem of so many rows.
const lineitemSQL = `CREATE TABLE lineitem AS SELECT
	i//4 AS l_orderkey, (hash(i)%%200000)::BIGINT AS l_partkey, (hash(i*7)%%10000)::BIGINT AS l_suppkey, (i%%7)::BIGINT l_linenumber,
	(1+hash(i*3)%%50)::DECIMAL(15,2) l_quantity, ((hash(i*13)%%10000000)/100)::DECIMAL(15,2) l_extendedprice,
	((hash(i*17)%%11)/100)::DECIMAL(15,2) l_discount, ((hash(i*19)%%9)/100)::DECIMAL(15,2) l_tax,
	'1992-01-01'::DATE + (hash(i*23)%%2500)::INT AS l_shipdate, '1992-01-01'::DATE + (hash(i*29)%%2500)::INT AS l_commitdate,
	['A','N','R'][(1+hash(i*31)%%3)::BIGINT] l_returnflag,
	['DELIVER IN PERSON','COLLECT COD','NONE','TAKE BACK RETURN'][(1+hash(i*37)%%4)::BIGINT] l_shipinstruct,
	['AIR','MAIL','SHIP','TRUCK','RAIL','FOB','REG AIR'][(1+hash(i*41)%%7)::BIGINT] l_shipmode,
	substr(md5(i::VARCHAR)||md5((i+1)::VARCHAR), 1, 10+(hash(i)%%34)::INT) l_comment
	FROM range(%d) t(i)`

// BenchmarkLoad loads columns, next to DuckDB's own scan of them. The file is
// stored compressed, as a user's would be.
func BenchmarkLoad(b *testing.B) {
	const rows = 6_000_000
	db := openDB(b, b.TempDir()+"/bench.db")
	db.exec(fmt.Sprintf(lineitemSQL, rows))
	db.exec("CHECKPOINT")
	for _, c := range []struct{ name, cols string }{
		{"numeric", "l_orderkey l_partkey l_suppkey l_linenumber l_quantity l_extendedprice l_discount l_tax l_shipdate l_commitdate"},
		{"dictionary", "l_returnflag l_shipinstruct l_shipmode"},
		{"text", "l_comment"},
	} {
		cols := strings.Fields(c.cols)
		b.Run(c.name+"/field", func(b *testing.B) {
			for b.Loop() {
				s := NewStore(db.handle, Options{})
				t, err := s.Load(context.Background(), TableRef{Table: "lineitem"}, cols, 1)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(t.Bytes())/rows, "B/row")
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*rows*len(cols)), "ns/value")
		})
		b.Run(c.name+"/duckdb", func(b *testing.B) {
			query := "SELECT max(" + strings.Join(cols, "), max(") + ") FROM lineitem"
			for b.Loop() {
				db.exec(query)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*rows*len(cols)), "ns/value")
		})
	}
}

// BenchmarkLocate probes each level of a million keys with random ones, half of
// them present.
func BenchmarkLocate(b *testing.B) {
	const n = 1 << 20
	rnd := rand.New(rand.NewPCG(1, 1))
	perm := rnd.Perm(n)
	for _, c := range []struct {
		name  string
		level Level
		key   func(i int) int64
	}{
		{"identity", Identity, func(i int) int64 { return int64(i) }},
		{"rank", Rank, func(i int) int64 { return int64(i)/8*32 + int64(i)%8 }},
		{"rank of shuffled keys", Rank, func(i int) int64 { return int64(perm[i])*40 + int64(i)%8 }},
		{"direct", Direct, func(i int) int64 { return int64(perm[i]) }},
		{"direct with gaps", Direct, func(i int) int64 { return int64(perm[i])*12 + int64(i)%8 }},
		{"hash", Hash, func(i int) int64 { return int64(perm[i])*0x123456789ab + int64(i)&1 }},
	} {
		b.Run(strings.ReplaceAll(c.name, " ", "_"), func(b *testing.B) {
			x := buildIndex(columnOf(b, makeInts(ir.Of(ir.Int64), n, c.key, nil)), 1)
			if x.Level != c.level {
				b.Fatal(x)
			}
			keys, rows := make([]int64, n), make([]int32, chunkRows)
			for i := range keys {
				if keys[i] = c.key(rnd.IntN(n)); i%2 == 0 {
					keys[i] = -keys[i] - 1
				}
			}
			b.ResetTimer()
			for i := range b.N {
				at := i * chunkRows % n
				x.Locate(keys[at:at+chunkRows], rows)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*chunkRows), "ns/key")
		})
	}
}

// BenchmarkIndex builds levels of six million rows.
func BenchmarkIndex(b *testing.B) {
	const n = 6_000_000
	rnd := rand.New(rand.NewPCG(1, 1))
	perm := rnd.Perm(n)
	for _, c := range []struct {
		name string
		key  func(i int) int64
	}{
		{"rank", func(i int) int64 { return int64(i)/8*32 + int64(i)%8 }},
		{"direct", func(i int) int64 { return int64(perm[i]) }},
		{"segments of a sorted column", func(i int) int64 { return int64(i) / 4 }},
		{"segments of 200,000 keys", func(i int) int64 { return int64(perm[i] % 200_000) }},
		{"segments of 1,500,000 keys", func(i int) int64 { return int64(perm[i] / 4) }},
		{"segments of 25 keys", func(i int) int64 { return int64(perm[i] % 25) }},
		{"hash of 1,000,000 keys", func(i int) int64 { return int64(perm[i]%1_000_000)*0x123456789ab + int64(i)&1 }},
	} {
		b.Run(strings.ReplaceAll(c.name, " ", "_"), func(b *testing.B) {
			v := makeInts(ir.Of(ir.Int64), n, c.key, nil)
			for b.Loop() {
				b.StopTimer()
				col := columnOf(b, v)
				b.StartTimer()
				col.Unique()
				unique := b.Elapsed()
				x := buildIndex(col, 2)
				b.ReportMetric(float64((b.Elapsed() - unique).Milliseconds()), "ms-build")
				b.ReportMetric(float64(x.Bytes())/n, "B/row")
			}
		})
	}
}

// BenchmarkLoadSmall is the fixed cost of a load: one row.
func BenchmarkLoadSmall(b *testing.B) {
	db := openDB(b, ":memory:")
	db.exec("CREATE TABLE t AS SELECT 1 AS a, 'x' AS b, DATE '2000-01-01' AS c")
	for b.Loop() {
		db.load(NewStore(db.handle, Options{}), "t", "a", "b", "c")
	}
}

// BenchmarkLoadAgain is a load of columns that the store has.
func BenchmarkLoadAgain(b *testing.B) {
	db := openDB(b, ":memory:")
	db.exec("CREATE TABLE t AS SELECT 1 AS a, 'x' AS b, DATE '2000-01-01' AS c")
	s := NewStore(db.handle, Options{})
	for b.Loop() {
		db.load(s, "t", "a", "b", "c")
	}
}
