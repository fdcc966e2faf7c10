package dbgen

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"

	"github.com/reffine-db/reffine/bench/internal/cache"
)

// A Variant is the same rows kept differently.
type Variant int

const (
	// Plain tables declare no keys, and have their rows in the generator's order: that of the keys.
	Plain Variant = iota
	// Keyed tables declare the primary and foreign keys of the specification.
	Keyed
	// Shuffled tables declare no keys, and have their rows in an order that looks random.
	Shuffled
)

var variantNames = [...]string{"plain", "keys", "shuffled"}

// String returns "plain", "keys" or "shuffled".
func (v Variant) String() string { return variantNames[v] }

// ParseVariant is the opposite of String.
func ParseVariant(s string) (Variant, error) {
	for v, name := range variantNames {
		if s == name {
			return Variant(v), nil
		}
	}
	return 0, fmt.Errorf("dbgen: %q is not a variant; there are %s", s, strings.Join(variantNames[:], ", "))
}

// constraints are the keys of the specification, in SQL, by table.
var constraints = map[string][]string{
	"region":   {"PRIMARY KEY (r_regionkey)"},
	"nation":   {"PRIMARY KEY (n_nationkey)", "FOREIGN KEY (n_regionkey) REFERENCES region"},
	"supplier": {"PRIMARY KEY (s_suppkey)", "FOREIGN KEY (s_nationkey) REFERENCES nation"},
	"customer": {"PRIMARY KEY (c_custkey)", "FOREIGN KEY (c_nationkey) REFERENCES nation"},
	"part":     {"PRIMARY KEY (p_partkey)"},
	"partsupp": {
		"PRIMARY KEY (ps_partkey, ps_suppkey)",
		"FOREIGN KEY (ps_partkey) REFERENCES part", "FOREIGN KEY (ps_suppkey) REFERENCES supplier",
	},
	"orders": {"PRIMARY KEY (o_orderkey)", "FOREIGN KEY (o_custkey) REFERENCES customer"},
	"lineitem": {
		"PRIMARY KEY (l_orderkey, l_linenumber)", "FOREIGN KEY (l_orderkey) REFERENCES orders",
		"FOREIGN KEY (l_partkey, l_suppkey) REFERENCES partsupp",
	},
}

// VariantFile is File for a variant. It is made from the plain file, which is generated if need be.
func VariantFile(ctx context.Context, sf float64, v Variant, o Options) (string, error) {
	plain, err := File(ctx, sf, o)
	if err != nil || v == Plain {
		return plain, err
	}
	dir, err := cache.Dir("tpch")
	if err != nil {
		return "", err
	}
	name := strings.Replace(fileName(sf, o), "-v", "-"+v.String()+"-v", 1)
	return cache.File(dir, name, func(path string) error { return CopyAs(ctx, v, plain, path, o.threads()) })
}

// CopyAs makes a new database file with the rows of another in a variant.
func CopyAs(ctx context.Context, v Variant, from, to string, threads int) error {
	db, err := sql.Open("duckdb", to+"?threads="+strconv.Itoa(threads))
	if err != nil {
		return fmt.Errorf("dbgen: %w", err)
	}
	defer db.Close()
	statements := []string{"ATTACH '" + strings.ReplaceAll(from, "'", "''") + "' AS source (READ_ONLY)"}
	for i := range schema {
		statements = append(statements, schema[i].createAs(v), schema[i].fill(v))
	}
	for _, text := range append(statements, "DETACH source", "CHECKPOINT") {
		if _, err := db.ExecContext(ctx, text); err != nil {
			return fmt.Errorf("dbgen: %s: %w", text, err)
		}
	}
	return nil
}

// createAs is create with what the variant declares.
func (t table) createAs(v Variant) string {
	text := t.create()
	if v == Keyed {
		text = strings.TrimSuffix(text, ")") + ", " + strings.Join(constraints[t.name], ", ") + ")"
	}
	return text
}

// fill copies the rows of the table, in the order of the variant.
func (t table) fill(v Variant) string {
	text := "INSERT INTO " + t.name + " SELECT * FROM source." + t.name
	if v == Shuffled {
		text += " ORDER BY hash(rowid), rowid"
	}
	return text
}
