package driver

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/reffine-db/reffine/internal/compile"
)

func TestSplitDSN(t *testing.T) {
	for _, test := range []struct {
		dsn, rest string
		want      config
	}{
		{"", "", config{}},
		{":memory:", ":memory:", config{}},
		{"a.db", "a.db", config{}},
		{"a.db?threads=4&access_mode=READ_ONLY", "a.db?threads=4&access_mode=READ_ONLY", config{}},
		{"?reffine_mode=strict", "", config{mode: Strict}},
		{":memory:?reffine_mode=off", ":memory:", config{mode: Off}},
		{"a.db?reffine_mode=auto&threads=4", "a.db?threads=4", config{}},
		{"a.db?threads=4&reffine_threads=2&x=%41+b&reffine_mode=strict", "a.db?threads=4&x=%41+b", config{mode: Strict, threads: 2}},
		{"?reffine_memory_limit=2GB", "", config{memoryLimit: 2e9}},
		{"?reffine_memory_limit=1.5%20MiB", "", config{memoryLimit: 3 << 19}},
		{"?reffine_tier=interpreted&reffine_block=3&reffine_morsel=100", "", config{tier: compile.Interpreted, block: 3, morsel: 100}},
		{"?reffine_tier=compiled&reffine_disable=order,%20drop%20implied,", "", config{tier: compile.Compiled, disable: map[string]bool{"order": true, "drop implied": true}}},
		{"?%72effine_mode=off&reffine=1", "?reffine=1", config{mode: Off}},
	} {
		var got config
		rest, err := splitDSN(test.dsn, &got)
		if err != nil || rest != test.rest || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%q: got %q, %+v, %v; want %q, %+v", test.dsn, rest, got, err, test.rest, test.want)
		}
	}
}

func TestSplitDSNErrors(t *testing.T) {
	for dsn, want := range map[string]string{
		"?reffine_mod=auto":               "reffine: dsn: reffine_mod: unknown key",
		"?reffine_=1":                     "reffine: dsn: reffine_: unknown key",
		"?reffine_mode=fast":              `reffine: dsn: reffine_mode: "fast" is not one of its values`,
		"?reffine_tier=":                  `reffine: dsn: reffine_tier: "" is not one of its values`,
		"?reffine_threads=0":              `reffine: dsn: reffine_threads: "0" is not a positive number`,
		"?reffine_block=-1":               `reffine: dsn: reffine_block: "-1" is not a positive number`,
		"?reffine_morsel=x":               `reffine: dsn: reffine_morsel: "x" is not a positive number`,
		"?reffine_memory_limit=2XB":       `reffine: dsn: reffine_memory_limit: "2XB" is not an amount of memory`,
		"?reffine_memory_limit=-1GB":      `reffine: dsn: reffine_memory_limit: "-1GB" is not an amount of memory`,
		"?reffine_memory_limit=":          `reffine: dsn: reffine_memory_limit: "" is not an amount of memory`,
		"?reffine_memory_limit=9e9GB":     `reffine: dsn: reffine_memory_limit: "9e9GB" is not an amount of memory`,
		"?reffine_memory_limit=1.2.3":     `reffine: dsn: reffine_memory_limit: "1.2.3" is not an amount of memory`,
		"?reffine_memory_limit=9999999TB": `reffine: dsn: reffine_memory_limit: "9999999TB" is not an amount of memory`,
		"?reffine_mode=%zz":               `reffine: dsn: reffine_mode: invalid URL escape "%zz"`,
	} {
		_, err := splitDSN(dsn, &config{})
		if fmt.Sprint(err) != want {
			t.Errorf("%q: got %v, want %s", dsn, err, want)
		}
	}
}

// TestOpenDSN: DuckDB gets its own keys and complains about them itself.
func TestOpenDSN(t *testing.T) {
	f := open(t, "?threads=3&reffine_threads=2")
	expect(t, "threads", query(f, "SELECT current_setting('threads')"), "3")
	if f.connector.threads != 2 {
		t.Errorf("reffine_threads is %d", f.connector.threads)
	}
	_, err := NewConnector("?no_such_setting=1")
	if err == nil || !strings.Contains(err.Error(), "no_such_setting") {
		t.Errorf("an unknown setting: %v", err)
	}
	_, err = NewConnector("?reffine_nonsense=1")
	if err == nil || !strings.Contains(err.Error(), "unknown key") {
		t.Errorf("an unknown key: %v", err)
	}
}

func TestOptionsOverrideDSN(t *testing.T) {
	f := open(t, "?reffine_mode=strict&reffine_threads=2", WithMode(Auto), WithThreads(5), WithMemoryLimit(7))
	c := f.connector
	if c.mode != Auto || c.threads != 5 || c.memoryLimit != 7 {
		t.Errorf("mode %d, threads %d, limit %d", c.mode, c.threads, c.memoryLimit)
	}
}

func TestDatabaseKey(t *testing.T) {
	dir := t.TempDir()
	for _, test := range []struct {
		a, b string
		same bool
	}{
		{dir + "/a.db", dir + "/x/../a.db", true},
		{dir + "/a.db", dir + "/b.db", false},
		{":memory:x", ":memory:x", true},
		{":memory:x", ":memory:y", false},
	} {
		if a, b := databaseKey(test.a), databaseKey(test.b); (a == b) != test.same {
			t.Errorf("%s is %s, %s is %s", test.a, a, test.b, b)
		}
	}
	for _, path := range []string{"", ":memory:"} {
		if key := databaseKey(path); key != "" {
			t.Errorf("%q is shared as %q", path, key)
		}
	}
}
