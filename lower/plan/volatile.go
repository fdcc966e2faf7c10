package plan

import (
	"bytes"
	"slices"
)

// volatileNames are the scalar functions whose value depends on more than their arguments and the
// data: DuckDB's functions that are not marked CONSISTENT, then those that read the clock,
// a setting or a variable and are marked so all the same. error is not among them: it is marked
// VOLATILE to keep it from being folded, and has no value.
var volatileNames = map[string]bool{
	"current_connection_id":  true,
	"current_database":       true,
	"current_date":           true,
	"current_query":          true,
	"current_query_id":       true,
	"current_schema":         true,
	"current_schemas":        true,
	"current_transaction_id": true,
	"currval":                true,
	"gen_random_uuid":        true,
	"get_current_time":       true,
	"get_current_timestamp":  true,
	"in_search_path":         true,
	"nextval":                true,
	"now":                    true,
	"random":                 true,
	"setseed":                true,
	"sleep_ms":               true,
	"stats":                  true,
	"today":                  true,
	"transaction_timestamp":  true,
	"txid_current":           true,
	"uuid":                   true,
	"uuidv4":                 true,
	"uuidv7":                 true,
	"write_log":              true,

	"current_localtime":      true,
	"current_localtimestamp": true,
	"current_setting":        true,
	"getenv":                 true,
	"getvariable":            true,
	"vector_type":            true,
}

// isVolatile says that a call of the function with so many arguments may differ
// between two runs over the same data. age takes the current time as its missing argument.
func isVolatile(name string, args int) bool {
	return volatileNames[name] || name == "age" && args == 1
}

// Unstable returns, sorted and each once, the volatile functions called anywhere in an answer of
// json_serialize_plan, whether this package can decode it or not. Made with optimize := false, the
// answer still has the calls the optimizer folds into constants: a plan for whose
// unoptimized form Unstable names a function must not be kept for a later run.
//
// It does not see what DuckDB replaces while binding: getvariable, and current_user with
// its like. Those change by SET only.
func Unstable(data []byte) (names []string, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Malformed:
			names, err = nil, r
		default:
			panic(r)
		}
	}()
	if !mayBeVolatile(data) {
		return nil, nil
	}
	root := parseJSON(data)
	found := map[string]bool{}
	collectVolatile(&root, found)
	for name := range found {
		names = append(names, name)
	}
	slices.Sort(names)
	return names, nil
}

// mayBeVolatile looks for names that are some volatile function's, of whatever they are names.
func mayBeVolatile(data []byte) bool {
	const name = `"name":"`
	for {
		i := bytes.Index(data, []byte(name))
		if i < 0 {
			return false
		}
		data = data[i+len(name):]
		end := bytes.IndexByte(data, '"')
		if end < 0 || isVolatile(string(data[:end]), 1) || bytes.IndexByte(data[:end], '\\') >= 0 {
			return true
		}
	}
}

func collectVolatile(v *value, found map[string]bool) {
	var name string
	call, args := false, 0
	for i := range v.items {
		item := &v.items[i]
		if v.kind == kindObject {
			switch v.keys[i] {
			case "expression_class":
				call = item.text == "BOUND_FUNCTION"
			case "name":
				name = item.text
			case "children":
				args = len(item.items)
			}
		}
		collectVolatile(item, found)
	}
	if call && isVolatile(name, args) {
		found[name] = true
	}
}
