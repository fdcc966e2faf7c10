package sidebyside

import (
	"fmt"
	"math/big"
	"os"
	"strconv"
	"strings"
)

// CompareAnswer compares a result with a file of a published answer: a header, then a row a line,
// values separated by vertical bars. Numbers that are not doubles must agree in all digits the file
// prints.
func CompareAnswer(got Result, q Query, file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	cells, err := cellsOf(got.Rows)
	if err != nil {
		return err
	}
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")[1:]
	want := make([][]cell, len(lines))
	for i, line := range lines {
		fields := strings.Split(strings.TrimSuffix(line, "\r"), "|")
		if len(fields) != len(got.Columns) {
			return fmt.Errorf("line %d has %d values, the result %d columns", i+2, len(fields), len(got.Columns))
		}
		if len(cells) == 0 {
			break // the numbers of rows tell the difference
		}
		want[i] = make([]cell, len(fields))
		for j, f := range fields {
			if want[i][j], err = parseCell(f, cells[min(i, len(cells)-1)][j]); err != nil {
				return fmt.Errorf("line %d: %w", i+2, err)
			}
		}
	}
	return compareRows(want, cells, q)
}

// parseCell reads a printed value as the kind of value that like is.
func parseCell(s string, like cell) (cell, error) {
	switch like.kind {
	case null:
		if s == "" || s == "NULL" {
			return cell{}, nil
		}
	case exact:
		number, ok := new(big.Rat).SetString(s)
		if !ok {
			return cell{}, fmt.Errorf("%q is not a number", s)
		}
		_, fraction, _ := strings.Cut(s, ".")
		return cell{kind: exact, number: number, digits: len(fraction), cut: true}, nil
	case double:
		f, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return cell{}, fmt.Errorf("%q is not a number", s)
		}
		return cell{kind: double, float: f}, nil
	}
	return cell{kind: text, text: s}, nil
}
