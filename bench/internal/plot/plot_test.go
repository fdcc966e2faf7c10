package plot

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
)

func TestSVG(t *testing.T) {
	c := Chart{
		Title: "a < b", Subtitle: "c & d", Axis: "ratio", Labels: []string{"1", "2", "x"},
		Series: []Series{{"one", []float64{4, 0.5, 1}}, {"two", []float64{8, 0, math.Inf(1)}}},
	}
	var first, second bytes.Buffer
	if err := c.SVG(&first); err != nil {
		t.Fatal(err)
	}
	if err := c.SVG(&second); err != nil || first.String() != second.String() {
		t.Errorf("drawn anew, the picture differs (%v)", err)
	}
	text := first.String()
	for what, n := range map[string]int{
		"<title>":                           4, // a bar each, without those of no ratio and of an infinite one
		"<title>one, 1: 4.00</title>":       1,
		`height="0.00"`:                     1, // as fast as the other
		">a &lt; b<":                        1,
		">c &amp; d<":                       1,
		">8×<":                              1,
		">0.5×<":                            1,
		"16×":                               0,
		`y="78" width="13" height="195.00"`: 1, // eight times as fast: from the top to one
		`y="273" width="13" height="65.00"`: 1, // half as fast hangs from one
	} {
		if got := strings.Count(text, what); got != n {
			t.Errorf("%s occurs %d times, not %d\n%s", what, got, n, text)
		}
	}
	for d := xml.NewDecoder(&first); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestWrongCharts(t *testing.T) {
	for _, c := range []Chart{
		{}, {Labels: []string{"1"}}, {Series: []Series{{}}},
		{Labels: []string{"1"}, Series: []Series{{Ratios: []float64{1, 2}}}},
	} {
		if err := c.SVG(io.Discard); err == nil {
			t.Errorf("%+v is drawn", c)
		}
	}
}
