package machine

import (
	"context"
	"strings"
	"testing"
)

func TestDescribe(t *testing.T) {
	m, err := Describe(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if m.CPU == "" || m.Cores < 1 || m.SIMD == "" || !strings.HasPrefix(m.DuckDB, "v") {
		t.Errorf("%+v", m)
	}
}

func TestString(t *testing.T) {
	m := Machine{CPU: "EPYC", Cores: 2, SIMD: "avx2", Memory: 3 << 29, System: "linux/amd64", Go: "go1.26", DuckDB: "v1.5.6"}
	if got, want := m.String(), "EPYC, 2 cores, SIMD avx2, 1.5 GiB, linux/amd64, go1.26, DuckDB v1.5.6"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}

func TestField(t *testing.T) {
	text := []byte("processor\t: 0\nmodel name\t: A: B\nmodel name\t: C\n")
	if got := field(text, "model name"); got != "A: B" {
		t.Errorf("%q", got)
	}
	if got := field(text, "model"); got != "" {
		t.Errorf("%q", got)
	}
}
