package machine

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"

	_ "github.com/duckdb/duckdb-go/v2" // says its version

	"github.com/reffine-db/reffine/driver"
)

// A Machine is the hardware and the software below a benchmark.
type Machine struct {
	CPU    string `json:"cpu"` // the model, as the operating system names it
	Cores  int    `json:"cores"`
	SIMD   string `json:"simd"`         // the vector instructions Reffine uses
	Memory int64  `json:"memory_bytes"` // 0 where unknown
	System string `json:"system"`       // operating system and architecture
	Go     string `json:"go"`
	DuckDB string `json:"duckdb"`
}

// Describe looks at the machine the process runs on. What it cannot find out about the hardware it
// leaves out; an error is DuckDB's.
func Describe(ctx context.Context) (Machine, error) {
	m := Machine{
		CPU:    cpuModel(),
		Cores:  runtime.NumCPU(),
		SIMD:   driver.SIMD(),
		Memory: memory(),
		System: runtime.GOOS + "/" + runtime.GOARCH,
		Go:     runtime.Version(),
	}
	db, err := sql.Open("duckdb", "")
	if err != nil {
		return m, fmt.Errorf("machine: %w", err)
	}
	defer db.Close()
	if err := db.QueryRowContext(ctx, "SELECT version()").Scan(&m.DuckDB); err != nil {
		return m, fmt.Errorf("machine: %w", err)
	}
	return m, nil
}

// String returns the description as one line.
func (m Machine) String() string {
	parts := []string{m.CPU, fmt.Sprintf("%d cores", m.Cores), "SIMD " + m.SIMD}
	if m.Memory > 0 {
		parts = append(parts, fmt.Sprintf("%.1f GiB", float64(m.Memory)/(1<<30)))
	}
	return strings.Join(append(parts, m.System, m.Go, "DuckDB "+m.DuckDB), ", ")
}

// cpuModel asks Linux or macOS.
func cpuModel() string {
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if model := field(text, "model name"); model != "" {
			return model
		}
	}
	if model := sysctl("machdep.cpu.brand_string"); model != "" {
		return model
	}
	return "unknown processor"
}

// memory returns the bytes of main memory.
func memory() int64 {
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		kilobytes, _ := strconv.ParseInt(strings.TrimSuffix(field(text, "MemTotal"), " kB"), 10, 64)
		return kilobytes << 10
	}
	n, _ := strconv.ParseInt(sysctl("hw.memsize"), 10, 64)
	return n
}

// field returns the value of the first line "name: value".
func field(text []byte, name string) string {
	for line := range bytes.Lines(text) {
		if key, value, ok := bytes.Cut(line, []byte(":")); ok && string(bytes.TrimSpace(key)) == name {
			return string(bytes.TrimSpace(value))
		}
	}
	return ""
}

// sysctl asks macOS; elsewhere the answer is "".
func sysctl(name string) string {
	if runtime.GOOS != "darwin" {
		return ""
	}
	out, err := exec.Command("sysctl", "-n", name).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}
