package plan

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// goldenPlans serializes all queries of testdata/golden.
func goldenPlans(t testing.TB) [][]byte {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "golden", "*"))
	if err != nil || len(files) == 0 {
		t.Fatal("no goldens", err)
	}
	var plans [][]byte
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		s := newSession(t)
		for _, block := range strings.Split(string(text), "\n\n") {
			head, body, _ := strings.Cut(block, "\n")
			body, _, _ = strings.Cut(body, "\n----")
			switch {
			case head == "exec":
				s.exec(body)
			case strings.HasPrefix(head, "plan"):
				plans = append(plans, s.serialize(body))
			}
		}
	}
	return plans
}

// decodeSafely decodes and fails on anything but a good plan or a typed error.
func decodeSafely(t *testing.T, data []byte) (*Plan, error) {
	t.Helper()
	p, err := Decode(data)
	var u *Unsupported
	var r *Rejected
	var m *Malformed
	switch {
	case err == nil:
		if err := check(p); err != nil {
			t.Fatalf("%v\n%s\n%s", err, Format(p), data)
		}
	case errors.As(err, &u):
		if u.Operator == "" || u.Reason == "" || u.Error() != u.Operator+": "+u.Reason {
			t.Errorf("refusal %#v", u)
		}
	case !errors.As(err, &r) && !errors.As(err, &m):
		t.Errorf("error of type %T: %v", err, err)
	}
	return p, err
}

// passed are the attributes that the decoder lets pass unread: bookkeeping and hints.
var passed = []string{
	"alias", "query_location", "arguments", "original_arguments", "catalog_name", "schema_name", "is_operator",
	"table_index", "group_index", "aggregate_index", "groupings_index", "distinct_validity", "window_index", "mark_index",
	"bindings", "materialize", "allow_out_of_order", "constant_percentage", "is_index_scan",
	"row_group_order_options", "child_filter", "mark_types", "bound_columns", "returned_types", "names",
	"input_table_types", "input_table_names", "return_type", "parameter_data",
}

// TestUnknownAttributes adds an attribute to the objects of the plans in turn, those on the same path
// twice at most: every plan that decoded must then be refused, unless the object is within
// a part that is passed unread.
func TestUnknownAttributes(t *testing.T) {
	done := map[string]int{}
	for _, data := range goldenPlans(t) {
		if _, err := decodeSafely(t, data); err != nil {
			continue
		}
		root := parseJSON(data)
		eachObject(&root, nil, func(v *value, path []string) {
			at := strings.Join(path, ".")
			if done[at]++; done[at] > 2 {
				return
			}
			v.keys = append(v.keys, "surprise")
			v.items = append(v.items, value{kind: kindNumber, text: "1"})
			_, err := decodeSafely(t, writeJSON(&root))
			v.keys = v.keys[:len(v.keys)-1]
			v.items = v.items[:len(v.items)-1]
			within := slices.ContainsFunc(path, func(key string) bool { return slices.Contains(passed, key) })
			if err == nil && !within {
				t.Errorf("unknown attribute in %s is overlooked", at)
			}
		})
	}
}

// TestDamage removes, empties and retypes the attributes of the plans in turn, those on the same path
// twice at most. Nothing may panic, and what decodes must be consistent.
func TestDamage(t *testing.T) {
	done := map[string]int{}
	for _, data := range goldenPlans(t) {
		if _, err := decodeSafely(t, data); err != nil {
			continue
		}
		root := parseJSON(data)
		eachObject(&root, nil, func(v *value, path []string) {
			for i := range v.items {
				old, key := v.items[i], v.keys[i]
				at := strings.Join(append(path, key), ".")
				if done[at]++; done[at] > 2 {
					continue
				}
				for _, other := range []value{{kind: kindNull}, {kind: kindList}, {kind: kindObject}, {kind: kindText, text: "X"}, {kind: kindNumber, text: "9"}, {kind: kindNumber, text: "-1"}} {
					v.items[i] = other
					decodeSafely(t, writeJSON(&root))
				}
				v.items[i] = old
				v.keys[i] = "was_" + key
				decodeSafely(t, writeJSON(&root))
				v.keys[i] = key
			}
		})
	}
}

// eachObject calls f for each object of v, with the keys on the way to it.
func eachObject(v *value, path []string, f func(v *value, path []string)) {
	if v.kind == kindObject {
		f(v, path)
	}
	for i := range v.items {
		p := path
		if v.kind == kindObject {
			p = append(slices.Clip(path), v.keys[i])
		}
		eachObject(&v.items[i], p, f)
	}
}

// writeJSON is the inverse of parseJSON.
func writeJSON(v *value) []byte { return appendJSON(nil, v) }

func appendJSON(b []byte, v *value) []byte {
	quote := func(s string) []byte { q, _ := json.Marshal(s); return q }
	switch v.kind {
	case kindNull:
		return append(b, "null"...)
	case kindText:
		return append(b, quote(v.text)...)
	case kindBool, kindNumber:
		return append(b, v.text...)
	}
	open, end := byte('['), byte(']')
	if v.kind == kindObject {
		open, end = '{', '}'
	}
	b = append(b, open)
	for i := range v.items {
		if i > 0 {
			b = append(b, ',')
		}
		if v.kind == kindObject {
			b = append(append(b, quote(v.keys[i])...), ':')
		}
		b = appendJSON(b, &v.items[i])
	}
	return append(b, end)
}

func FuzzDecode(f *testing.F) {
	for _, data := range goldenPlans(f) {
		f.Add(data)
	}
	f.Add([]byte(`{"error":true}`))
	f.Add([]byte(`{"plans":[NaN,-Infinity,"\ud83d\ude00"]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if p, err := decodeSafely(t, data); err == nil {
			Format(p)
		}
		if _, err := Unstable(data); err != nil {
			var m *Malformed
			if !errors.As(err, &m) {
				t.Errorf("error of type %T: %v", err, err)
			}
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	s := newSession(b)
	tables, err := os.ReadFile(filepath.Join("testdata", "tpch.sql"))
	if err != nil {
		b.Fatal(err)
	}
	s.exec(string(tables))
	for _, name := range []string{"q02", "q06", "q21"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "bench", "tpch", "queries", name+".sql"))
		if err != nil {
			b.Fatal(err)
		}
		data := s.serialize(strings.TrimSuffix(strings.TrimSpace(string(text)), ";"))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Decode(data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
