package ir

import (
	"slices"
	"strconv"
	"strings"
	"sync"
)

// An enumeration's values are the positions of its labels. Its type holds the number of the list of
// labels, so that types stay small and compare with ==.

// The limits of EnumOf.
const (
	maxEnums  = 4096
	maxLabels = 1 << 16
)

// enums are the lists of labels met so far. They are kept.
var enums struct {
	sync.RWMutex
	numbers map[string]int
	labels  [][]string
}

// EnumOf returns the type of one of the labels, not nullable; false when there are none, too many, or
// too many enumerations.
func EnumOf(labels []string) (Type, bool) {
	if len(labels) == 0 || len(labels) > maxLabels {
		return Type{}, false
	}
	var key strings.Builder
	for _, l := range labels {
		key.WriteString(strconv.Itoa(len(l)) + ":" + l)
	}
	enums.Lock()
	defer enums.Unlock()
	n, ok := enums.numbers[key.String()]
	if !ok {
		if n = len(enums.labels); n == maxEnums {
			return Type{}, false
		}
		if enums.numbers == nil {
			enums.numbers = map[string]int{}
		}
		enums.numbers[key.String()] = n
		enums.labels = append(enums.labels, slices.Clone(labels))
	}
	return Type{Kind: Enum, Width: uint8(n >> 8), Scale: uint8(n)}, true
}

// Labels returns the labels of an enumeration by value, nil for other types. They are shared.
func (t Type) Labels() []string {
	if t.Kind != Enum {
		return nil
	}
	enums.RLock()
	defer enums.RUnlock()
	if n := int(t.Width)<<8 | int(t.Scale); n < len(enums.labels) {
		return enums.labels[n]
	}
	return nil
}

// enumText writes enum("a", "b").
func enumText(labels []string) string {
	quoted := make([]string, len(labels))
	for i, l := range labels {
		quoted[i] = strconv.Quote(l)
	}
	return Enum.String() + "(" + strings.Join(quoted, ", ") + ")"
}
