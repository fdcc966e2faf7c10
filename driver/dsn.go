package driver

import (
	"fmt"
	"math"
	"net/url"
	"strconv"
	"strings"

	"github.com/reffine-db/reffine/internal/compile"
)

// Mode says what runs natively.
type Mode uint8

// The modes, as reffine_mode names them.
const (
	Auto   Mode = iota // whatever can; DuckDB runs the rest
	Strict             // whatever can; the rest is a *NotNativeError
	Off                // nothing
)

const inMemory = ":memory:"

const keyPrefix = "reffine_"

// config is what the reffine_* keys of a DSN and the options of NewConnector say.
type config struct {
	mode        Mode
	threads     int   // 0: GOMAXPROCS
	memoryLimit int64 // bytes of fields; 0: no limit
	tier        compile.Tier
	block       int // positions; 0: the compiler's choice
	morsel      int // positions; 0: the compiler's choice
	disable     map[string]bool
	init        connInit
	newEngine   func(engineTarget) (engine, error)
}

// compileOptions are the options of every compilation.
func (c *config) compileOptions() compile.Options {
	return compile.Options{Threads: c.threads, Block: c.block, Morsel: c.morsel, Tier: c.tier, Disable: c.disable}
}

// splitDSN takes the reffine_* keys out of a DSN into c and returns what is
// left, unchanged otherwise, for DuckDB. An unknown reffine_* key is an error.
func splitDSN(dsn string, c *config) (string, error) {
	path, query, found := strings.Cut(dsn, "?")
	if !found {
		return dsn, nil
	}
	var rest []string
	for _, pair := range strings.Split(query, "&") {
		rawKey, rawValue, _ := strings.Cut(pair, "=")
		key, err := url.QueryUnescape(rawKey)
		if err != nil || !strings.HasPrefix(key, keyPrefix) {
			rest = append(rest, pair)
			continue
		}
		value, err := url.QueryUnescape(rawValue)
		if err != nil {
			return "", fmt.Errorf("reffine: dsn: %s: %w", key, err)
		}
		if err := c.set(strings.TrimPrefix(key, keyPrefix), value); err != nil {
			return "", fmt.Errorf("reffine: dsn: %s: %w", key, err)
		}
	}
	if len(rest) == 0 {
		return path, nil
	}
	return path + "?" + strings.Join(rest, "&"), nil
}

// set sets one key, named without its prefix.
func (c *config) set(key, value string) (err error) {
	switch key {
	case "mode":
		c.mode, err = oneOf(value, map[string]Mode{"auto": Auto, "strict": Strict, "off": Off})
	case "threads":
		c.threads, err = positive(value)
	case "memory_limit":
		c.memoryLimit, err = parseBytes(value)
	case "tier":
		c.tier, err = oneOf(value, map[string]compile.Tier{"auto": compile.Auto,
			"interpreted": compile.Interpreted, "compiled": compile.Compiled})
	case "block":
		c.block, err = positive(value)
	case "morsel":
		c.morsel, err = positive(value)
	case "disable":
		c.disable = map[string]bool{}
		for _, pass := range strings.Split(value, ",") {
			if pass = strings.TrimSpace(pass); pass != "" {
				c.disable[pass] = true
			}
		}
		err = compile.CheckDisabled(c.disable)
	default:
		return fmt.Errorf("unknown key")
	}
	return err
}

func oneOf[T any](value string, names map[string]T) (T, error) {
	v, ok := names[value]
	if !ok {
		return v, fmt.Errorf("%q is not one of its values", value)
	}
	return v, nil
}

func positive(value string) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n <= 0 {
		return 0, fmt.Errorf("%q is not a positive number", value)
	}
	return n, nil
}

// byteUnits are DuckDB's units of memory.
var byteUnits = map[string]float64{
	"": 1, "b": 1,
	"kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12,
	"kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40,
}

// parseBytes reads an amount of memory as DuckDB's memory_limit does: "2GB",
// "512 MiB".
func parseBytes(s string) (int64, error) {
	digits := strings.TrimSpace(s)
	end := strings.IndexFunc(digits, func(r rune) bool { return (r < '0' || r > '9') && r != '.' })
	if end < 0 {
		end = len(digits)
	}
	n, err := strconv.ParseFloat(digits[:end], 64)
	unit, ok := byteUnits[strings.ToLower(strings.TrimSpace(digits[end:]))]
	bytes := n * unit
	if err != nil || !ok || bytes < 1 || bytes >= math.MaxInt64 {
		return 0, fmt.Errorf("%q is not an amount of memory", s)
	}
	return int64(bytes), nil
}
